import { fromEpochDay, toInstant, type CalendarDate } from '../core/calendar-date.ts';
import { blockOf, cutIntoBlocks, isOf, mirrorText, monthOf } from '../core/mirror-text.ts';
import { fromLocalDateTime } from '../core/time-zone.ts';
import type { Applied, CellUpdate } from '../core/workbook-change.ts';
import type { Account } from '../store/accounts.ts';
import { findMemory } from '../store/memory.ts';
import type { MirrorMonths } from '../store/mirror.ts';
import { loadMirrorMonths, loadMirrorRepeats } from '../store/mirror-blocks.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { Work } from './work.ts';
import { rowsOf } from './mirror-rows.ts';

/**
 * The months of a mirror that change by what was written, as a mirror made of all rows would have them; null where it takes
 * all rows to tell. All else in the mirror stays as it is. Throws PennyrowError `store_mirror_damaged`.
 */
export function patchMirror(
  deps: SyncDependencies,
  account: Account,
  work: Work,
  applied: Applied,
): MirrorMonths | null {
  const { appended, updated = [] } = applied;
  const changed = new Set(work.updates.map(({ transactionId }) => transactionId));
  if (appended === null || updated.length !== changed.size || applied.refused.length > 0) return null;
  const rows = [...appended, ...updated];
  const texts = mirrorText(rows, {
    digest: deps.digest,
    addedAt: (transactionId) => findMemory(deps.store, account.id, transactionId)?.addedAt ?? null,
    toInstant: (local) => toInstant(fromLocalDateTime(account.timeZone, local)),
    firstSeen: new Map(),
    now: toInstant(deps.clock.now()),
  });
  if (texts.newlySeen.length > 0 || texts.repeats.length > 0 || rows.some(({ date }) => date === null)) return null;
  const dates = [...rows.map(({ date }) => date as CalendarDate), ...datesBefore(work.updates)];
  const months = [...new Map(dates.map((date) => [date.slice(0, 7), monthOf(date)])).values()];
  // Where something stands twice, its places in the block are kept, too.
  const repeats = loadMirrorRepeats(deps.store, account.id);
  if (repeats.some((repeat) => months.some((month) => isOf(repeat, month)))) return null;
  const before = months.flatMap((month) => loadMirrorMonths(deps.store, account.id, month, month).flatMap(rowsOf));
  const now = [...before.filter(({ id }) => !changed.has(id)), ...[...texts.blocks].flatMap(rowsOf)];
  const sorted = now.sort((a, b) => a.day - b.day || a.index - b.index);
  return { months, blocks: cutIntoBlocks(sorted, ({ day }) => fromEpochDay(day)).map(blockOf) };
}

/** Where rows were that have another date now. */
function datesBefore(updates: readonly CellUpdate[]): CalendarDate[] {
  return updates.flatMap(({ cell }) => (cell.column === 'date' ? [cell.from] : []));
}
