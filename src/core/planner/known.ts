import type { Amount } from '../amount.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { describedByBank, type MemoryEntry } from '../memory.ts';
import { BANK_OWNED_COLUMNS, type Row, type RowValues } from '../row.ts';
import type { Steps } from '../steps.ts';
import { baseOfNumberedId, identityOfEntry } from './identity.ts';

/** A memory entry, a row with a Transaction ID, or both. Values come from the entry; without an entry, from the row. */
export interface Known {
  readonly transactionId: string;
  /** Null for a row without an entry: the database was lost, or another program wrote the row. */
  readonly entry: MemoryEntry | null;
  readonly row: Row | null;
  readonly accountId: string;
  readonly date: CalendarDate | null;
  readonly amount: Amount | null;
  readonly currency: string;
  readonly description: string;
  readonly status: 'pending' | 'posted';
  /** True once a bank transaction of this sync matches it. */
  seen: boolean;
}

export interface KnownIndex {
  readonly all: readonly Known[];
  get(transactionId: string): Known | undefined;
  withIdentity(identity: string): readonly Known[];
  /** All known transactions with the id `base` or `base` and a number, such as `<base>-2`. */
  withBase(base: string): readonly Known[];
}

const NONE: readonly Known[] = [];

/** Yields to other work after this many entries, which take a few milliseconds. */
const ENTRIES_AT_ONCE = 10_000;

export function* indexKnown(rows: readonly Row[], memory: readonly MemoryEntry[]): Steps<KnownIndex> {
  const byId = new Map<string, Known>();
  const byIdentity = new Map<string, Known[]>();
  const numbered = new Map<string, Known[]>();
  const add = (known: Known): void => {
    byId.set(known.transactionId, known);
    const base = baseOfNumberedId(known.transactionId);
    if (base !== null) push(numbered, base, known);
  };

  const rowsById = Map.groupBy(rows, ({ transactionId }) => transactionId);
  rowsById.delete('');
  yield;
  let remembered: ReadonlySet<string> | null = null;
  const isKnownRow = (transactionId: string): boolean => {
    if (rowsById.has(transactionId)) return true;
    remembered ??= new Set(memory.filter(({ state }) => state !== 'elsewhere').map((entry) => entry.transactionId));
    return remembered.has(transactionId);
  };
  for (const [place, entry] of memory.entries()) {
    if (place % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) yield;
    const candidates = rowsById.get(entry.transactionId);
    // Skips an entry without its own row if Pennyrow no longer knows the row in `shownBy`: the transaction counts as new.
    if (entry.shownBy !== null && candidates === undefined && !isKnownRow(entry.shownBy)) continue;
    const candidate = toKnown(
      entry.written,
      entry,
      candidates === undefined ? null : chooseRow(candidates, entry.written),
    );
    add(candidate);
    push(byIdentity, identityOfEntry(entry), candidate);
  }
  for (const [transactionId, candidates] of rowsById) {
    if (byId.has(transactionId)) continue;
    const row = chooseRow(candidates, null);
    add(toKnown(row, null, row));
  }

  return {
    all: [...byId.values()],
    get: (transactionId) => byId.get(transactionId),
    withIdentity: (identity) => byIdentity.get(identity) ?? NONE,
    withBase(base) {
      const plain = byId.get(base);
      const others = numbered.get(base) ?? NONE;
      return plain === undefined ? others : [plain, ...others];
    },
  };
}

function toKnown(values: Row | RowValues, entry: MemoryEntry | null, row: Row | null): Known {
  const { transactionId, accountId, date, amount, currency } = values;
  return {
    transactionId: entry?.transactionId ?? transactionId,
    entry,
    row,
    accountId: entry?.bankAccountId ?? accountId,
    date,
    amount,
    currency,
    description: entry === null ? values.description : describedByBank(entry),
    status: entry?.status ?? 'posted',
    seen: false,
  };
}

/** Of several copies of a row, chooses the one with the most unchanged cells, then the topmost. */
function chooseRow(group: readonly Row[], written: RowValues | null): Row {
  const untouched = (row: Row): number =>
    BANK_OWNED_COLUMNS.filter((column) => row[column] === written?.[column]).length;
  return group.reduce((best, row) => {
    const gain = untouched(row) - untouched(best);
    return gain > 0 || (gain === 0 && row.index < best.index) ? row : best;
  });
}

function push(index: Map<string, Known[]>, key: string, known: Known): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [known]);
  else list.push(known);
}
