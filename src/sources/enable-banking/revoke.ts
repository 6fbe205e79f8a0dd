import type { AccessContext } from '../source-kind.ts';
import { openApi } from './api.ts';
import { keyOf, readSealed } from './sealed.ts';

/** Gives the consent back at the bank. Throws what the service does. */
export async function revokeConsent(secret: string, context: AccessContext): Promise<void> {
  const sealed = readSealed(secret);
  const { applicationId, sessionId } = sealed;
  const api = openApi({ ...context, applicationId, sessionId, privateKey: keyOf(sealed) });
  await api.delete(`sessions/${encodeURIComponent(sessionId)}`);
}
