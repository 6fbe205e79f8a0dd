import type { Problem } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { consentEndOf, type Connection } from '../store/connections.ts';
import { consentDaysLeft } from './consent-days.ts';

/**
 * That the permission a person gave on a service's page ends soon; null while that is far off.
 *
 * @param nowMs milliseconds since 1970
 */
export function consentReminder(
  connection: Pick<Connection, 'name' | 'settings'>,
  timeZone: string,
  nowMs: number,
): Problem | null {
  const until = consentEndOf(connection);
  const days = consentDaysLeft(until, timeZone, nowMs);
  return until === null || days === null
    ? null
    : problem('source_consent_ends', { name: connection.name, days, until });
}
