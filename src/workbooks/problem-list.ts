import type { SheetProblem, SheetRole } from '../core/snapshot.ts';

/** Past this many of one kind, a person needs the count and not the list. */
const LISTED = 100;

/** Collects what is wrong with one sheet. */
export class ProblemList {
  readonly #sheet: SheetRole;
  readonly #listed: SheetProblem[] = [];
  readonly #counts = new Map<string, number>();

  constructor(sheet: SheetRole) {
    this.#sheet = sheet;
  }

  add(problem: Omit<SheetProblem, 'sheet'>): void {
    const count = (this.#counts.get(problem.code) ?? 0) + 1;
    this.#counts.set(problem.code, count);
    if (count <= LISTED) this.#listed.push({ ...problem, sheet: this.#sheet });
  }

  all(): SheetProblem[] {
    const rest = [...this.#counts].filter(([, count]) => count > LISTED);
    return [
      ...this.#listed,
      ...rest.map(([code, count]) => ({
        code,
        sheet: this.#sheet,
        row: null,
        message: `${count - LISTED} more rows have the same problem as the ${LISTED} that are listed.`,
      })),
    ];
  }
}
