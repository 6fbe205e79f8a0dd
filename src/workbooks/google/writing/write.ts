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
import type { KnownState } from '../reading/located-spreadsheet.ts';
import { newSheetId, precheckColumns } from './additions.ts';
import { fillDown } from './filled-down.ts';
import {
  appendedBalances,
  compensateBalances,
  addedLayout,
  refusedBalances,
  type BalancesPlan,
} from './new-balances.ts';
import { precheckWrite, type Precheck } from './precheck.ts';
import { isTaken } from './markers.ts';
import { compensateMovedRules } from './moved-rules.ts';
import { precheckRules, type RulesPrecheck } from './new-rules.ts';
import { NOT_COMPENSATED, compensateMovedRows, transactionKeys } from './moved-rows.ts';
import { planWrite, type WritePlan } from './plan.ts';
import { appendedRows, READ_BACK_FIELDS, rowsReadBack } from './verify.ts';
import { lastChance } from './last-chance.ts';
import { changedMeanwhile, explained } from './write-errors.ts';

export interface ApplyChange {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly known: KnownState;
  /** How the spreadsheet was found right before; null for not looked at. */
  readonly seen: Precheck | null;
  readonly change: WorkbookChange;
  readonly sleep: Sleep;
  readonly signal?: AbortSignal | undefined;
  readonly step?: ((name: string) => void) | undefined;
}

/**
 * How long to wait before the spreadsheet is asked whether it holds a write whose answer was lost; a write that is
 * still under way then meets the number of its marker taken.
 */
const WAITS_MS = [1000, 4000, 10_000] as const;

/** After so long, of real time, a write is not sent again: a person waits. */
const RESENT_FOR_MS = 35_000;

/** Anyone who cancels a run, or stops the service, gives a write under way this much longer for its answer. */
const LAST_CHANCE_MS = 5000;

/** Google's client hands an answer over as text when it is cut off. */
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
 * Writes all of a change by one batch, or nothing: see `Workbook.apply`. Beside its errors, throws PennyrowError
 * `workbook_protected`, `workbook_cells`, `workbook_write_uncertain` and what Google is in the way with.
 */
export async function applyChange(apply: ApplyChange): Promise<Applied> {
  const { api, spreadsheetId, change, sleep, signal, step } = apply;
  let seen = await firstPrecheck(apply);
  signal?.throwIfAborted();
  const startedAt = performance.now();
  for (let [attempt, skip] = [0, 0]; ; attempt += 1) {
    const columns = await precheckColumns(api, spreadsheetId, seen.located, change, signal);
    const plan = planWrite(seen, await rulesLook(apply), columns, change, skip);
    let written: sheets_v4.Schema$Spreadsheet;
    step?.('writing');
    // A request that was sent may be carried out, whether its answer is waited for or not.
    const chance = lastChance({ signal, milliseconds: LAST_CHANCE_MS, sleep, over: () => uncertain(CALLED_OFF) });
    try {
      const { updatedSpreadsheet } = await api.write(
        spreadsheetId,
        plan.request,
        `updatedSpreadsheet(${READ_BACK_FIELDS})`,
        chance.signal,
      );
      if (updatedSpreadsheet === undefined) throw uncertain(TRUNCATED);
      written = updatedSpreadsheet;
    } catch (thrown) {
      const wait = WAITS_MS[attempt];
      const isNumberTaken = thrown instanceof GoogleRefusal && isTaken(thrown.words);
      if (wait === undefined || !(isNumberTaken || isUncertain(thrown))) throw explained(thrown, plan.title);
      if (!isNumberTaken) await sleepOr(apply, wait, thrown);
      seen = await recheck(apply, isNumberTaken ? changedMeanwhile(thrown) : thrown);
      if (!seen.isWritten) {
        if (performance.now() - startedAt > RESENT_FOR_MS) throw explained(thrown, plan.title);
        // Nobody wrote since: the number is somebody else's.
        if (isNumberTaken) skip += 1;
        continue;
      }
      written = await readBackNow(apply, plan);
    } finally {
      chance.close();
    }
    step?.('checking');
    return finish(apply, plan, written);
  }
}

