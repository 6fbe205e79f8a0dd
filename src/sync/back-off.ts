import type { Trigger } from '../core/run.ts';
import { consentEndOf, type Connection, type ConnectionProblem } from '../store/connections.ts';

const MINUTE = 60_000;
const FIRST_WAIT = 15 * MINUTE;
const LONGEST_WAIT = 24 * 60 * MINUTE;

/**
 * Until when a connection is left alone when no person asks, in epoch milliseconds; null for not at all. After each failure
 * in a row the wait doubles, from a quarter of an hour to a day, so that a bank that is gone is asked eight times
 * on the first day and once on the others, whatever the schedule. What the source itself asks for counts as well.
 */
export function retryNotBefore({ health }: Pick<Connection, 'health'>): number | null {
  const { failures, lastAttemptAt, problem } = health;
  const asked = problem?.notBefore === undefined ? null : Date.parse(problem.notBefore);
  if (failures === 0 || lastAttemptAt === null) return asked;
  const wait = Math.min(FIRST_WAIT * 2 ** Math.min(failures - 1, 20), LONGEST_WAIT);
  return Math.max(Date.parse(lastAttemptAt) + wait, asked ?? 0);
}

/** A person who asks is answered at once: perhaps they just put it right. */
export function isBackingOff(connection: Pick<Connection, 'health'>, trigger: Trigger, nowMs: number): boolean {
  if (trigger === 'person') return false;
  if (endedConsent(connection) !== null) return true;
  const until = retryNotBefore(connection);
  // A clock that was set back must not hold anything for long.
  return until !== null && until > nowMs && until - nowMs <= 8 * LONGEST_WAIT;
}

/**
 * Why nothing of the connection can come before a person allows it again; null while something may. A bank that only wants
 * its customer to sign in may answer without that, and where a part of the accounts still answers, the rest is asked for.
 */
export function endedConsent({ health }: Pick<Connection, 'health'>): ConnectionProblem | null {
  const { failures, problem } = health;
  if (failures === 0 || problem?.code !== 'source_consent_ended') return null;
  return problem.params !== undefined && 'reason' in problem.params && problem.params.reason === 'action'
    ? null
    : problem;
}

/** Whether a person has to allow it again before anything comes: known from the service, or from the day until which it was allowed. */
export function isConsentOver(connection: Pick<Connection, 'health' | 'settings'>, nowMs: number): boolean {
  const endsAt = consentEndOf(connection);
  return endedConsent(connection) !== null || (endsAt !== null && Date.parse(endsAt) <= nowMs);
}
