import { setImmediate as turn } from 'node:timers/promises';
import {
  toInstant,
  type Instant,
  fromEpochDay,
  type CalendarDate,
  type LocalDateTime,
} from '../../core/calendar-date.ts';
import {
  listedCategories,
  listedRules,
  mirrorTextInSteps,
  type MirrorBlock,
  type MirrorText,
  blockOf,
  cutIntoBlocks,
  isOf,
  mirrorRows,
  monthOf,
} from '../../core/mirror-text.ts';
import type { Row } from '../../core/row.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { memoize } from '../../core/memoize.ts';
import { fromLocalDateTime } from '../../core/time-zone.ts';
import type { Applied } from '../../core/workbook-change.ts';
import { saveLayout, type Account, findAccount } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import { findAddedAt, readAddedAt } from '../../store/memory.ts';
import {
  loadMirrorMonths,
  loadMirrorRepeats,
  loadMirrorText,
  loadMirrorTransactions,
  recordFirstSeen,
  findMirrorState,
  isMirrorSound,
  markMirrorVerified,
  saveMirror,
  saveMirrorMonths,
  type MirrorState,
  listFirstSeen,
  listSheetProblems,
  type MirrorHead,
  type MirrorMonths,
  rowsOf,
  unlessDamaged,
} from '../../store/mirror.ts';
import { pack } from '../../store/packing.ts';
import { saveSnapshot } from '../../store/snapshots.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { inTurns } from '../runs/in-turns.ts';
import { withRuleProblems, type Work } from '../runs/work.ts';

/** The maximum delay with which a service reports a change of a workbook; ten minutes have been observed. */
const LATEST_NEWS_MS = 10 * 60_000;

export type AnyWorkbook = Pick<Workbook, 'isRemote'>;

export function createMirrorWriter(deps: SyncDependencies) {
  const sound = new Map<string, number>();

  function isSound(accountId: string, version: number): boolean {
    if (sound.get(accountId) === version) return true;
    const found = isMirrorSound(deps.store, accountId);
    if (found) sound.set(accountId, version);
    else deps.log.warn({ account: accountId }, 'the mirror is damaged; the workbook is read again');
    return found;
  }

  function markVerified(accountId: string, state: MirrorState, workbook: AnyWorkbook, lookedAtMs: number): void {
    markMirrorVerified(deps.store, accountId, state.revision, verifiedAt(state, workbook, lookedAtMs));
  }

  /** Stores a snapshot, unless the mirror is newer. */
  async function write(
    account: Account,
    snapshot: Snapshot,
    workbook: AnyWorkbook,
    verifiedAt: Instant,
  ): Promise<void> {
    const accountId = account.id;
    const { blocks, newlySeen, repeats } = await writeOut(deps, account, snapshot);
    // Snapshots of local files are not stored, because reading them is cheap.
    const rows = workbook.isRemote ? await pack(snapshot.rows) : null;
    const head = await headOf(snapshot);
    deps.store.transaction(() => {
      // A slow read must not overwrite newer data. Ignores a stored time in the future, because the clock was set back.
      const newest = findMirrorState(deps.store, accountId)?.verifiedAt ?? verifiedAt;
      if (newest > verifiedAt && newest <= toInstant(deps.clock.now())) return;
      if (JSON.stringify(account.layout) !== JSON.stringify(snapshot.layout))
        saveLayout(deps.store, accountId, snapshot.layout);
      if (rows !== null) saveSnapshot(deps.store, accountId, snapshot, rows);
      recordFirstSeen(deps.store, accountId, newlySeen, toInstant(deps.clock.now()));
      saveMirror(
        deps.store,
        accountId,
        {
          revision: snapshot.revision,
          fingerprint: snapshot.fingerprint,
          verifiedAt,
          categories: listedCategories(snapshot.categories),
          budgets: snapshot.budgets ?? [],
          ...head,
          repeats,
          blocks,
        },
        deps.clock.now(),
      );
    });
    deps.events.emit('mirror', { accountId });
  }

  /** Applies the changes of a run to the mirror. False if the mirror is damaged. */
  async function patch(account: Account, work: Work, applied: Applied): Promise<boolean> {
    const now = deps.clock.now();
    const months = unlessDamaged(() => patchMirror(deps, account, work, applied));
    if (months === null) return false;
    const sheet = applied.rulesSheet;
    const problems = listSheetProblems(deps.store, account.id);
    const head =
      sheet === undefined
        ? {}
        : await headOf({ ...sheet, problems: withRuleProblems(problems, sheet.problems), layout: applied.layout });
    deps.store.transaction(() => {
      saveLayout(deps.store, account.id, applied.layout);
      saveMirrorMonths(deps.store, account.id, { ...months, head }, { ...applied, verifiedAt: toInstant(now) }, now);
    });
    deps.events.emit('mirror', { accountId: account.id });
    return true;
  }

  return { isSound, markVerified, write, patch };
}

/** The latest time at which the workbook certainly had this content. For an online workbook, some minutes ago. */
export function verifiedAt(state: MirrorState | null, { isRemote }: AnyWorkbook, lookedAtMs: number): Instant {
  if (!isRemote) return toInstant(lookedAtMs);
  const certain = toInstant(lookedAtMs - LATEST_NEWS_MS);
  const latest = state?.verifiedAt ?? certain;
  // Ignores a stored time in the future, because the clock was set back.
  return latest > certain && latest <= toInstant(lookedAtMs) ? latest : certain;
}

