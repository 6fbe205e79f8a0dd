import type { AccessContext } from '../source-kind.ts';
import { openApi } from './api.ts';
import { readSealed } from './sealed.ts';

/** Gives the consent back at the bank. Throws what the service does. */
export async function revokeConsent(secret: string, context: AccessContext): Promise<void> {
  const sealed = readSealed(secret);
  await openApi({ ...context, ...sealed }).delete(`requisitions/${encodeURIComponent(sealed.requisition)}/`);
}
