import { setImmediate as turn } from 'node:timers/promises';
import { VIEW_FIELDS, viewOf, type TransactionView } from '../../contract/transaction-view.ts';
import { fromEpochDay } from '../../core/calendar-date.ts';
import type { WireTransaction } from '../../core/wire.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorState } from '../../store/mirror.ts';
import { loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../../store/mirror-blocks.ts';
import { withSoundMirror } from '../../sync/mirror/sound-mirror.ts';
import type { Sync } from '../../sync/create-sync.ts';
import { plainLetters } from '../../core/plain-letters.ts';
import { countCurrencies, listRenamed } from '../../store/memory.ts';

export interface SearchableRow {
  readonly view: TransactionView;
  readonly searched: string;
  /** The text that rules match: the bank's text if a rule renamed the row, else the description. */
  readonly ruleText: string;
}

export interface MirroredRows {
  readonly version: number;
  readonly rows: readonly SearchableRow[];
}

export interface MirrorRows {
  load(accountId: string): Promise<MirroredRows>;
}

/** Frees the memory after a visit of some minutes. */
const KEPT_MS = 3 * 60_000;

interface Kept {
  readonly accountId: string;
  readonly version: number;
  readonly read: Promise<MirroredRows>;
}

const ROWS_PER_TURN = 500;

/** Reads the mirror in steps, so that other requests run in between. */
export function createMirrorRows(store: Reader, sync: Pick<Sync, 'rebuildMirror'>): MirrorRows {
  let kept: Kept | null = null;
  let timer: NodeJS.Timeout | undefined;

  function keep(accountId: string, version: number): Kept {
    const next = { accountId, version, read: withSoundMirror(sync, accountId, () => readRows(store, accountId)) };
    // A failed read is repeated by the next call.
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
  const renamed = listRenamed(store, accountId);
  const version = versionOf(store, accountId);
  const rows: SearchableRow[] = [];
  for (const block of loadMirrorTransactions(store, accountId).blocks) {
    // The mirror was rewritten, so positions changed.
    if (versionOf(store, accountId) !== version) return readRows(store, accountId);
    for (const [id, day, fields] of readBlock(block, loadMirrorText(store, accountId, block))) {
      const currency = currencies.get(fields.account_id ?? '') ?? '';
      const row = toRow(fields, { id, day: once(fromEpochDay(day)), currency }, once);
      rows.push({ ...row, ruleText: renamed.get(id) ?? row.view.description });
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
): Generator<[id: string, day: number, fields: WireTransaction]> {
  for (const [position, day] of days.entries()) {
    const line = text.toString('utf8', offsets[position], (offsets[position + 1] ?? 1) - 1);
    for (const [id, fields] of Object.entries(JSON.parse(`{${line}}`) as Record<string, WireTransaction>))
      yield [id, day, fields];
  }
}

const SEARCHED = VIEW_FIELDS.filter(({ type }) => type === 'text' || type === 'amount').map(({ key }) => key);

function toRow(
  fields: WireTransaction,
  rest: Pick<TransactionView, 'id' | 'day' | 'currency'>,
  once: (text: string) => string,
): Omit<SearchableRow, 'ruleText'> {
  const view = viewOf(fields, rest, (text, { key }) => (key === 'description' || key === 'amount' ? text : once(text)));
  return {
    view,
    searched: plainLetters(SEARCHED.map((key) => view[key]).join('\n')),
  };
}

function createOnce(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const first = texts.get(text);
    if (first !== undefined) return first;
    texts.set(text, text);
    return text;
  };
}

const COUNTED_PER_TURN = 5000;

async function usualCurrencies(store: Reader, accountId: string): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, Map<string, number>>();
  for (let after: string | null = ''; after !== null;) {
    const counted = countCurrencies(store, accountId, after, COUNTED_PER_TURN);
    for (const { bankAccountId, currency, count } of counted.counts) {
      const of = counts.get(bankAccountId) ?? new Map<string, number>();
      counts.set(bankAccountId, of.set(currency, (of.get(currency) ?? 0) + count));
    }
    after = counted.last;
    await turn();
  }
  return new Map(
    [...counts].map(([id, of]) => [id, [...of].reduce((most, each) => (each[1] > most[1] ? each : most))[0]]),
  );
}
