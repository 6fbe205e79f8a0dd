import type { sheets_v4 } from '@googleapis/sheets';
import { layoutWith, type Applied, type Refused, type WorkbookChange } from '../../../core/workbook-change.ts';
import { asBalanceRow } from '../../../core/balance-sheet.ts';
import type { Row } from '../../../core/row.ts';
import type { Revision } from '../../../core/snapshot.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { rememberAppended } from '../../remembered-columns.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { GoogleRefusal, uncertain } from '../api/google-errors.ts';
import type { BaseState } from '../reading/located-spreadsheet.ts';
import { newSheetId, precheckColumns } from './additions.ts';
import { fillDown } from './new-rows.ts';
import {
  appendedBalances,
  compensateBalances,
  addedLayout,
  refusedBalances,
  type BalancesPlan,
} from './new-balances.ts';
import { precheckWrite, type Precheck } from './precheck.ts';
import { isTaken, planWrite, type WritePlan } from './plan.ts';
import { compensateMovedRules } from './moved-rules.ts';
import { precheckRules, type RulesPrecheck } from './new-rules.ts';
import { NOT_COMPENSATED, compensateMovedRows, transactionKeys } from './moved-rows.ts';
import { appendedRows, READ_BACK_FIELDS, rowsReadBack } from './verify.ts';
import { changedMeanwhile, explained } from './write-errors.ts';

export interface ApplyChange {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly base: BaseState;
  readonly seen: Precheck | null;
  readonly change: WorkbookChange;
  readonly sleep: Sleep;
  readonly signal?: AbortSignal | undefined;
  readonly step?: ((name: string) => void) | undefined;
}

/** Delays before checking whether a lost write arrived. A later arrival fails because its marker number is taken. */
const WAITS_MS = [1000, 4000, 10_000] as const;

/** A write is not sent again after this time, because a user waits. */
const RESENT_FOR_MS = 35_000;

/** Extra time for a running write after the user cancels or the service stops. */
const GRACE_PERIOD_MS = 5000;

const TRUNCATED = {
  status: null,
  reason: 'truncated',
  message: 'The answer broke off.',
  retryAfterMs: null,
  neverSent: false,
  isPage: false,
};
const CALLED_OFF = { ...TRUNCATED, reason: 'cancelled', message: 'The answer was not waited for any longer.' };

/**
 * Writes a change atomically in one batch; see `Workbook.apply`. Also throws PennyrowError `workbook_protected`,
 * `workbook_cells`, `workbook_write_uncertain` and Google's errors.
 */
export async function applyChange(apply: ApplyChange): Promise<Applied> {
  const { api, spreadsheetId, change, sleep, signal, step } = apply;
  let seen = await firstPrecheck(apply);
  signal?.throwIfAborted();
  const startedAt = performance.now();
  for (let [attempt, skip] = [0, 0]; ; attempt += 1) {
    const columns = await precheckColumns(api, spreadsheetId, seen.located, change, signal);
    const plan = planWrite(seen, await precheckChangedRules(apply), columns, change, skip);
    let written: sheets_v4.Schema$Spreadsheet;
    step?.('writing');
    // Google may execute a request after the caller cancelled it, so wait for the response a little longer.
    const gracePeriod = beginGracePeriod({
      signal,
      milliseconds: GRACE_PERIOD_MS,
      sleep,
      over: () => uncertain(CALLED_OFF),
    });
    try {
      const { updatedSpreadsheet } = await api.write(
        spreadsheetId,
        plan.request,
        `updatedSpreadsheet(${READ_BACK_FIELDS})`,
        gracePeriod.signal,
      );
      if (updatedSpreadsheet === undefined) throw uncertain(TRUNCATED);
      written = updatedSpreadsheet;
    } catch (thrown) {
      const wait = WAITS_MS[attempt];
      const isNumberTaken = thrown instanceof GoogleRefusal && isTaken(thrown.words);
      if (wait === undefined || !(isNumberTaken || isUncertain(thrown))) throw explained(thrown, plan.title);
      if (!isNumberTaken) await sleepOrThrow(apply, wait, thrown);
      seen = await recheck(apply, isNumberTaken ? changedMeanwhile(thrown) : thrown);
      if (!seen.isWritten) {
        if (performance.now() - startedAt > RESENT_FOR_MS) throw explained(thrown, plan.title);
        // No other run was written, so another program uses the number.
        if (isNumberTaken) skip += 1;
        continue;
      }
      written = await readBackNow(apply, plan);
    } finally {
      gracePeriod.close();
    }
    step?.('checking');
    return finish(apply, plan, written);
  }
}

