import { consentEndOf, type Connection } from '../../store/connections.ts';
import type { Collaborators } from '../collaborators.ts';

/**
 * Gives a connection's permission back at its service, before what is sealed of it is forgotten. False when the service could
 * not be told and a person has to withdraw it there; null when there is nothing to give back.
 */
export async function revokeAccess(
  { sources, clock }: Pick<Collaborators, 'sources' | 'clock'>,
  connection: Connection,
): Promise<boolean | null> {
  if (sources.find(connection.source)?.access?.revoke === undefined) return null;
  const sealed = await sources.sealed(connection);
  if (sealed !== null && (await sources.revoke(connection, sealed))) return true;
  const endsAt = consentEndOf(connection);
  return endsAt !== null && Date.parse(endsAt) <= clock.now() ? null : false;
}