async function writeOut(
  deps: SyncDependencies,
  account: Account,
  snapshot: Snapshot,
): Promise<MirrorText & { readonly blocks: readonly MirrorBlock[] }> {
  const addedAt = await readAddedAt(deps.store, account.id);
  const steps = mirrorTextInSteps(snapshot.rows, {
    digest: deps.digest,
    addedAt: (transactionId) => addedAt.get(transactionId) ?? null,
    toInstant: instantsIn(account),
    firstSeen: listFirstSeen(deps.store, account.id),
    now: toInstant(deps.clock.now()),
  });
  const text = await inTurns(steps);
  const blocks: MirrorBlock[] = [];
  for (const block of text.blocks) {
    blocks.push(block);
    await turn();
  }
  return { ...text, blocks };
}

/** The changed months of the mirror; null if all rows must be written. Throws PennyrowError `store_mirror_damaged`. */
function patchMirror(deps: SyncDependencies, account: Account, work: Work, applied: Applied): MirrorMonths | null {
  const { appended, updated = [] } = applied;
  const numbers = new Set(work.updates.map(({ row }) => row));
  if (appended === null || updated.length !== numbers.size || applied.refused.length > 0) return null;
  if (work.updates.some(({ cell }) => cell.column === 'transactionId')) return null;
  for (const { row } of work.removals) numbers.add(row);
  const edited = work.updates.flatMap(({ cell }) => (cell.column === 'date' ? [cell.from] : []));
  const before = [...edited, ...work.removals.map(({ values }) => values.date)];
  return monthsWith(deps, account, [...appended, ...updated], numbers, before);
}

/** The stored months, in which `rows` replace the row numbers `numbers`; null to write all rows. Throws `store_mirror_damaged`. */
export function monthsWith(
  deps: SyncDependencies,
  account: Account,
  rows: readonly Row[],
  numbers: ReadonlySet<number>,
  datesBefore: readonly CalendarDate[] = [],
): MirrorMonths | null {
  if (rows.some(({ date }) => date === null)) return null;
  const dates = [...rows.map(({ date }) => date as CalendarDate), ...datesBefore];
  const months = [...new Map(dates.map((date) => [date.slice(0, 7), monthOf(date)])).values()];
  // Repeated ids are stored with their position in a block. Changed rows would shift it, so all rows must be written.
  const repeats = loadMirrorRepeats(deps.store, account.id);
  if (repeats.some((repeat) => months.some((month) => isOf(repeat, month)))) return null;
  const before = months.flatMap((month) => loadMirrorMonths(deps.store, account.id, month, month).flatMap(rowsOf));
  const ids = new Map(before.flatMap(({ index, id }) => (numbers.has(index) ? [[index, id]] : [])));
  const written = mirrorRows(rows, {
    digest: deps.digest,
    // A row that the user typed keeps its id when its cells change, although the id is computed from the cells.
    typedIds: ids,
    addedAt: (transactionId) => findAddedAt(deps.store, account.id, transactionId),
    toInstant: instantsIn(account),
    firstSeen: rows.every(({ transactionId }) => transactionId !== '')
      ? new Map()
      : listFirstSeen(deps.store, account.id),
    now: toInstant(deps.clock.now()),
  });
  if (written.newlySeen.length > 0 || written.hasRepeats || ids.size < numbers.size) return null;
  const now = [...before.filter(({ index }) => !numbers.has(index)), ...written.rows];
  const sorted = now.sort((a, b) => a.day - b.day || a.index - b.index);
  return { months, blocks: cutIntoBlocks(sorted, ({ day }) => fromEpochDay(day)).map(blockOf) };
}

export async function headOf({
  rules,
  problems,
  layout,
}: Pick<Snapshot, 'rules' | 'problems' | 'layout'>): Promise<Required<Pick<MirrorHead, 'rules' | 'problems'>>> {
  const { ruleProblems } = await import('./rule-problems.ts');
  return { rules: listedRules(rules), problems: [...problems, ...ruleProblems(rules, layout)] };
}

/** Counts the rows that differ between workbook and mirror. Call `freshen` first, so that new rows do not count. */
export async function compareMirror(deps: SyncDependencies, accountId: string) {
  const account = findAccount(deps.store, accountId);
  if (account === null || account.workbook === null)
    return { rows: 0, differing: 0, transactionIds: new Set<string>() };
  const workbook = deps.openWorkbook(account);
  try {
    const snapshot = await workbook.read({ remembered: account.layout });
    const { blocks } = await writeOut(deps, account, snapshot);
    const stored = Map.groupBy(keptRows(deps.store, accountId), (row) => row);
    const current = blocks.flatMap(({ text, offsets }) => rowTexts(Buffer.from(text), offsets));
    const differing = current.filter((row) => stored.get(row)?.pop() === undefined).length;
    const left = [...stored.values()].flat().length;
    return {
      rows: current.length,
      differing: Math.max(differing, left),
      transactionIds: new Set(snapshot.rows.map(({ transactionId }) => transactionId)),
    };
  } finally {
    await workbook.close();
  }
}

function keptRows(store: Reader, accountId: string): string[] {
  return loadMirrorTransactions(store, accountId).blocks.flatMap((block) => {
    try {
      return rowTexts(loadMirrorText(store, accountId, block), block.offsets);
    } catch {
      return [];
    }
  });
}

function rowTexts(text: Buffer, offsets: Uint32Array): string[] {
  return Array.from({ length: offsets.length - 1 }, (_, row) => text.toString('utf8', offsets[row], offsets[row + 1]));
}

function instantsIn({ timeZone }: Account): (local: LocalDateTime) => Instant {
  return memoize((local: LocalDateTime) => toInstant(fromLocalDateTime(timeZone, local)));
}
