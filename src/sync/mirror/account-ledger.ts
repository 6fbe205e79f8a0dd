import type { CalendarDate } from '../../core/calendar-date.ts';
import type { LedgerRow } from '../../core/reconcile/reconciliation.ts';
import { createRowIds } from '../../core/row-id.ts';
import type { Row } from '../../core/row.ts';
import type { Steps } from '../../core/steps.ts';
import type { Reader } from '../../store/database.ts';
import { findMemory, accountMemoryPages, type AccountMemory } from '../../store/memory.ts';

/** A transaction with its row in the sheet, if it has one. `transactionId` is only unique within one bank account. */
export interface NamedRow extends LedgerRow {
  readonly description: string;
  readonly row: Row | null;
  /** The id of the remembered transaction; empty for a row that the user typed. */
  readonly entryId: string;
}

interface LedgerAccount {
  readonly bankAccountId: string;
  readonly name: string;
  /** The currency of rows that state none; null if the account has several currencies. */
  readonly currency: string | null;
}

/** The remembered transactions of a bank account by id. With `since`, omits transactions before that day. */
export function* accountMemory(
  store: Reader,
  accountId: string,
  bankAccountId: string,
  since?: CalendarDate,
): Steps<ReadonlyMap<string, AccountMemory>> {
  const memory = new Map<string, AccountMemory>();
  for (const page of accountMemoryPages(store, accountId, bankAccountId, since)) {
    for (const entry of page) memory.set(entry.transactionId, entry);
    yield;
  }
  return memory;
}

/** Returns the account's rows in the sheet, rows that another source added for the same transactions, and deleted rows. */
export function accountLedger(
  store: Reader,
  accountId: string,
  { bankAccountId, name, currency }: LedgerAccount,
  sheet: SheetRows,
  memory: ReadonlyMap<string, AccountMemory>,
): { readonly rows: readonly NamedRow[]; readonly links: readonly string[] } {
  const rows: NamedRow[] = [];
  const usedRows = new Set<Row>();
  // Ids of other bank accounts that have rows for transactions of this account, because another source added them first.
  const links = new Set<string>();
  const add = (row: Row | null, entry: AccountMemory | undefined): void => {
    if (row !== null) usedRows.add(row);
    rows.push(namedRow(row, entry, rows.length, currency));
  };
  const own = sheet.ofAccount(bankAccountId, name);
  const present = new Set<string>();
  for (const row of own) {
    const entry = memory.get(row.transactionId);
    // Of several rows with the same id, the first is the bank's; the user made the others by copying it.
    add(row, present.has(row.transactionId) ? undefined : entry);
    if (row.transactionId !== '') present.add(row.transactionId);
  }
  for (const entry of memory.values()) {
    if (entry.state !== 'elsewhere' && present.has(entry.transactionId)) continue;
    const shown = sheet.withId(entry.shownBy ?? entry.transactionId);
    if (shown !== null && usedRows.has(shown)) continue;
    const link = shown?.accountId ?? linkOf(store, accountId, entry);
    if (link !== null && link !== '' && link !== bankAccountId) links.add(link);
    add(shown, entry);
  }
  return { rows, links: [...links].sort() };
}

function linkOf(store: Reader, accountId: string, { shownBy }: AccountMemory): string | null {
  return shownBy === null ? null : (findMemory(store, accountId, shownBy)?.bankAccountId ?? null);
}

function namedRow(row: Row | null, entry: AccountMemory | undefined, place: number, currency: string | null): NamedRow {
  const sent = entry === undefined ? null : { date: entry.date, amount: entry.amount };
  return {
    transactionId: String(place),
    date: row === null ? (sent?.date ?? null) : row.date,
    amount: row === null ? (sent?.amount ?? null) : row.amount,
    currency: (entry?.currency ?? '') || row?.currency || (currency ?? ''),
    sent,
    status: entry?.status ?? 'posted',
    isDeleted: row === null,
    description: row?.description ?? entry?.description ?? '',
    row,
    entryId: entry?.shownBy ?? entry?.transactionId ?? '',
  };
}

export type SheetRows = ReturnType<typeof createSheetRows>;

export function createSheetRows(rows: readonly Row[], digest: (text: string) => string) {
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  const byName = Map.groupBy(byAccount.get('') ?? [], ({ account }) => account);
  let byId: ReadonlyMap<string, Row> | null = null;
  let ids: ReadonlyMap<Row, string> | null = null;
  const digests = new Map<string, string>();
  /** Rows with this Account ID, and rows without one but with this account name. */
  const ofAccount = (bankAccountId: string, name: string): readonly Row[] => {
    const own = bankAccountId === '' ? [] : (byAccount.get(bankAccountId) ?? []);
    return name === '' ? own : [...own, ...(byName.get(name) ?? [])];
  };
  return {
    ofAccount,
    withId: (transactionId: string): Row | null => {
      byId ??= new Map(rows.toReversed().map((row) => [row.transactionId, row]));
      return byId.get(transactionId) ?? null;
    },
    /** The transaction id of a row, or an id computed from its cells if the user typed the row. */
    idOf: (row: Row): string => {
      if (row.transactionId !== '') return row.transactionId;
      if (ids === null) {
        const idOf = createRowIds(digest);
        ids = new Map(rows.map((one) => [one, idOf(one)]));
      }
      return ids.get(row) ?? '';
    },
    /** A digest that changes when a row of the account is added, removed or changes its amount, date or currency. */
    digestOf: (bankAccountId: string, name: string): string => {
      const key = JSON.stringify([bankAccountId, name]);
      let text = digests.get(key);
      if (text === undefined) digests.set(key, (text = digest(moneyOf(ofAccount(bankAccountId, name)))));
      return text;
    },
  };
}

function moneyOf(rows: readonly Row[]): string {
  let text = '';
  for (const { transactionId, date, amount, currency } of rows) text += `${transactionId}${date}${amount}${currency}\n`;
  return text;
}
