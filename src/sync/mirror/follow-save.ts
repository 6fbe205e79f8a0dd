import { isDeepStrictEqual } from 'node:util';
import { toInstant } from '../../core/calendar-date.ts';
import { checksumsOf, listedCategories } from '../../core/mirror-text.ts';
import type { Row } from '../../core/row.ts';
import { MONEY_COLUMNS } from '../../core/sheet-columns.ts';
import type { Layout, Snapshot } from '../../core/snapshot.ts';
import { saveLayout, type Account } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import {
  loadMirrorTransactions,
  findMirrorState,
  isMirrorSound,
  markMirrorVerified,
  saveMirrorMonths,
  unlessDamaged,
} from '../../store/mirror.ts';
import { findSettled, findSettledSheet, latestBalances, saveSettled, saveSettledSheet } from '../../store/settled.ts';
import type { PlannedOn, Workbook } from '../../workbooks/workbook.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { settledState, UNKNOWN_STATE, type SettledNow } from '../runs/work.ts';
import { headOf, monthsWith } from './mirror-writer.ts';

/** The current state of the workbook. `on` is null if the workbook must be read before planning. */
export async function settledNow(deps: SyncDependencies, account: Account, workbook: Workbook): Promise<SettledNow> {
  const { store } = deps;
  if (findSettled(store, account.id) === null || account.layout === null) return UNKNOWN_STATE;
  try {
    const followed = workbook.isRemote ? null : await followSave(deps, account, workbook);
    const on = followed ?? (await stateOf(workbook, account.layout));
    if (on === null) return UNKNOWN_STATE;
    const isSettled = settledState(deps, account, workbook, on) === findSettled(store, account.id);
    return { revision: on.revision, on: isSettled ? on : null };
  } catch {
    // The caller reads the workbook next, and that read reports the error.
    return UNKNOWN_STATE;
  }
}

/** For a remote workbook, the revision may be minutes old, because services report changes late. */
async function stateOf(workbook: Workbook, layout: Layout): Promise<PlannedOn | null> {
  if (workbook.isRemote) return { revision: await workbook.revision(), layout };
  const now = await workbook.fingerprint?.();
  return now == null ? null : { revision: now.revision, fingerprint: now.text, layout };
}

/** Updates the mirror (the cached sheet) after another program saved the file. Null if a full read is required. */
export async function followSave(
  deps: SyncDependencies,
  account: Account,
  workbook: Workbook,
): Promise<PlannedOn | null> {
  const { store } = deps;
  const { id, layout } = account;
  const lookedAt = deps.clock.now();
  const [state, now] = [findMirrorState(store, id), layout === null ? null : await stateOf(workbook, layout)];
  if (layout === null || state === null || state.fingerprint === null || now === null) return null;
  const before: PlannedOn = { ...state, fingerprint: state.fingerprint, layout };
  if (before.fingerprint === now.fingerprint) {
    if (before.revision !== now.revision) markMirrorVerified(store, id, now.revision, toInstant(lookedAt));
    return now;
  }
  const snapshot = isMirrorSound(store, id) ? await readChanges(store, id, layout, workbook) : null;
  if (snapshot === null) return null;
  const months = unlessDamaged(() =>
    monthsWith(deps, account, snapshot.rows, new Set(snapshot.rows.map(({ index }) => index))),
  );
  if (months === null) return null;
  const { categories, budgets = [] } = snapshot;
  const head = { ...(await headOf(snapshot)), categories: listedCategories(categories), budgets };
  const isFollowed = store.transaction(() => {
    if (findMirrorState(store, id)?.version !== state.version) return false;
    const settled = findSettledSheet(store, id);
    const wasSettled = findSettled(store, id) === settledState(deps, account, workbook, before);
    const balances = latestBalances(snapshot.balances);
    saveLayout(store, id, snapshot.layout);
    saveMirrorMonths(store, id, { ...months, head }, { ...snapshot, verifiedAt: toInstant(lookedAt) }, lookedAt);
    if (!wasSettled || settled === null || !isDeepStrictEqual(balances, settled.balances)) return true;
    saveSettled(store, id, settledState(deps, account, workbook, snapshot));
    saveSettledSheet(store, id, { ...settled, rules: snapshot.rules });
    return true;
  });
  deps.events.emit('mirror', { accountId: id });
  return isFollowed ? snapshot : null;
}

/** Stops the read at the first row that requires a full read. */
const MUST_READ_ALL = new Error('A value that plans depend on has changed.');

/** Reads only the changed rows. Null if all rows must be read, such as after a change of a date or amount. */
async function readChanges(
  store: Reader,
  accountId: string,
  layout: Layout,
  workbook: Workbook,
): Promise<Snapshot | null> {
  // A full read is required if new rows are inserted at the top or if the sheet has two columns of money.
  if (layout.newestFirst === true || MONEY_COLUMNS.some((column) => layout.columns[column] !== undefined)) return null;
  const { count, byRow } = loadChecksums(store, accountId);
  let [seen, changed] = [0, 0];
  const omits = (row: Row): boolean => {
    const { index, planned, free } = checksumsOf(row);
    if (byRow[2 * index] !== planned || row.amount === null) throw MUST_READ_ALL;
    const isSame = byRow[2 * index + 1] === free;
    seen += 1;
    changed += isSame ? 0 : 1;
    return isSame;
  };
  try {
    const snapshot = await workbook.read({ remembered: layout, omits });
    const isSame =
      snapshot.layout.headerRow === layout.headerRow && isDeepStrictEqual(snapshot.layout.columns, layout.columns);
    return isSame && seen === count && changed === snapshot.rows.length ? snapshot : null;
  } catch (thrown) {
    if (thrown === MUST_READ_ALL) return null;
    throw thrown;
  }
}

/** `byRow` has two checksums per row. Index `2 * row`: the cells that plans use. Index `2 * row + 1`: all other cells. */
function loadChecksums(store: Reader, accountId: string) {
  const { blocks } = loadMirrorTransactions(store, accountId);
  let [count, last] = [0, 0];
  for (const { checksums } of blocks)
    for (let at = 0; at < checksums.length; at += 3) {
      count += 1;
      last = Math.max(last, checksums[at] as number);
    }
  const byRow = new Uint32Array(2 * (last + 1));
  for (const { checksums } of blocks)
    for (let at = 0; at < checksums.length; at += 3) {
      const row = checksums[at] as number;
      byRow[2 * row] = checksums[at + 1] as number;
      byRow[2 * row + 1] = checksums[at + 2] as number;
    }
  return { count, byRow };
}
