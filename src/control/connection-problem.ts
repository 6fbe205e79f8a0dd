import { problem } from '../messages/problem.ts';
import { report } from '../messages/report.ts';
import type { Connection, ConnectionProblem } from '../store/connections.ts';
import { isConsentOver } from '../sync/back-off.ts';

/**
 * What is wrong with a connection: what its last attempt found, or that the time is over for which a person allowed it, which
 * needs no attempt to be known.
 *
 * @param nowMs milliseconds since 1970
 */
export function connectionProblem(
  connection: Pick<Connection, 'health' | 'settings'>,
  nowMs: number,
): ConnectionProblem | null {
  const { health, settings } = connection;
  if (health.problem?.code === 'source_consent_ended' || !isConsentOver(connection, nowMs)) return health.problem;
  return report(
    problem('source_consent_ended', {
      reason: 'expired',
      host: typeof settings['host'] === 'string' ? settings['host'] : '',
    }),
  );
}
