import type { Service } from '../service/service.ts';
import type { AccessContext } from '../source-kind.ts';
import { openApi } from './api.ts';
import { readSealed } from './sealed.ts';

/** Gives the consent back at the bank. Throws what the service does. */
export async function revokeConsent(secret: string, context: AccessContext): Promise<void> {
  const sealed = readSealed(secret);
  await deleteRequisition(openApi({ ...context, ...sealed }), sealed.requisition);
}

/** With its agreement, and what was allowed by it. */
export function deleteRequisition(api: Pick<Service, 'delete'>, id: string): Promise<void> {
  return api.delete(`requisitions/${encodeURIComponent(id)}/`);
}
