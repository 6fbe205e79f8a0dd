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

/** The part of the Rules sheet that the write's response returns: its columns, since any line may have moved. */
export function rulesRange({ sheet, place }: RulesPrecheck): string {
  const positions = Object.values(place.columns);
  return `${sheetInA1(sheet)}!${columnLetters(Math.min(...positions))}:${columnLetters(Math.max(...positions))}`;
}

/** More lines than a person puts in or takes out in the moment between the look and the write. */
const MOST_LINES = 20;

/** Lines that a person put in (`by` above 0) or took out before the line `at`, after the look and before the write. */
interface Shift {
  readonly at: number;
  readonly by: number;
}

/**
 * A line may have moved in the moment between the look and the write; then other rules' cells were written. Puts these
 * back, and makes the edits where their lines are now.
 */
export function compensateMovedRules(
  precheck: RulesPrecheck,
  edits: readonly RuleEdit[],
  answer: sheets_v4.Schema$Spreadsheet,
): Compensation {
  const lines = new WrittenLines(precheck, edits, answer);
  const shift = lines.shift();
  const { sheetId } = precheck.sheet;
  if (shift === null) return { requests: [], refused: lines.strangers().map(lost) };
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

/** Null for a line that was taken out. */
function placeNow(row: number, { at, by }: Shift): number | null {
  if (row < at) return row;
  return row + by < at && by < 0 ? null : row + by;
}

function lost(row: number): Refused {
  return { row, transactionId: '', column: null, found: LOST };
}

/** The Rules sheet before and after the write. */
class WrittenLines {
  readonly writes: readonly { readonly row: number; readonly cells: readonly RuleCell<RuleCellValue | null>[] }[];
  readonly #lines: SheetRows;
  readonly #after: SheetRows;
  readonly #first: number;
  readonly #positions: readonly number[];
  /** Rows of which a cell was written. */
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

  /** Null where all is as it must be, or nothing that a person did in one go explains it. */
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

  /** Rows that were written although their line had gone elsewhere, by what it held. */
  strangers(): number[] {
    const elsewhere = new Set(
      [...this.#after.keys()].filter((row) => !this.#written.has(row)).map((row) => this.#shown(this.#after, row)),
    );
    return this.writes
      .filter(
        ({ row, cells }) => cells.length > 0 && elsewhere.has(this.#shown(this.#lines, row)) && !this.#isDouble(row),
      )
      .map(({ row }) => row);
  }

  /** True if another line held the same. */
  #isDouble(row: number): boolean {
    const shown = this.#shown(this.#lines, row);
    return [...this.#lines.keys()].some((other) => other !== row && this.#shown(this.#lines, other) === shown);
  }

  /** The line that stood at this row when the write arrived; undefined for one that was put in, and for a blank one. */
  before(row: number, { at, by }: Shift): ReturnType<SheetRows['get']> {
    if (row < at) return this.#lines.get(row);
    return by > 0 && row < at + by ? undefined : this.#lines.get(row - by);
  }

  /** Of the lines that were not written over if a person had done just that: how many are where they would be then. */
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

/** As `#shown` gives a line that holds nothing. */
function blank(positions: readonly number[]): string {
  return JSON.stringify(positions.map(() => ''));
}
