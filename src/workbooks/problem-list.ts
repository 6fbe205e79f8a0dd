import { sheetProblem } from '../core/sheet-problem.ts';
import type { SheetProblem, SheetRole } from '../core/snapshot.ts';
import { problem } from '../messages/problem.ts';
import { type PennyrowError, createError } from '../platform/errors.ts';

/** The most problems of one kind to list; further ones are only counted. */
const LISTED = 100;

export class ProblemList {
  readonly #sheet: SheetRole;
  readonly #listed: SheetProblem[] = [];
  readonly #more = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(sheet: SheetRole) {
    this.#sheet = sheet;
  }

  add(problem: Omit<SheetProblem, 'sheet'>): void {
    const count = (this.#counts.get(problem.code) ?? 0) + 1;
    this.#counts.set(problem.code, count);
    if (count <= LISTED) this.#listed.push({ ...problem, sheet: this.#sheet });
    else this.#more.set(problem.code, count - LISTED);
  }

  all(): SheetProblem[] {
    const rest = [...this.#more.values()].map((more) => ({
      ...sheetProblem(problem('row_problems_more', { more, listed: LISTED })),
      sheet: this.#sheet,
    }));
    return [...this.#listed, ...rest];
  }
}

export function sheetMissing(workbook: string, name: string): PennyrowError {
  return createError('workbook_sheet_missing', { workbook, name });
}
