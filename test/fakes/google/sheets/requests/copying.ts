import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../../google-error.ts';
import { effective, type View } from '../evaluation.ts';
import { cellAt, type Cell, type SheetState } from '../model.ts';
import { areaOf } from '../ranges.ts';
import { moveFormula } from './cell-content.ts';
import { BLANK, editArea } from './cells.ts';
import { refuseProtected, required, type Handlers } from './request.ts';

export const copyingRequests: Handlers = {
  copyPaste({ source, destination, pasteType, pasteOrientation }, change) {
    if (pasteOrientation === 'TRANSPOSE') throw new RequestProblem('TRANSPOSE is not in the fake.', 501);
    const from = areaOf(change.state, required(source, 'source'));
    const to = areaOf(change.state, required(destination, 'destination'));
    refuseProtected(to, change);
    const [height, width] = [from.bottom - from.top, from.right - from.left];
    const copied = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (__, column) => cellAt(from.sheet, from.top + row, from.left + column)),
    );
    // Repeats the source only if the height and width of the destination are multiples of the source's.
    const isRepeated = (to.bottom - to.top) % height === 0 && (to.right - to.left) % width === 0;
    const bottom = isRepeated ? to.bottom : Math.min(to.sheet.rows.length, to.top + height);
    const right = isRepeated ? to.right : Math.min(to.sheet.columns.length, to.left + width);
    editArea({ ...to, bottom, right }, (cell, row, column) => {
      const [sourceRow, sourceColumn] = [(row - to.top) % height, (column - to.left) % width];
      const moved = moveFormula(
        copied[sourceRow]?.[sourceColumn],
        row - from.top - sourceRow,
        column - from.left - sourceColumn,
      );
      return pasted(cell ?? BLANK, moved ?? BLANK, pasteType ?? 'PASTE_NORMAL');
    });
    return undefined;
  },

  sortRange({ range, sortSpecs }, change) {
    const area = areaOf(change.state, required(range, 'range'));
    refuseProtected(area, change);
    const specs = required(sortSpecs, 'sortSpecs');
    if (
      specs.some(
        ({ dimensionIndex, ...rest }) =>
          dimensionIndex == null || Object.keys(rest).some((name) => name !== 'sortOrder'),
      )
    ) {
      throw new RequestProblem('Sorting by colors or data sources is not in the fake.', 501);
    }
    const { sheet, top, bottom, left, right } = area;
    const rows = Array.from({ length: bottom - top }, (_, offset) => ({
      from: top + offset,
      cells: Array.from({ length: right - left }, (__, column) => cellAt(sheet, top + offset, left + column)),
    }));
    const view = change.view();
    const keys = new Map(
      rows.map(({ from }) => [from, specs.map(({ dimensionIndex }) => keyOf(sheet, from, dimensionIndex ?? 0, view))]),
    );
    rows.sort((one, other) => {
      for (const [index, { sortOrder }] of specs.entries()) {
        const order = compared(
          keys.get(one.from)?.[index] ?? null,
          keys.get(other.from)?.[index] ?? null,
          sortOrder === 'DESCENDING',
        );
        if (order !== 0) return order;
      }
      return 0;
    });
    // Sorting moves cells; row sizes and metadata stay.
    editArea(area, (_, row, column) => {
      const sorted = rows[row - top];
      return sorted === undefined ? undefined : moveFormula(sorted.cells[column - left], row - sorted.from, 0);
    });
    return undefined;
  },
};

type Key = number | string | boolean | null;

function keyOf(sheet: SheetState, row: number, column: number, view: View): Key {
  const { value } = effective(cellAt(sheet, row, column), sheet, row, column, view);
  return typeof value === 'object' ? (value === null ? null : '\uFFFF') : value;
}

/** The order is numbers, text, booleans; empty cells are last in either direction. */
function compared(one: Key, other: Key, isDescending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const rank = (key: Key): number => ({ number: 0, string: 1, boolean: 2 })[typeof key as 'number'] ?? 3;
  const order =
    rank(one) - rank(other) ||
    (typeof one === 'string'
      ? one.localeCompare(String(other), undefined, { sensitivity: 'accent' })
      : Number(one) - Number(other));
  return isDescending ? -order : order;
}

function pasted(before: Cell, copied: Cell, type: NonNullable<sheets_v4.Schema$CopyPasteRequest['pasteType']>): Cell {
  switch (type) {
    case 'PASTE_NORMAL':
      return copied;
    case 'PASTE_FORMULA':
      return { ...before, value: copied.value };
    case 'PASTE_FORMAT':
      return { ...withValidationOf(before, copied), format: copied.format };
    default:
      throw new RequestProblem(`${type} is not in the fake.`, 501);
  }
}

/** As at Google, pasting formats also pastes data validation. */
function withValidationOf(before: Cell, copied: Cell): Cell {
  const { dataValidation: _dataValidation, ...rest } = before.extra ?? {};
  const extra = {
    ...rest,
    ...(copied.extra?.dataValidation !== undefined && { dataValidation: copied.extra.dataValidation }),
  };
  return { ...before, extra: Object.keys(extra).length === 0 ? null : extra };
}
