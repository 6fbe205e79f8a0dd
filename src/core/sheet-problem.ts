import type { Problem } from '../messages/parameters.ts';
import { report } from '../messages/problem.ts';
import type { SheetProblem } from './snapshot.ts';

export function sheetProblem(problem: Problem, row: number | null = null): Omit<SheetProblem, 'sheet'> {
  const { code, message, remedy, params } = report(problem);
  return { code, row, message: remedy === null ? message : `${message} ${remedy}`, params };
}
