import type { sheets_v4 } from '@googleapis/sheets';
import type { Refused, RuleEdit } from '../../../core/workbook-change.ts';
import { columnLetters } from '../../column-letters.ts';
import { cellOfRow } from '../../row-cells.ts';
import { ruleEditCells, type RuleCell, type RuleCellValue } from '../../rules-place.ts';
import { GOOGLE_SENSE } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import { readAnswerWhole } from '../reading/read-answer.ts';
import { entered, LOST, type Compensation } from './moved-rows.ts';
import { enteredRule, type RulesPrecheck } from './new-rules.ts';
import type { SheetRows } from './precheck.ts';
import { sheetInA1 } from './verify.ts';
import { cellRequest } from './row-edits.ts';

/** Range to read back: all columns of the rules, since any line may have moved. */
export function rulesRange({ sheet, place }: RulesPrecheck): string {
  const positions = Object.values(place.columns);
  return `${sheetInA1(sheet)}!${columnLetters(Math.min(...positions))}:${columnLetters(Math.max(...positions))}`;
}

/** Users rarely insert or delete more lines between the check and the write. */
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
  const lines = new WrittenLines(precheck, edits, answer);
  const shift = lines.shift();
  const { sheetId } = precheck.sheet;
  if (shift === null) return { requests: [], refused: lines.overwrittenRows().map(lost) };
  const restored = lines.writes.flatMap(({ row, cells }) =>
    cells.map(({ position }) =>
      cellRequest(sheetId, row, position, entered(cellOfRow(lines.before(row, shift), position))),
    ),
  );
  const again = lines.writes.flatMap(({ row, cells }) => {
    const now = placeNow(row, shift);
    return now === null
      ? []
      : cells.map(({ position, value }) => cellRequest(sheetId, now, position, enteredRule(value)));
  });
  return { requests: [...restored, ...again], refused: [] };
}

function placeNow(row: number, { at, by }: Shift): number | null {
  if (row < at) return row;
  return row + by < at && by < 0 ? null : row + by;
}

function lost(row: number): Refused {
  return { row, transactionId: '', column: null, found: LOST };
}

class WrittenLines {
  readonly writes: readonly { readonly row: number; readonly cells: readonly RuleCell<RuleCellValue | null>[] }[];
  readonly #lines: SheetRows;
  readonly #after: SheetRows;
  readonly #first: number;
  readonly #positions: readonly number[];
  readonly #written: ReadonlySet<number>;

  constructor(
    { sheet, place, lines }: RulesPrecheck,
    edits: readonly RuleEdit[],
    answer: sheets_v4.Schema$Spreadsheet,
  ) {
    const blocks = readAnswerWhole(answer).sheets.find(({ sheetId }) => sheetId === sheet.sheetId)?.blocks ?? [];
    this.#after = new Map([...rowsOf(blocks)].map((row) => [row.index, row]));
    this.#lines = lines;
    this.#first = place.headerRow + 1;
    this.#positions = Object.values(place.columns);
    this.writes = edits.map((edit) => ({
      row: edit.row,
      cells: ruleEditCells(edit, lines.get(edit.row), place, GOOGLE_SENSE),
    }));
    this.#written = new Set(this.writes.filter(({ cells }) => cells.length > 0).map(({ row }) => row));
  }

  /** Null if no line moved, or if no single insertion or deletion explains the result. */
  shift(): Shift | null {
    let best: Shift | null = null;
    let most = this.#found({ at: 0, by: 0 }).found;
    const end = Math.max(...this.writes.map(({ row }) => row));
    for (let by = 1; by <= MOST_LINES; by += 1)
      for (let at = this.#first; at <= end; at += 1)
        for (const shift of [
          { at, by },
          { at, by: -by },
        ]) {
          const { found, expected } = this.#found(shift);
          if (found > most && found * 2 > expected) [best, most] = [shift, found];
        }
    return best;
  }

  overwrittenRows(): number[] {
    const elsewhere = new Set(
      [...this.#after.keys()].filter((row) => !this.#written.has(row)).map((row) => this.#shown(this.#after, row)),
    );
    return this.writes
      .filter(
        ({ row, cells }) => cells.length > 0 && elsewhere.has(this.#shown(this.#lines, row)) && !this.#isDouble(row),
      )
      .map(({ row }) => row);
  }

  #isDouble(row: number): boolean {
    const shown = this.#shown(this.#lines, row);
    return [...this.#lines.keys()].some((other) => other !== row && this.#shown(this.#lines, other) === shown);
  }

  /** The line that was at this row when the write arrived; undefined for an inserted or blank line. */
  before(row: number, { at, by }: Shift): ReturnType<SheetRows['get']> {
    if (row < at) return this.#lines.get(row);
    return by > 0 && row < at + by ? undefined : this.#lines.get(row - by);
  }

  /** Counts the unwritten lines that are where this shift would have moved them. */
  #found(shift: Shift): { readonly found: number; readonly expected: number } {
    let [found, expected] = [0, 0];
    for (const row of this.#lines.keys()) {
      const now = placeNow(row, shift);
      if (now === null || this.#written.has(now) || this.#shown(this.#lines, row) === blank(this.#positions)) continue;
      expected += 1;
      if (this.#shown(this.#after, now) === this.#shown(this.#lines, row)) found += 1;
    }
    return { found, expected };
  }

  #shown(lines: SheetRows, row: number): string {
    return JSON.stringify(this.#positions.map((position) => cellOfRow(lines.get(row), position)?.text ?? ''));
  }
}

function blank(positions: readonly number[]): string {
  return JSON.stringify(positions.map(() => ''));
}
