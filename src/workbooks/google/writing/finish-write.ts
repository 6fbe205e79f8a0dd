import type { sheets_v4 } from '@googleapis/sheets';
import { layoutWith, type Applied, type Refused, type WorkbookChange } from '../../../core/workbook-change.ts';
import { asBalanceRow } from '../../../core/balance-sheet.ts';
import type { Row } from '../../../core/row.ts';
import { newBalancesLayout, type Revision } from '../../../core/snapshot.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { columnLetters } from '../../column-letters.ts';
import { rememberAppended } from '../../remembered-columns.ts';
import { newRowNumbers } from '../../row-order.ts';
import type { SpreadsheetCall } from '../reading/read-answer.ts';
import { GoogleRefusal } from '../api/google-errors.ts';
import type { BaseState } from '../reading/located-spreadsheet.ts';
import { KEY } from '../reading/structure.ts';
import { newSheetId } from './additions.ts';
import { fillDown } from './new-rows.ts';
import { compensateBalances, refusedBalances, type BalancesPlan } from './new-balances.ts';
import { hasHeaders, type Precheck, type SheetRows } from './precheck.ts';
import { isNumberInUse, type WritePlan } from './plan.ts';
import { runTag } from './identity.ts';
import { compensateMovedRules, refusedLine } from './moved-rules.ts';
import { NOT_COMPENSATED, compensateMovedRows, transactionKeys } from './moved-rows.ts';
import { firstNewRow } from './row-shift.ts';
import { appendedRows, READ_BACK_FIELDS, rowCountReadBack, rowsReadBack, sheetInA1 } from './verify.ts';

export interface ApplyChange extends SpreadsheetCall {
  readonly base: BaseState;
  readonly seen: Precheck | null;
  readonly change: WorkbookChange;
  readonly sleep: Sleep;
  readonly step?: ((name: string) => void) | undefined;
}

/** Delays, in milliseconds, before checking whether Google executed a write without a response. */
export const WAITS_MS = [1000, 4000, 10_000] as const;

/** Corrects edits of wrong rows if rows moved just before the write, continues formulas, and returns the result. */
export async function finishWrite(
  apply: ApplyChange,
  { precheck: before, edits, rules, balances }: WritePlan,
  answer: sheets_v4.Schema$Spreadsheet,
): Promise<Applied> {
  const { base, change } = apply;
  const { located } = before;
  const count = change.appends.length;
  const after = rowsReadBack(answer, located);
  const { requests, refused } = compensateMovedRows(edits, {
    located,
    count,
    before: before.rows,
    knownRows: base.snapshot.rows,
    after,
    rowCountAfter: rowCountReadBack(answer, located),
    keys: transactionKeys(located.columns),
  });
  const raised = await moveBelowHeader(apply, before, after);
  const balancesAfter: SheetRows = balances === null ? new Map() : rowsReadBack(answer, balances.located);
  const moved =
    balances === null ? NOTHING_MOVED : compensateBalances(balances, before.balanceRows, balancesAfter, answer);
  const { ruleEdits = [] } = change;
  // With new rules in the change, does not search for moved lines: new rules would look like lines that the user inserted.
  const movedRules =
    rules === null || ruleEdits.length === 0 || (change.rules ?? []).length > 0
      ? NOTHING_MOVED
      : compensateMovedRules(rules, ruleEdits, answer);
  const compensation = [...requests, ...raised, ...movedRules.requests, ...moved.requests];
  const isCompensated = compensation.length === 0 || (await writeCompensation(apply, compensation));
  // Ignores errors: the rows are written, and at most their formulas are missing.
  await fillDown(apply, located, change.appends, after).catch(() => undefined);
  const appended = appendedRows(after, located, change);
  const isPlain =
    change.updates.length + change.removals.length + changedRules(change) + (change.withdrawals?.length ?? 0) === 0 &&
    change.additions === undefined &&
    located.topRow === null;
  const sheets = (change.additions?.sheets ?? []).map((sheet) => ({
    ...sheet,
    id: String(newSheetId(sheet.role, change.runId)),
  }));
  const result = {
    revision: unknownRevision(change),
    layout: layoutWith(rememberAppended(base.snapshot.layout, appended ?? []), change, sheets),
    appendedRows: newRowNumbers(located, count),
    appended: isPlain ? appended : null,
    refused: [
      ...edits.refused,
      ...(isCompensated ? refused : refused.map((each) => ({ ...each, found: NOT_COMPENSATED }))),
      ...movedRules.refused,
      ...(isCompensated || movedRules.requests.length === 0
        ? []
        : ruleEdits.map(({ row }) => refusedLine(row, NOT_COMPENSATED))),
    ],
  };
  if (balances === null) return result;
  await fillDown(apply, balances.located, balances.appends, balancesAfter).catch(() => undefined);
  return withBalances(result, balances, appendedRows(balancesAfter, balances.located, balances), moved.refused);
}