async function sleepOrThrow({ sleep, signal }: ApplyChange, milliseconds: number, cause: unknown): Promise<void> {
  try {
    await sleep(milliseconds, signal);
  } catch {
    throw cause;
  }
}

async function recheck({ api, spreadsheetId, base, change, signal }: ApplyChange, cause: unknown): Promise<Precheck> {
  try {
    return await precheckWrite(api, spreadsheetId, base, change, signal);
  } catch (thrown) {
    const isConclusive =
      isChanged(thrown) && !(thrown instanceof PennyrowError && thrown.cause instanceof GoogleRefusal);
    throw isConclusive ? thrown : cause;
  }
}

/** A recent read suffices for adding rows. Cells that are overwritten are read again right before the write. */
async function firstPrecheck({ api, spreadsheetId, base, seen, change, signal }: ApplyChange): Promise<Precheck> {
  if (seen !== null) return seen;
  const isPlain = change.updates.length + change.removals.length + (change.balances?.removals.length ?? 0) === 0;
  // The user may have typed into an existing row that is to be filled.
  const isInserted = base.located?.isAnchored !== true && base.located?.balances?.isAnchored !== true;
  if (base.located !== null && isPlain && isInserted)
    return { located: base.located, rows: new Map(), balanceRows: new Map(), isWritten: false };
  return precheckWrite(api, spreadsheetId, base, change, signal);
}

async function precheckChangedRules({
  api,
  spreadsheetId,
  base,
  change,
  signal,
}: ApplyChange): Promise<RulesPrecheck | null> {
  return changedRules(change) === 0 ? null : precheckRules(api, spreadsheetId, base, change, signal);
}

function changedRules({ rules = [], ruleEdits = [] }: WorkbookChange): number {
  return rules.length + ruleEdits.length;
}

async function finish(
  apply: ApplyChange,
  { precheck: before, edits, rules, balances }: WritePlan,
  answer: sheets_v4.Schema$Spreadsheet,
): Promise<Applied> {
  const { api, spreadsheetId, base, change } = apply;
  const { located } = before;
  const after = rowsReadBack(answer, located);
  const { requests, refused } = compensateMovedRows(edits, {
    sheetId: located.transactions.sheetId,
    places: located,
    before: before.rows,
    knownRows: base.rows,
    after,
    keys: transactionKeys(located.columns),
  });
  const moved = balances === null ? NOTHING_MOVED : compensateBalances(balances, before.balanceRows, answer);
  const { ruleEdits = [] } = change;
  // New rules in the same change would look like lines that the user inserted.
  const movedRules =
    rules === null || ruleEdits.length === 0 || (change.rules ?? []).length > 0
      ? NOTHING_MOVED
      : compensateMovedRules(rules, ruleEdits, answer);
  const compensation = [...requests, ...movedRules.requests, ...moved.requests];
  const isCompensated = compensation.length === 0 || (await writeCompensation(apply, compensation));
  // The rows are written; formulas that could not be copied do not make the write fail.
  await fillDown({ api, spreadsheetId, located, appends: change.appends, after }).catch(() => undefined);
  const appended = appendedRows(after, located, change);
  const isPlain =
    change.updates.length + change.removals.length + changedRules(change) + (change.withdrawals?.length ?? 0) === 0 &&
    change.additions === undefined;
  const sheets = (change.additions?.sheets ?? []).map((sheet) => ({
    ...sheet,
    id: String(newSheetId(sheet.role, change.runId)),
  }));
  const result = {
    revision: unknownRevision(change),
    layout: layoutWith(rememberAppended(base.layout, appended ?? []), change, sheets),
    appendedRows: change.appends.map((_, index) => located.lastUsedRow + 1 + index),
    appended: isPlain ? appended : null,
    refused: [
      ...edits.refused,
      ...(isCompensated ? refused : refused.map((each) => ({ ...each, found: NOT_COMPENSATED }))),
      ...movedRules.refused,
      ...(isCompensated || movedRules.requests.length === 0 ? [] : ruleEdits.map(({ row }) => notCompensated(row))),
    ],
  };
  if (balances === null) return result;
  await fillDown({ ...balances, api, spreadsheetId, after: rowsReadBack(answer, balances.located) }).catch(
    () => undefined,
  );
  return withBalances(result, balances, appendedBalances(balances, answer), moved.refused);
}

