/** The factor by which a test tries more generated cases than usual: `PENNYROW_CASES=100`. */
export const CASE_FACTOR = Number(process.env['PENNYROW_CASES'] ?? 1);

/** The number, or seed, of the first generated case: to repeat a failure, or to continue a long run. */
export const FIRST_CASE = Number(process.env['PENNYROW_FIRST_CASE'] ?? 1);

/** True if suites that usually try a sample try every case, as in the nightly workflow: `PENNYROW_WHOLE=1`. */
export const IS_WHOLE = process.env['PENNYROW_WHOLE'] === '1';

/** The number of cases to generate: `usual`, or `unit` times PENNYROW_CASES if that is set. */
export function caseCount(usual: number, unit = usual): number {
  return CASE_FACTOR === 1 ? usual : Math.max(1, Math.round(unit * CASE_FACTOR));
}
