import type { Input } from '../../src/contract/control/index.ts';
import type { TransactionOrder } from '../../src/contract/control/transactions.ts';

type TransactionFilter = Pick<Input<'transaction.list'>, 'search' | 'bankAccountId' | 'category' | 'from' | 'to'>;

export interface TransactionChoice extends Readonly<TransactionFilter> {
  /** A column, prefixed with a minus for descending order. Default: newest first. */
  readonly order?: string | undefined;
}

/** The transaction with open details. Ids may repeat in a sheet, so the row identifies it. */
export type OpenTransaction = Readonly<Omit<Input<'transaction.get'>, 'accountId'>>;

const ORDERS = [
  'date',
  'description',
  'account',
  'category',
  'amount',
] as const satisfies readonly TransactionOrder['by'][];

const BEGINNING = '/transactions';
const CHOSEN = ['search', 'bankAccountId', 'category', 'from', 'to', 'order'] as const;

export function readOrder(order: string | undefined): TransactionOrder | undefined {
  const [, minus, name] = /^(-?)(\w+)$/.exec(order ?? '') ?? [];
  const by = ORDERS.find((each) => each === name);
  return by === undefined ? undefined : { by, isDescending: minus === '-' };
}

export function toListInput({ order, ...filter }: TransactionChoice) {
  const sortOrder = readOrder(order);
  return { ...filter, ...(sortOrder && { order: sortOrder }) };
}

export function transactionsAddress(choice: TransactionChoice = {}, open: OpenTransaction | null = null): string {
  const parts = new URLSearchParams();
  for (const name of CHOSEN) {
    const value = choice[name];
    // An empty category selects the rows without one; other empty values are omitted.
    if (value !== undefined && (value !== '' || name === 'category')) parts.set(name, value);
  }
  if (open !== null) parts.set('open', open.id);
  if (open?.row !== undefined) parts.set('row', String(open.row));
  // The text has no question mark, because the router would move the query before the `#`, where it would stay on every page.
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

/** Addresses may be typed by hand; drops values that the service would reject. */
function isUsable(name: (typeof CHOSEN)[number], value: string): boolean {
  if (name === 'from' || name === 'to') return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (name === 'order') return readOrder(value) !== undefined;
  return name !== 'search' || value.length <= 200;
}
