import type { Report } from '../messages/parameters.ts';

export function isDateOrderOpen({ code, params = {} }: Pick<Report, 'code' | 'params'>): boolean {
  return code === 'statement_bad_date' && 'reason' in params && params.reason === 'ambiguous';
}
