import { shifted } from '../formulas/rewrite.ts';
import { isFormula, type Cell } from './model.ts';
import type { Area } from './ranges.ts';
import { editArea } from './requests/cells.ts';

/** Turns the order of the area's rows around; like a sort it moves cells, not rows. */
export function reverseRows(area: Area): void {
  const { sheet, top, bottom } = area;
  const before = sheet.rows.slice(top, bottom).map(({ cells }) => cells);
  editArea(area, (_, row, column) => {
    const from = top + bottom - 1 - row;
    return moved(before[from - top]?.[column], row - from);
  });
}

function moved(cell: Cell | undefined, rows: number): Cell | undefined {
  return cell !== undefined && isFormula(cell.value) ? { ...cell, value: { formula: shifted(cell.value.formula, rows, 0) } } : cell;
}
