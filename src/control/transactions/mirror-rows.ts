import { isDeepStrictEqual } from 'node:util';
import { setImmediate as turn } from 'node:timers/promises';
import { VIEW_FIELDS, viewOf, type TransactionView } from '../../contract/transaction-view.ts';
import { fromEpochDay } from '../../core/calendar-date.ts';
import { memoize } from '../../core/memoize.ts';
import type { WireTransaction } from '../../core/wire.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorState, loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../../store/mirror.ts';
import { withSoundMirror } from '../../sync/mirror/mirror-updater.ts';
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

/** Caches the result for each array of rows. */
export function cachedByRows<Result extends object>(
  compute: (rows: readonly SearchableRow[]) => Result,
): (rows: readonly SearchableRow[]) => Result {
  const results = new WeakMap<readonly SearchableRow[], Result>();
  return (rows) => {
    const result = results.get(rows) ?? compute(rows);
    results.set(rows, result);
    return result;
  };
}

/** The cached rows are dropped this long after the last request. */
const KEPT_MS = 3 * 60_000;

const ROWS_PER_TURN = 500;

interface Kept {
  readonly accountId: string;
  readonly version: number;
  readonly read: Promise<KeptRows>;
}

interface KeptRows extends MirroredRows {
  readonly blocks: ReadonlyMap<string, BlockRows>;
  /** The usual currency of each bank account by its id; empty for an account without remembered transactions. */
  readonly currencies: Map<string, string>;
}

interface BlockRows extends Pick<StoredBlock, 'days' | 'checksum'> {
  /** Oldest first. */
  readonly rows: readonly SearchableRow[];
}

export type MirrorRows = ReturnType<typeof createMirrorRows>;

/** Reads the mirror (the cached sheet) in steps, between which other requests run. Reads only changed blocks again. */
export function createMirrorRows(store: Reader, sync: Pick<Sync, 'rebuildMirror'>) {
  let cached: Kept | null = null;
  let timer: NodeJS.Timeout | undefined;

  function keep(accountId: string, version: number): Kept {
    const before = cached?.accountId === accountId ? cached.read : null;
    const read = async () => readRows(store, accountId, await before?.catch(() => null));
    const next = { accountId, version, read: withSoundMirror(sync, accountId, read) };
    // Does not cache a failed read, so that the next call reads again.
    next.read.catch(() => {
      if (cached === next) cached = null;
    });
    return next;
  }

  return {
    load: (accountId: string): Promise<MirroredRows> => {
      const version = versionOf(store, accountId);
      if (cached?.accountId !== accountId || cached.version !== version) cached = keep(accountId, version);
      clearTimeout(timer);
      timer = setTimeout(() => {
        cached = null;
      }, KEPT_MS).unref();
      return cached.read;
    },
  };
}

async function readRows(store: Reader, accountId: string, before: KeptRows | null = null): Promise<KeptRows> {
  const version = versionOf(store, accountId);
  const currencies = before?.currencies ?? (await usualCurrencies(store, accountId));
  // Reuses equal strings, which saves memory.
  const once = memoize((text: string) => text, { most: Infinity });
  const renamed = listRenamed(store, accountId);
  const blocks = new Map<string, BlockRows>();
  const all: (readonly SearchableRow[])[] = [];
  for (const block of loadMirrorTransactions(store, accountId).blocks) {
    const { days, checksum } = block;
    const place = `${block.year}/${block.part}`;
    const same = before?.blocks.get(place);
    const isSame = same?.checksum === checksum && isDeepStrictEqual(same.days, days);
    // Starts again, because the mirror was written since and its blocks may have moved.
    if (!isSame && versionOf(store, accountId) !== version) return readRows(store, accountId, before);
    const lines = isSame ? [] : [...readBlock(block, loadMirrorText(store, accountId, block))];
    const isNew = lines.some(([, , { account_id: id }]) => !currencies.has(id ?? ''));
    // Starts again without cached data, because the currency of a new bank account is not among the cached currencies.
    if (isNew && before !== null) return readRows(store, accountId);
    const rows = isSame ? same.rows : await toRows(lines, currencies, renamed, once);
    blocks.set(place, { days, checksum, rows });
    all.push(rows);
  }
  return { version, rows: all.flat().reverse(), blocks, currencies };
}

type Line = readonly [id: string, day: number, fields: WireTransaction];

async function toRows(
  lines: readonly Line[],
  currencies: Map<string, string>,
  renamed: ReadonlyMap<string, string>,
  once: (text: string) => string,
): Promise<SearchableRow[]> {
  const rows: SearchableRow[] = [];
  for (const [id, day, fields] of lines) {
    const account = fields.account_id ?? '';
    const currency = currencies.get(account) ?? '';
    currencies.set(account, currency);
    const view = viewOf(fields, { id, day: once(fromEpochDay(day)), currency }, (text, { key }) =>
      key === 'description' || key === 'amount' ? text : once(text),
    );
    const searched = plainLetters(SEARCHED.map((key) => view[key]).join('\n'));
    rows.push({ view, searched, ruleText: renamed.get(id) ?? view.description });
    if (rows.length % ROWS_PER_TURN === 0) await turn();
  }
  await turn();
  return rows;
}

/** Parses the rows from the day `first` to `last`, both in days since 1970-01-01. */
export function* readBlock(
  { days, offsets }: StoredBlock,
  text: Buffer,
  first = -Infinity,
  last = Infinity,
): Generator<Line> {
  for (const [position, day] of days.entries()) {
    if (day < first || day > last) continue;
    const line = text.toString('utf8', offsets[position], (offsets[position + 1] ?? 1) - 1);
    for (const [id, fields] of Object.entries(JSON.parse(`{${line}}`) as Record<string, WireTransaction>))
      yield [id, day, fields];
  }
}

function versionOf(store: Reader, accountId: string): number {
  return findMirrorState(store, accountId)?.version ?? 0;
}

const SEARCHED = VIEW_FIELDS.filter(({ type }) => type === 'text' || type === 'amount').map(({ key }) => key);

const COUNTED_PER_TURN = 5000;

async function usualCurrencies(store: Reader, accountId: string): Promise<Map<string, string>> {
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
