import type * as z from 'zod/mini';

/** The `error` of a strict object's schema: names what is unknown, and what is known. */
export function strictMessage(what: 'parameter' | 'field', known: readonly string[]) {
  return (issue: z.core.$ZodRawIssue): string => {
    if (issue.code !== 'unrecognized_keys') return 'The body must be a JSON object.';
    const names = issue.keys.map((key) => quoted(key)).join(', ');
    const allowed = known.length === 0 ? `There are no ${what}s here.` : `Known ${what}s: ${known.join(', ')}.`;
    return `Unknown ${what}${issue.keys.length === 1 ? '' : 's'} ${names}. ${allowed}`;
  };
}

/** Text from outside for a message: on one line, shortened. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** Everything that is wrong, as one text for people. */
export function describeProblem(error: z.core.$ZodError): string {
  return error.issues.map((issue) => issue.message).join(' ');
}
