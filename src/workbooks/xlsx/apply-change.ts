import type { Row } from '../../core/row.ts';
import type { Layout, Revision } from '../../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../core/workbook-change.ts';
import type { Clock } from '../../platform/clock.ts';
import { toPennyrowError } from '../../platform/errors.ts';
import { refuseWithoutRoom } from '../lines-below.ts';
import { rememberAppended } from '../remembered-columns.ts';
import type { PresentCell } from './cell-writing.ts';
import { findDataTables, resizeTable, type DataTable, type RowsArea } from './data-tables.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { addMarker } from './marker.ts';
import { besidePresent, companionCells, newRowCells, NewRowStyles, refuseWhenNoRoom } from './new-rows.ts';
import type { FormulaEdit } from './formula-edit.ts';
import { changedMeanwhile, replaceFile } from './replace-file.ts';
import { planRules, type RulesEdit } from './new-rules.ts';
import { planRowEdits } from './row-edits.ts';
import { SheetEdit, type SheetEditPlan } from './sheet-edit.ts';
import { planFormulas } from './refresh-formulas.ts';
import { recalculateOnOpen } from './recalculation.ts';
import { moveDefinedNames } from './sheet-ranges.ts';
import { rewriteSheet } from './sheet-rewriter.ts';
import { readTextPart, refuseUtf16, type TextParts } from './text-part.ts';
import { verifyFormulas, verifyWrite } from './verify-write.ts';
import { isProtected } from './workbook-errors.ts';
import type { PartContent } from './zip-writer.ts';
import { writeZipPackage } from './zip-writer.ts';
import type { ZipPackage } from './zip-package.ts';

export interface ApplyChange {
  readonly path: string;
  /** Open at the version that `located` describes; closed when this returns, for some systems do not replace an open file. */
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  readonly change: WorkbookChange;
  readonly options: ApplyChangeOptions;
}

export interface ApplyChangeOptions {
  /** How the sheets were recognised when the change was planned. */
  readonly layout: Layout;
  /** A folder for the earlier versions of this workbook alone. */
  readonly backupFolder: string;
  readonly clock: Clock;
  /** The revision of the file at a path as it is now. */
  readonly revisionOf: (path: string) => Promise<Revision>;
  readonly signal?: AbortSignal | undefined;
  readonly step?: ((name: string) => void) | undefined;
}

/**
 * Writes all of a change or nothing: see `Workbook.apply`. Beside its errors, throws PennyrowError
 * `workbook_protected`, `workbook_totals_row`, `workbook_lines_below`, `workbook_full`, `workbook_rules_missing`,
 * `workbook_rules_header`, `workbook_cells_in_the_way`, `workbook_open_elsewhere`, or a problem of the disk or folder.
 */
export async function applyChange(apply: ApplyChange): Promise<Applied> {
  const { path, pkg, located, change, options } = apply;
  const isUnchanged = async () => (await options.revisionOf(path)) === change.revision;
  try {
    if (!(await isUnchanged())) throw changedMeanwhile(path);
    const hasRowChanges = change.appends.length + change.updates.length + change.removals.length > 0;
    if (located.isProtected && hasRowChanges) throw isProtected(path, located.transactions.name);

    const area = areaOf(located);
    const tables = await findDataTables(pkg, area);
    refuseWhenNoRoom(path, area, tables, change.appends.length);
    refuseWithoutRoom(`${area.name} in ${path}`, located.lastUsedRow, located.below, change.appends.length);
    const newRules = change.rules ?? [];
    const rules = newRules.length === 0 ? null : await planRules(path, pkg, located, options.layout, newRules);
    const canShrink = change.appends.length === 0 && !tables.some(({ hasTotals }) => hasTotals);
    const { writes, taken, lastRow, refused } = await planRowEdits(pkg, located, change, canShrink, options.signal);

    const parts: TextParts = new Map();
    const edit = new SheetEdit({ ...(await planSheet(apply, tables, lastRow, parts)), writes, taken });
    await planOtherParts(apply, tables, lastRow, rules, parts);
    const sheets = [
      ...(hasRowChanges || rules === null ? [{ part: located.transactions.part, edit }] : []),
      ...(rules === null ? [] : [{ part: rules.sheet.part, edit: rules.edit }]),
    ];
    const changes = new Map<string, PartContent>([...parts].map(([name, text]) => [name, Buffer.from(text, 'utf8')]));
    const formulas =
      hasRowChanges || rules !== null ? await formulasOf(apply, lastRow, rules) : new Map<string, FormulaEdit>();
    for (const { part, edit: sheetEdit } of sheets)
      changes.set(part, rewriteSheet(sheetChunks(pkg, part, options.signal), sheetEdit));
    for (const [part, edit] of formulas)
      changes.set(
        part,
        rewriteSheet(
          (changes.get(part) as AsyncIterable<Buffer> | undefined) ?? sheetChunks(pkg, part, options.signal),
          edit,
        ),
      );

    let readBack: readonly Row[] = [];
    let revision = change.revision;
    await replaceFile({
      path,
      write: (temporaryPath, mode) => writeZipPackage(pkg, changes, temporaryPath, mode),
      verify: async (temporaryPath) => {
        await pkg.close();
        readBack = await verifyWrite(temporaryPath, located, sheets, change.runId, options.signal);
        await verifyFormulas(
          temporaryPath,
          located,
          [...formulas.keys()].filter((part) => !sheets.some((sheet) => sheet.part === part)),
          options.signal,
        );
        // The new file keeps it when it takes its place; asked for afterwards, it might be another program's.
        revision = await options.revisionOf(temporaryPath);
      },
      isUnchanged,
      backupFolder: options.backupFolder,
      clock: options.clock,
      signal: options.signal,
      step: options.step,
    });
    const appendedRows = change.appends.map((_, index) => located.lastUsedRow + 1 + index);
    const isPlain =
      change.updates.length + change.removals.length + newRules.length === 0 && !parts.has(located.parts.styles ?? '');
    const layout = rememberAppended(located.layout, readBack);
    return { revision, layout, appendedRows, appended: isPlain ? readBack : null, refused };
  } finally {
    await pkg.close();
  }
}