/** Throws `cause` when nobody wants to know any more. */
async function sleepOr({ sleep, signal }: ApplyChange, milliseconds: number, cause: unknown): Promise<void> {
  try {
    await sleep(milliseconds, signal);
  } catch {
    throw cause;
  }
}

/** Checks if a write happened after all. Throws `cause` when the spreadsheet does not tell now. */
async function recheck({ api, spreadsheetId, known, change, signal }: ApplyChange, cause: unknown): Promise<Precheck> {
  try {
    return await precheckWrite(api, spreadsheetId, known, change, signal);
  } catch (thrown) {
    const isTold = isChanged(thrown) && !(thrown instanceof PennyrowError && thrown.cause instanceof GoogleRefusal);
    throw isTold ? thrown : cause;
  }
}

/** A recent read suffices for adding rows. Cells that are overwritten are read again right before the write. */
async function firstPrecheck({ api, spreadsheetId, known, seen, change, signal }: ApplyChange): Promise<Precheck> {
  if (seen !== null) return seen;
  const isPlain = change.updates.length + change.removals.length + (change.balances?.removals.length ?? 0) === 0;
  // If an existing row is filled, somebody may have typed in it since.
  const isInserted = known.located?.isAnchored !== true && known.located?.balances?.isAnchored !== true;
  if (known.located !== null && isPlain && isInserted)
    return { located: known.located, rows: new Map(), balanceRows: new Map(), isWritten: false };
  return precheckWrite(api, spreadsheetId, known, change, signal);
}

/** Null when nothing is to be done to the rules. Where they stand is looked at before each attempt. */
async function rulesLook({ api, spreadsheetId, known, change, signal }: ApplyChange): Promise<RulesPrecheck | null> {
  return changedRules(change) === 0 ? null : precheckRules(api, spreadsheetId, known, change, signal);
}

function changedRules({ rules = [], ruleEdits = [] }: WorkbookChange): number {
  return rules.length + ruleEdits.length;
}

async function finish(
  apply: ApplyChange,
  { precheck: before, edits, rules, balances }: WritePlan,
  answer: sheets_v4.Schema$Spreadsheet,
): Promise<Applied> {
  const { api, spreadsheetId, known, change } = apply;
  const { located } = before;
  const after = rowsReadBack(answer, located);
  const { requests, refused } = compensateMovedRows(edits, {
    sheetId: located.transactions.sheetId,
    places: located,
    before: before.rows,
    known: known.rows,
    after,
    keys: transactionKeys(located.columns),
  });
  const moved = balances === null ? NOTHING_MOVED : compensateBalances(balances, before.balanceRows, answer);
  const { ruleEdits = [] } = change;
  // Of a change that also adds rules, those would seem to be lines that a person put in.
  const movedRules =
    rules === null || ruleEdits.length === 0 || (change.rules ?? []).length > 0
      ? NOTHING_MOVED
      : compensateMovedRules(rules, ruleEdits, answer);
  const back = [...requests, ...movedRules.requests, ...moved.requests];
  const isBack = back.length === 0 || (await writePutBack(apply, back));
  // The rows are in; that a person has to fill their formulas down themselves is no reason to call the write failed.
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
    layout: layoutWith(rememberAppended(known.layout, appended ?? []), change, sheets),
    appendedRows: change.appends.map((_, index) => located.lastUsedRow + 1 + index),
    appended: isPlain ? appended : null,
    refused: [
      ...edits.refused,
      ...(isBack ? refused : refused.map((each) => ({ ...each, found: NOT_COMPENSATED }))),
      ...movedRules.refused,
      ...(isBack || movedRules.requests.length === 0 ? [] : ruleEdits.map(({ row }) => notCompensated(row))),
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
  const known = change.newSheet === undefined ? applied.layout.balances : addedLayout(plan);
  return {
    ...applied,
    layout: known === undefined ? applied.layout : { ...applied.layout, balances: rememberAppended(known, rows ?? []) },
    appended: isPlain ? applied.appended : null,
    ...(isPlain && { appendedBalances: rows.map(asBalanceRow) }),
    refusedBalances: refusedBalances(plan, moved),
  };
}

/** The change itself is written by now, so that this may not end it; done twice, it does the same. */
async function writePutBack(
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

/**
 * Never one that Google tells: what a person did between the read and the answer would be in it, and then be
 * overlooked. So anyone who looks next reads once more.
 */
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
