import type { sheets_v4 } from '@googleapis/sheets';
import type { Refused, RuleEdit } from '../../../core/workbook-change.ts';
import { columnLetters } from '../../column-letters.ts';
import { cellOfRow } from '../../row-cells.ts';
import { ruleEditCells } from '../../rules-place.ts';
import { GOOGLE_SENSE } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import { readAnswerWhole } from '../reading/read-answer.ts';
import { entered, LOST, type Compensation } from './moved-rows.ts';
import { cellData } from './new-rows.ts';
import type { RulesPrecheck } from './new-rules.ts';
import type { SheetRows } from './precheck.ts';
import { sheetInA1 } from './verify.ts';
import { cellRequest } from './row-edits.ts';

/** The range to read back: all lines of the rules, because any line may have moved. */
export function rulesRange({ sheet, place }: RulesPrecheck): string {
  const positions = Object.values(place.columns);
  return `${sheetInA1(sheet)}!${columnLetters(Math.min(...positions))}:${columnLetters(Math.max(...positions))}`;
}

/** The most inserted or deleted lines to look for: between the check and the write there are rarely more. */
const MOST_LINES = 20;

/** Lines inserted (`by` above 0) or deleted before line `at` between the check and the write. */
interface Shift {
  readonly at: number;
  readonly by: number;
}

/** Restores rules that were overwritten because lines moved after the check, and repeats the edits on the right lines. */
export function compensateMovedRules(
  precheck: RulesPrecheck,
  edits: readonly RuleEdit[],
  answer: sheets_v4.Schema$Spreadsheet,
): Compensation {
  const { writes, ...lines } = compareLines(precheck, edits, answer);
  const shift = lines.findShift();
  const { sheetId } = precheck.sheet;
  if (shift === null) return { requests: [], refused: lines.overwrittenRows().map((row) => refusedLine(row, LOST)) };
  const restored = writes.flatMap(({ row, cells }) =>
    cells.map(({ position }) =>
      cellRequest(sheetId, row, position, entered(cellOfRow(lines.before(row, shift), position))),
    ),
  );
  const again = writes.flatMap(({ row, cells }) => {
    const now = placeNow(row, shift);
    return now === null ? [] : cells.map(({ position, value }) => cellRequest(sheetId, now, position, cellData(value)));
  });
  return { requests: [...restored, ...again], refused: [] };
}

function placeNow(row: number, { at, by }: Shift): number | null {
  if (row < at) return row;
  return row + by < at && by < 0 ? null : row + by;
}

export function refusedLine(row: number, found: string): Refused {
  return { row, transactionId: '', column: null, found };
}

/** Compares the lines of the check with those after the write. */
function compareLines(
  { sheet, place, lines }: RulesPrecheck,
  edits: readonly RuleEdit[],
  answer: sheets_v4.Schema$Spreadsheet,
) {
  const blocks = readAnswerWhole(answer).sheets.find(({ sheetId }) => sheetId === sheet.sheetId)?.blocks ?? [];
  const after = new Map([...rowsOf(blocks)].map((row) => [row.index, row]));
  const positions = Object.values(place.columns);
  const blank = JSON.stringify(positions.map(() => ''));
  const writes = edits.map((edit) => ({
    row: edit.row,
    cells: ruleEditCells(edit, lines.get(edit.row), place, GOOGLE_SENSE),
  }));
  const written = new Set(writes.filter(({ cells }) => cells.length > 0).map(({ row }) => row));
  const shown = (rows: SheetRows, row: number): string =>
    JSON.stringify(positions.map((position) => cellOfRow(rows.get(row), position)?.text ?? ''));

  /** Counts the lines without edits that are now where this shift would have moved them. */
  function count(shift: Shift) {
    let [found, expected] = [0, 0];
    for (const row of lines.keys()) {
      const now = placeNow(row, shift);
      if (now === null || written.has(now) || shown(lines, row) === blank) continue;
      expected += 1;
      if (shown(after, now) === shown(lines, row)) found += 1;
    }
    return { found, expected };
  }

  function isDouble(row: number): boolean {
    return [...lines.keys()].some((other) => other !== row && shown(lines, other) === shown(lines, row));
  }

  return {
    writes,
    /** Null if no line moved, or if no single insertion or deletion explains the result. */
    findShift: (): Shift | null => {
      let best: Shift | null = null;
      let most = count({ at: 0, by: 0 }).found;
      const end = Math.max(...writes.map(({ row }) => row));
      for (let by = 1; by <= MOST_LINES; by += 1)
        for (let at = place.headerRow + 1; at <= end; at += 1)
          for (const shift of [
            { at, by },
            { at, by: -by },
          ]) {
            const { found, expected } = count(shift);
            if (found > most && found * 2 > expected) [best, most] = [shift, found];
          }
      return best;
    },
    overwrittenRows: (): number[] => {
      const elsewhere = new Set([...after.keys()].filter((row) => !written.has(row)).map((row) => shown(after, row)));
      return [...written].filter((row) => elsewhere.has(shown(lines, row)) && !isDouble(row));
    },
    /** The line that was at this row when the write arrived; undefined for an inserted or blank line. */
    before: (row: number, { at, by }: Shift): ReturnType<SheetRows['get']> => {
      if (row < at) return lines.get(row);
      return by > 0 && row < at + by ? undefined : lines.get(row - by);
    },
  };
}
