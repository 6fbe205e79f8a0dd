import type { Area } from './ranges.ts';
import { moveFormula } from './requests/cell-content.ts';
import { editArea } from './requests/cells.ts';

/** Reverses the order of the area's rows. Like a sort, it moves cells, not rows. */
export function reverseRows(area: Area): void {
  const { sheet, top, bottom } = area;
  const before = sheet.rows.slice(top, bottom).map(({ cells }) => cells);
  editArea(area, (_, row, column) => {
    const from = top + bottom - 1 - row;
    return moveFormula(before[from - top]?.[column], row - from, 0);
  });
}
