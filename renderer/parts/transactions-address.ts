import type { TransactionOrder } from '../../src/contract/control/transactions.ts';

/** Which transactions are shown; what is left out does not matter. The names are those of the procedure `transaction.list`. */
export interface TransactionChoice {
  readonly search?: string;
  readonly bankAccountId?: string;
  /** Empty for those without one. */
  readonly category?: string;
  /** YYYY-MM-DD, both included. */
  readonly from?: string;
  readonly to?: string;
  /** A column, with a minus where it goes down; newest first without it. */
  readonly order?: string;
}

/** The transaction whose details are open. Ids may repeat in a sheet; then the row tells which is meant. */
export interface OpenTransaction {
  readonly id: string;
  readonly row?: number;
}

/** The columns that rows can be ordered by. */
const ORDERS = [
  'date',
  'description',
  'account',
  'category',
  'amount',
] as const satisfies readonly TransactionOrder['by'][];

const BEGINNING = '/transactions';
const CHOSEN = ['search', 'bankAccountId', 'category', 'from', 'to', 'order'] as const;

/** What the order of an address asks for; undefined for none. */
export function readOrder(order: string | undefined): TransactionOrder | undefined {
  const [, minus, name] = /^(-?)(\w+)$/.exec(order ?? '') ?? [];
  const by = ORDERS.find((each) => each === name);
  return by === undefined ? undefined : { by, isDescending: minus === '-' };
}

/** The address of the page of transactions with this choice, for a link on any page. */
export function transactionsAddress(choice: TransactionChoice = {}, open: OpenTransaction | null = null): string {
  const parts = new URLSearchParams();
  for (const name of CHOSEN) {
    const value = choice[name];
    // No category is a choice, too; an empty text is none.
    if (value !== undefined && (value !== '' || name === 'category')) parts.set(name, value);
  }
  if (open !== null) parts.set('open', open.id);
  if (open?.row !== undefined) parts.set('row', String(open.row));
  // Not behind a question mark: the router would put that before the mark, where it would stay on every page.
  const text = parts.toString();
  return text === '' ? BEGINNING : `${BEGINNING}/${text}`;
}

export function readTransactionsAddress(address: string): {
  readonly choice: TransactionChoice;
  readonly open: OpenTransaction | null;
} {
  const parts = new URLSearchParams(address.startsWith(`${BEGINNING}/`) ? address.slice(BEGINNING.length + 1) : '');
  const id = parts.get('open');
  const row = Number(parts.get('row'));
  return {
    choice: Object.fromEntries(
      CHOSEN.flatMap((name) =>
        parts.has(name) && isUsable(name, parts.get(name) ?? '') ? [[name, parts.get(name)]] : [],
      ),
    ),
    open: id === null ? null : { id, ...(Number.isInteger(row) && row > 0 ? { row } : {}) },
  };
}

/** An address may be typed by hand; what the service would refuse is left out. */
function isUsable(name: (typeof CHOSEN)[number], value: string): boolean {
  if (name === 'from' || name === 'to') return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (name === 'order') return readOrder(value) !== undefined;
  return name !== 'search' || value.length <= 200;
}