const NOTHING_MOVED = { requests: [], refused: [] };

function withBalances(
  applied: Applied,
  plan: BalancesPlan,
  rows: readonly Row[] | null,
  moved: readonly Refused[],
): Applied {
  const { change } = plan;
  const { sheetId, title } = plan.located.transactions;
  const isPlain = change.removals.length === 0 && change.newSheet === undefined && rows !== null;
  const layout =
    change.newSheet === undefined ? applied.layout.balances : newBalancesLayout({ name: title, id: String(sheetId) });
  return {
    ...applied,
    layout:
      layout === undefined ? applied.layout : { ...applied.layout, balances: rememberAppended(layout, rows ?? []) },
    appended: isPlain ? applied.appended : null,
    ...(isPlain && { appendedBalances: rows.map(asBalanceRow) }),
    refusedBalances: refusedBalances(plan, moved),
  };
}

/** Moves new rows below the header if the user pushed the header down by inserting rows just before the write. */
async function moveBelowHeader(
  { api, spreadsheetId, base, change, signal }: ApplyChange,
  { located }: Precheck,
  after: SheetRows,
): Promise<sheets_v4.Schema$Request[]> {
  const { transactions, headerRow, topRow, columns } = located;
  if (topRow === null || change.appends.length === 0 || hasHeaders(after.get(headerRow), base.snapshot.layout))
    return [];
  const [first, end] = [firstNewRow(located), firstNewRow(located) + change.appends.length];
  const positions = Object.values(columns);
  const [left, right] = [Math.min(...positions), Math.max(...positions)].map(columnLetters);
  const range = `${sheetInA1(transactions)}!${left}${headerRow}:${right}${end + MOST_ROWS_ABOVE}`;
  const answer = await api.get(spreadsheetId, [range], READ_BACK_FIELDS, signal).catch(() => null);
  const rows = answer === null ? new Map() : rowsReadBack(answer, located);
  const header = [...rows.values()].find((row) => row.index >= end && hasHeaders(row, base.snapshot.layout));
  if (header === undefined) return [];
  const source = { sheetId: transactions.sheetId, dimension: 'ROWS', startIndex: first - 1, endIndex: end - 1 };
  return [{ moveDimension: { source, destinationIndex: header.index } }];
}

/** How many rows to search for the header: users rarely insert more rows between the check and the write. */
const MOST_ROWS_ABOVE = 20;

/** Never throws: the change itself is already written. The marker makes Google reject a retry if the first try took effect. */
async function writeCompensation(
  { api, spreadsheetId, change, sleep }: ApplyChange,
  requests: readonly sheets_v4.Schema$Request[],
): Promise<boolean> {
  const movesRows = requests.some((request) => MOVES.some((kind) => request[kind] !== undefined));
  const mark = { metadataId: newSheetId('compensation', change.runId), runId: change.runId };
  const marked = movesRows ? [runTag(KEY.compensation, mark), ...requests] : [...requests];
  for (const wait of [...WAITS_MS, null]) {
    try {
      await api.write(spreadsheetId, { requests: marked }, 'spreadsheetId');
      return true;
    } catch (thrown) {
      if (movesRows && thrown instanceof GoogleRefusal && isNumberInUse(thrown.words)) return true;
      if (wait !== null) await sleep(wait);
    }
  }
  return false;
}

const MOVES = ['insertDimension', 'appendDimension', 'moveDimension'] as const;

/** Equals no revision of Google, so that the next read is complete. Users may have edited the sheet before Google’s response. */
function unknownRevision({ revision, runId }: WorkbookChange): Revision {
  return `${revision}+${runId}` as Revision;
}

export function changedRules({ rules = [], ruleEdits = [] }: WorkbookChange): number {
  return rules.length + ruleEdits.length;
}