const NOTHING_MOVED = { requests: [], refused: [] };

function notCompensated(row: number): Refused {
  return { row, transactionId: '', column: null, found: NOT_COMPENSATED };
}

function withBalances(
  applied: Applied,
  plan: BalancesPlan,
  rows: readonly Row[] | null,
  moved: readonly Refused[],
): Applied {
  const { change } = plan;
  const isPlain = change.removals.length === 0 && change.newSheet === undefined && rows !== null;
  const layout = change.newSheet === undefined ? applied.layout.balances : addedLayout(plan);
  return {
    ...applied,
    layout:
      layout === undefined ? applied.layout : { ...applied.layout, balances: rememberAppended(layout, rows ?? []) },
    appended: isPlain ? applied.appended : null,
    ...(isPlain && { appendedBalances: rows.map(asBalanceRow) }),
    refusedBalances: refusedBalances(plan, moved),
  };
}

/** Never throws, because the change itself is written. Idempotent. */
async function writeCompensation(
  { api, spreadsheetId, sleep }: ApplyChange,
  requests: readonly sheets_v4.Schema$Request[],
): Promise<boolean> {
  for (const wait of [...WAITS_MS, null]) {
    try {
      await api.write(spreadsheetId, { requests: [...requests] }, 'spreadsheetId');
      return true;
    } catch {
      if (wait !== null) await sleep(wait);
    }
  }
  return false;
}

/** A made-up revision, so that the next read is complete: Google's own revision could include edits made before the response. */
function unknownRevision({ revision, runId }: WorkbookChange): Revision {
  return `${revision}+${runId}` as Revision;
}

async function readBackNow(
  { api, spreadsheetId, signal }: ApplyChange,
  { request }: WritePlan,
): Promise<sheets_v4.Schema$Spreadsheet> {
  const ranges = request.responseRanges ?? [];
  return ranges.length === 0 ? {} : api.get(spreadsheetId, ranges, READ_BACK_FIELDS, signal);
}

function isUncertain(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'workbook_write_uncertain';
}

function isChanged(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'workbook_changed';
}

interface GracePeriodOptions {
  readonly signal: AbortSignal | undefined;
  readonly milliseconds: number;
  readonly sleep: Sleep;
  readonly over: () => PennyrowError;
}

/** A signal that aborts some time after the given one. Call `close` to release the timer. */
function beginGracePeriod({ signal, milliseconds, sleep, over }: GracePeriodOptions): {
  readonly signal: AbortSignal;
  close(): void;
} {
  const [late, closed] = [new AbortController(), new AbortController()];
  const begin = (): void => {
    sleep(milliseconds, closed.signal).then(
      () => late.abort(over()),
      () => undefined,
    );
  };
  if (signal?.aborted === true) begin();
  else signal?.addEventListener('abort', begin, { once: true, signal: closed.signal });
  return { signal: late.signal, close: () => closed.abort() };
}
