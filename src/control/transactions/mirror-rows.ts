import { setImmediate as turn } from 'node:timers/promises';
import type { TransactionView } from '../../contract/control/transactions.ts';
import { fromEpochDay } from '../../core/calendar-date.ts';
import type { Reader } from '../../store/database.ts';
import { listCurrencies } from '../../store/memory.ts';
import { findMirrorState, loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../../store/mirror.ts';

/** A transaction with the text that a search looks into. */
export interface SearchableRow {
  readonly view: TransactionView;
  readonly searched: string;
}

export interface MirrorRows {
  /** All of the account's transactions, newest first. The same list while the mirror stays the same. */
  load(accountId: string): Promise<readonly SearchableRow[]>;
}

/** A person looks at pages for some minutes; after that the memory is better used otherwise. */
const KEPT_MS = 3 * 60_000;

interface Kept {
  readonly accountId: string;
  readonly version: number;
  readonly rows: Promise<readonly SearchableRow[]>;
}

/** Reads the mirror as rows, block by block, so that requests are answered in between. */
export function createMirrorRows(store: Reader): MirrorRows {
  let kept: Kept | null = null;
  let timer: NodeJS.Timeout | undefined;
  return {
    load: (accountId) => {
      const version = findMirrorState(store, accountId)?.version ?? 0;
      if (kept?.accountId !== accountId || kept.version !== version) kept = { accountId, version, rows: readRows(store, accountId) };
      clearTimeout(timer);
      timer = setTimeout(() => {
        kept = null;
      }, KEPT_MS).unref();
      return kept.rows;
    },
  };
}

/** A row as the mirror's text has it; see `mirrorText`. */
interface MirrorFields {
  readonly row_index: number;
  readonly amount: string;
  readonly date: string;
  readonly account_id: string | null;
  readonly bank_account_identifier: string;
  readonly sheet_description: string;
  readonly category: string;
}

async function readRows(store: Reader, accountId: string): Promise<readonly SearchableRow[]> {
  const currencies = listCurrencies(store, accountId);
  const rows: SearchableRow[] = [];
  for (const block of loadMirrorTransactions(store, accountId).blocks) {
    for (const row of readBlock(block, loadMirrorText(store, accountId, block), currencies)) rows.push(row);
    await turn();
  }
  return rows.reverse();
}

function* readBlock({ days, offsets }: StoredBlock, text: Buffer, currencies: ReadonlyMap<string, string>): Generator<SearchableRow> {
  for (const [position, day] of days.entries()) {
    const line = text.toString('utf8', offsets[position], (offsets[position + 1] ?? 1) - 1);
    for (const [id, fields] of Object.entries(JSON.parse(`{${line}}`) as Record<string, MirrorFields>)) {
      yield toRow(id, day, fields, currencies.get(fields.account_id ?? '') ?? '');
    }
  }
}

function toRow(id: string, day: number, fields: MirrorFields, currency: string): SearchableRow {
  const { amount, category, sheet_description: description, account_id } = fields;
  const bankAccountId = account_id ?? '';
  // A row without a name of its account shows the id there.
  const account = fields.bank_account_identifier === bankAccountId ? '' : fields.bank_account_identifier;
  const view = { id, row: fields.row_index, day: fromEpochDay(day), dateText: fields.date, description, amount, currency, category, account, bankAccountId };
  return { view, searched: `${description}\n${category}\n${account}\n${amount}`.toLowerCase() };
}
