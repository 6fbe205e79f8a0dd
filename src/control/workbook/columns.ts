import type { ColumnMapping, HeadersView } from '../../contract/control/workbook.ts';
import { REQUIRED_COLUMNS, type Column } from '../../core/row.ts';
import { SHEET_COLUMNS, shows } from '../../core/sheet-columns.ts';
import type { Layout, NewRowsPlace, Snapshot } from '../../core/snapshot.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { createError, errorWithin, hasCode, type PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import { knowsAny, knowsRows } from '../../store/memory.ts';
import { chosenLayout } from '../../workbooks/chosen-layout.ts';
import { columnLetters } from '../../workbooks/column-letters.ts';
import { guessLayout, guessSheet } from '../../workbooks/guess-layout.ts';
import { requireFittingColumns } from '../../workbooks/contradicting-column.ts';
import { COLUMN_HEADERS } from '../../workbooks/headers.ts';
import { tableOf } from '../../workbooks/additions.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import type { Collaborators } from '../collaborators.ts';
import { withWorkbook, choiceOf } from './additions.ts';

/** True for problems that the user can solve by choosing the columns. */
export function needsMapping(thrown: unknown): thrown is PennyrowError {
  return hasCode(thrown, 'workbook_column_lost', 'workbook_ambiguous_column', 'workbook_sheet_missing');
}

export async function headersOf(
  workbook: Workbook,
  remembered: Layout | null,
  signal: AbortSignal,
): Promise<HeadersView> {
  const heads = await workbook.heads(signal);
  return {
    transactions: guessSheet(heads, remembered),
    sheets: heads.map((head) => ({
      name: head.name,
      lines: head.lines.map(({ row, cells }) => ({
        row,
        cells: cells.map((cell) => ({ ...cell, letter: columnLetters(cell.position) })),
      })),
      ...guessLayout(head, remembered),
    })),
  };
}

export async function notRecognised(
  error: PennyrowError,
  workbook: Workbook,
  names: { readonly name: string; readonly provider: string | null },
  signal?: AbortSignal,
): Promise<PennyrowError> {
  const errorFor = (reason: Unrecognized, sheet = '', missing: readonly Column[] = []): PennyrowError => {
    const columns = missing.map((column) => COLUMN_HEADERS[column]);
    const required = missing.filter((column) => column !== 'transactionId');
    const map = (required.length === 0 ? EXAMPLE : required).map((column) => `${column}=HEADER`).join(',');
    return errorWithin(
      error,
      problem('workbook_not_recognised', { ...names, reason, sheet, columns, map, cause: problemOf(error) }),
    );
  };
  // Needs no details of the sheet, because the message already names the ambiguous cells.
  if (error.code === 'workbook_ambiguous_column') return errorFor('ambiguous');
  const heads = await workbook.heads(signal);
  const sheet = guessSheet(heads, null);
  const head = heads.find((each) => each.name === sheet);
  if (head === undefined || head.lines.length === 0) return errorFor('empty');
  const { columns } = guessLayout(head, null);
  const missing = REQUIRED_COLUMNS.filter((column) => !shows(columns, column));
  return errorFor(
    missing.length === 0 ? 'uncertain' : missing.every((column) => column === 'transactionId') ? 'id' : 'other',
    head.name,
    missing,
  );
}

const EXAMPLE: readonly Column[] = ['date', 'amount'];

type Unrecognized = ProblemParameters['workbook_not_recognised']['reason'];

/**
 * Reads the workbook with the chosen columns, and throws if they do not fit. Then adds missing columns and sheets: call `record`
 * when the account has the workbook, so that the user can undo the addition.
 */
export async function readAsChosen(
  { sync }: Collaborators,
  workbook: Workbook,
  { add, ...mapping }: ColumnMapping,
  remembered: Layout | null,
  signal?: AbortSignal,
  check: (snapshot: Snapshot) => void = requireFittingColumns,
) {
  const layout = chosenLayout({ ...mapping, added: add?.columns ?? [] }, await workbook.heads(signal), remembered);
  const snapshot = await workbook.read({ remembered: layout, asChosen: true, ...(signal !== undefined && { signal }) });
  requireAsChosen(snapshot, layout);
  check(snapshot);
  const table = tableOf(snapshot.layout);
  const choice = add === undefined || table === null ? null : await choiceOf(workbook, table, add, signal);
  if (choice === null || choice.columns.length + choice.sheets.length === 0)
    return { snapshot, record: () => undefined };
  return sync.addToWorkbook(workbook, snapshot, choice, signal);
}

export async function mapColumns(
  deps: Collaborators,
  account: Account,
  mapping: ColumnMapping,
  anyway: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { workbooks, store, sync } = deps;
  if (sync.active(account.id).length > 0) throw createError('workbook_in_use', {});
  await withWorkbook(workbooks.open, account, async (workbook) => {
    const { snapshot, record } = await readAsChosen(
      deps,
      workbook,
      mapping,
      account.layout,
      signal,
      ({ rows, layout }) => {
        const ids = rows.map(({ transactionId }) => transactionId);
        if (anyway) return;
        if (knowsRows(store, account.id) && !knowsAny(store, account.id, ids)) throw unknownIds(layout);
        requireFittingColumns({ rows, layout });
      },
    );
    await workbook.identify(snapshot.layout, signal);
    record(account.id);
    await sync.columnsChanged(account.id, snapshot);
  });
}

/** Sets where new rows are added; null for the top or bottom, depending on the order of the sheet. */
export async function placeNewRows(
  { workbooks, sync }: Collaborators,
  account: Account,
  place: NewRowsPlace | null,
): Promise<void> {
  if (sync.active(account.id).length > 0) throw createError('workbook_in_use', {});
  await withWorkbook(workbooks.open, account, async (workbook) => {
    const {
      newRows: _chosen,
      newestFirst: _found,
      ...layout
    } = account.layout ?? (await workbook.read({ remembered: null })).layout;
    const remembered = place === null ? layout : { ...layout, newRows: place };
    await sync.columnsChanged(account.id, await workbook.read({ remembered }));
  });
}

function requireAsChosen(snapshot: Snapshot, chosen: Layout): void {
  const isSame = SHEET_COLUMNS.every(
    (column) =>
      chosen.columns[column] === undefined ||
      snapshot.layout.columns[column]?.position === chosen.columns[column].position,
  );
  if (isSame && snapshot.layout.headerRow === chosen.headerRow) return;
  throw createError('workbook_changed', { during: 'columns', path: null });
}

function unknownIds({ columns, sheets }: Layout): PennyrowError {
  return createError('workbook_map_unknown', {
    column: columns.transactionId?.header ?? '',
    sheet: sheets.transactions?.name ?? '',
  });
}
