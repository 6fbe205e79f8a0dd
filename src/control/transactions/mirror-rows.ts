import { setImmediate as turn } from 'node:timers/promises';
import type { TransactionView } from '../../contract/control/transactions.ts';
import { fromEpochDay } from '../../core/calendar-date.ts';
import type { MirrorFields } from '../../core/mirror-text.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorState, loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../../store/mirror.ts';
import { withSoundMirror } from '../../sync/sound-mirror.ts';
import type { Sync } from '../../sync/sync.ts';
import { usualCurrencies } from './currencies.ts';

/** A transaction with the text that a search looks into. */
export interface SearchableRow {
  readonly view: TransactionView;
  readonly searched: string;
}

export interface MirroredRows {
  /** Of the mirror that they are of. */
  readonly version: number;
  /** All of the account's transactions, newest first. The same list while the mirror stays the same. */
  readonly rows: readonly SearchableRow[];
}

export interface MirrorRows {
  load(accountId: string): Promise<MirroredRows>;
}

/** A person looks at pages for some minutes; after that the memory is better used otherwise. */
const KEPT_MS = 3 * 60_000;

interface Kept {
  readonly accountId: string;
  readonly version: number;
  readonly read: Promise<MirroredRows>;
}

/** A few milliseconds of reading. */
const ROWS_PER_TURN = 500;

/** Reads the mirror as rows, some hundreds at a time, so that requests are answered in between. */
export function createMirrorRows(store: Reader, sync: Pick<Sync, 'rebuildMirror'>): MirrorRows {
  let kept: Kept | null = null;
  let timer: NodeJS.Timeout | undefined;

  function keep(accountId: string, version: number): Kept {
    const next = { accountId, version, read: withSoundMirror(sync, accountId, () => readRows(store, accountId)) };
    // What could not be read is asked for again.
    next.read.catch(() => {
      if (kept === next) kept = null;
    });
    return next;
  }

  return {
    load: (accountId) => {
      const version = versionOf(store, accountId);
      if (kept?.accountId !== accountId || kept.version !== version) kept = keep(accountId, version);
      clearTimeout(timer);
      timer = setTimeout(() => {
        kept = null;
      }, KEPT_MS).unref();
      return kept.read;
    },
  };
}

async function readRows(store: Reader, accountId: string): Promise<MirroredRows> {
  const currencies = await usualCurrencies(store, accountId);
  const once = createOnce();
  const version = versionOf(store, accountId);
  const rows: SearchableRow[] = [];
  for (const block of loadMirrorTransactions(store, accountId).blocks) {
    // The mirror may have been written anew while others were answered: places in one do not hold in the other.
    if (versionOf(store, accountId) !== version) return readRows(store, accountId);
    for (const [id, day, fields] of readBlock(block, loadMirrorText(store, accountId, block))) {
      rows.push(toRow(id, once(fromEpochDay(day)), fields, currencies.get(fields.account_id ?? '') ?? '', once));
      if (rows.length % ROWS_PER_TURN === 0) await turn();
    }
    await turn();
  }
  return { version, rows: rows.reverse() };
}

function versionOf(store: Reader, accountId: string): number {
  return findMirrorState(store, accountId)?.version ?? 0;
}

function* readBlock(
  { days, offsets }: StoredBlock,
  text: Buffer,
): Generator<[id: string, day: number, fields: MirrorFields]> {
  for (const [position, day] of days.entries()) {
    const line = text.toString('utf8', offsets[position], (offsets[position + 1] ?? 1) - 1);
    for (const [id, fields] of Object.entries(JSON.parse(`{${line}}`) as Record<string, MirrorFields>))
      yield [id, day, fields];
  }
}

function toRow(
  id: string,
  day: string,
  fields: MirrorFields,
  currency: string,
  once: (text: string) => string,
): SearchableRow {
  const { row_index: row, amount, sheet_description: description } = fields;
  const [dateText, dateAdded, category] = [once(fields.date), once(fields.date_added), once(fields.category)];
  const bankAccountId = once(fields.account_id ?? '');
  // A row without a name of its account shows the id there.
  const account = fields.bank_account_identifier === bankAccountId ? '' : once(fields.bank_account_identifier);
  const view = { id, row, day, dateText, description, amount, currency, category, account, bankAccountId, dateAdded };
  return { view, searched: `${description}\n${category}\n${account}\n${amount}`.toLowerCase() };
}

/** Texts that many rows share are one text in memory. */
function createOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
}