/** `lastRow` is the last one before the new rows; `parts` takes the styles part when it has to change. */
async function planSheet(
  { path, pkg, located, change }: ApplyChange,
  tables: readonly DataTable[],
  lastRow: number,
  parts: TextParts,
): Promise<Omit<SheetEditPlan, 'writes' | 'taken'>> {
  const { headerRow, lastUsedRow } = located;
  const firstNewRow = lastUsedRow + 1;
  const hasAppends = change.appends.length > 0;
  const companions = once((model: readonly PresentCell[]) =>
    companionCells(model, Object.values(located.columns), tables),
  );
  const styles = hasAppends ? await NewRowStyles.find(pkg, located, parts) : null;
  return {
    model: hasAppends && lastUsedRow > headerRow ? lastUsedRow : 0,
    firstNewRow,
    newRowCount: change.appends.length,
    cellsOfNewRow: (row, present, model) => {
      const values = change.appends[row - firstNewRow];
      if (values === undefined || styles === null) return [];
      const cells = [...newRowCells(values, located, styles), ...companions(model)];
      return present.length === 0 ? cells : besidePresent(path, row, present, cells, located);
    },
    move: rowsMove(located, lastRow + change.appends.length),
    lastColumn: Math.max(...Object.values(located.columns)),
  };
}

/** For a function that is asked again and again about the same thing. */
function once<Argument, Result>(work: (argument: Argument) => Result): (argument: Argument) => Result {
  let last: { readonly argument: Argument; readonly result: Result } | null = null;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: work(argument) };
    return last.result;
  };
}

function areaOf({ transactions, headerRow, lastUsedRow, columns }: LocatedWorkbook): RowsArea {
  return { part: transactions.part, name: transactions.name, headerRow, lastUsedRow, columns: Object.values(columns) };
}

function rowsMove({ headerRow, lastUsedRow }: LocatedWorkbook, lastRow: number): SheetEditPlan['move'] {
  const firstRow = headerRow + 1;
  return lastRow === lastUsedRow
    ? null
    : { firstRow, from: Math.max(firstRow, lastUsedRow), to: Math.max(firstRow, lastRow) };
}

/** What becomes of formulas, by the part of their sheet. */
async function formulasOf(
  { pkg, located, change, options }: ApplyChange,
  lastRow: number,
  rules: RulesEdit | null,
): Promise<ReadonlyMap<string, FormulaEdit>> {
  const move = rowsMove(located, lastRow + change.appends.length);
  const moves = [
    ...(move === null ? [] : [{ sheet: located.transactions.name.toLowerCase(), move }]),
    ...(rules === null ? [] : [{ sheet: rules.sheet.name.toLowerCase(), move: rules.move }]),
  ];
  const newRules = rules === null ? null : { sheet: rules.sheet.name, firstRow: rules.firstNewRow };
  return planFormulas({ pkg, located, change, moves, rules: newRules, signal: options.signal }).catch(
    (thrown: unknown) => {
      throw toPennyrowError(thrown);
    },
  );
}

/** Names, tables, the wish to recalculate formulas, and the run's marker. */
async function planOtherParts(
  { pkg, located, change }: ApplyChange,
  tables: readonly DataTable[],
  lastRow: number,
  rules: RulesEdit | null,
  parts: TextParts,
): Promise<void> {
  const { workbook } = located.parts;
  const text = await readTextPart(pkg, workbook, parts);
  const move = rowsMove(located, lastRow + change.appends.length);
  const moved = move === null ? text : moveDefinedNames(text, located.transactions.name, move);
  const movedAll = rules === null ? moved : moveDefinedNames(moved, rules.sheet.name, rules.move);
  const recalculated = recalculateOnOpen(movedAll);
  if (recalculated !== text) parts.set(workbook, recalculated);
  if (move !== null) for (const table of tables) resizeTable(table, move, parts);
  for (const table of rules?.tables ?? []) resizeTable(table, (rules as RulesEdit).move, parts);
  await addMarker(pkg, change.runId, parts);
}

async function* sheetChunks(
  pkg: ZipPackage,
  part: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, void> {
  let isFirst = true;
  for await (const chunk of pkg.stream(part) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    if (isFirst) refuseUtf16(chunk, pkg.path, part);
    isFirst = false;
    yield chunk;
  }
}
