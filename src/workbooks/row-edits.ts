import { COLUMNS } from '../core/row.ts';
import { shows } from '../core/sheet-columns.ts';
import type { Refused, WorkbookChange } from '../core/workbook-change.ts';
import { holds, type Cell, type CellSense, type SheetRow } from './cell.ts';
import { keyOf } from './formula-shape.ts';
import { cellOfRow, isComputed, showsValue, textShown, type CellPlaces } from './row-cells.ts';
import { isTypedRow } from './row-collector.ts';

export type CheckedEdits = ReturnType<typeof checkRowEdits>;

/** Separates edits that would overwrite changes of the user from edits that can be written. */
export function checkRowEdits<C extends Cell>(
  change: Pick<WorkbookChange, 'updates' | 'removals'>,
  rows: ReadonlyMap<number, SheetRow<C>>,
  places: CellPlaces,
  sense: CellSense<C>,
) {
  const { columns } = places;
  const refused: Refused[] = [];
  const isRowOf = (row: number, id: string) =>
    holds(cellOfRow(rows.get(row), columns.transactionId), 'transactionId', id, sense);
  const updates = change.updates.filter(({ row, transactionId, typed, cell: { column, from } }) => {
    const line = rows.get(row);
    const mayUpdate =
      shows(columns, column) &&
      !isComputed(places, column) &&
      isRowOf(row, transactionId) &&
      (typed === undefined || isTypedRow(line, places, typed, sense)) &&
      showsValue(line, places, column, from, sense);
    if (!mayUpdate) refused.push({ row, transactionId, column, found: textShown(line, places, column, sense) });
    return mayUpdate;
  });
  const removals = change.removals.filter(({ row, values }) => {
    const touched = COLUMNS.find(
      (column) =>
        shows(columns, column) &&
        !isComputed(places, column) &&
        !showsValue(rows.get(row), places, column, values[column], sense),
    );
    if (touched === undefined && isRowOf(row, values.transactionId)) return true;
    const found = touched === undefined ? '' : textShown(rows.get(row), places, touched, sense);
    refused.push({ row, transactionId: values.transactionId, column: null, found });
    return false;
  });
  return { updates, removals, refused };
}

/** The removed rows without typed content, which can be deleted. `rows` must include adjacent rows, to recognize filled-down formulas. */
export function findDeletableRows<C extends Cell>(
  removed: ReadonlySet<number>,
  rows: ReadonlyMap<number, SheetRow<C>>,
  { columns, headerRow }: Pick<CellPlaces, 'columns'> & { readonly headerRow: number },
  isTableFormula: (column: number) => boolean = () => false,
): number[] {
  const own = new Set(Object.values(columns));
  const isFilledDown = (cell: C, row: number): boolean =>
    cell.isFormula &&
    (isTableFormula(cell.column) ||
      [-1, 1].some((step) => {
        let other = row + step;
        while (removed.has(other)) other += step;
        const found = other > headerRow ? cellOfRow(rows.get(other), cell.column) : undefined;
        return found?.isFormula === true && formulaKey(found, other) === formulaKey(cell, row);
      }));
  return [...removed]
    .filter((row) =>
      (rows.get(row)?.cells ?? []).every(
        (cell) => own.has(cell.column) || (cell.kind === 'empty' && !cell.isFormula) || isFilledDown(cell, row),
      ),
    )
    .sort((a, b) => a - b);
}

function formulaKey({ formula, column }: Cell, row: number): string {
  return keyOf(formula ?? '', { row, column });
}
