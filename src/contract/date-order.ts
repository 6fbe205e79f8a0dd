import type { Report } from '../messages/parameters.ts';

/** True if a file cannot be imported because nothing in it shows if the day or the month of its dates comes first. */
export function isDateOrderOpen({ code, params = {} }: Pick<Report, 'code' | 'params'>): boolean {
  return code === 'statement_bad_date' && 'reason' in params && params.reason === 'ambiguous';
}
