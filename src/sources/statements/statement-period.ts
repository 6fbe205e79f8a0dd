import type { StatementPeriod } from './statement.ts';

/** From the first day of either to the last. */
export function bothPeriods(a: StatementPeriod | null, b: StatementPeriod | null): StatementPeriod | null {
  if (a === null || b === null) return a ?? b;
  return { from: a.from < b.from ? a.from : b.from, to: a.to > b.to ? a.to : b.to };
}
