import * as z from 'zod/mini';
import { described } from '../described.ts';

export const problem = z
  .strictObject({
    error: described(z.string(), 'The problem and, if known, the steps to solve it.'),
  })
  .check(
    z.meta({
      id: 'Problem',
      examples: [{ error: 'start_date must be a day of the calendar as YYYY-MM-DD, not "31.01.2026".' }],
    }),
  );

export type Problem = z.infer<typeof problem>;

export function strictMessage(what: 'parameter' | 'field', known: readonly string[]) {
  return (issue: z.core.$ZodRawIssue): string => {
    if (issue.code !== 'unrecognized_keys') return 'The body must be a JSON object.';
    const names = issue.keys.map((key) => quoted(key)).join(', ');
    const allowed = known.length === 0 ? `There are no ${what}s here.` : `Known ${what}s: ${known.join(', ')}.`;
    return `Unknown ${what}${issue.keys.length === 1 ? '' : 's'} ${names}. ${allowed}`;
  };
}

export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

export function describeProblem(error: z.core.$ZodError): string {
  return error.issues.map((issue) => issue.message).join(' ');
}
