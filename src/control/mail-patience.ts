import type { Report } from '../messages/parameters.ts';

/** What usually mends itself: the server is busy, cannot be found or reached, or the line was cut. */
const PASSING: ReadonlySet<unknown> = new Set(['busy', 'name', 'other', 'time', 'unreachable']);

/** By the waits between attempts, more than an hour. */
const PATIENCE = 4;

/** Whether the same message may be taken later without anybody doing anything. */
export function isPassingMailFailure({ code, params }: Pick<Report, 'code' | 'params'>): boolean {
  return code === 'mail_failed' && params !== undefined && 'reason' in params && PASSING.has(params.reason);
}

/** Whether a digest that waits needs a person. */
export function needsPerson(problem: Report, attempts: number): boolean {
  return !isPassingMailFailure(problem) || attempts >= PATIENCE;
}
