import type { endpoints } from '../../contract/v2/endpoints.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorCategories, findMirrorRules } from '../../store/mirror.ts';
import { sendNotModified, sendText, type Refusal } from '../answer.ts';
import type { Call, Handler } from '../guard.ts';
import { mirrorHeaders, type MirrorAccess } from '../mirror-access.ts';

/** GET /api/v2/categories */
export function listCategories(mirror: MirrorAccess, store: Reader): Handler<typeof endpoints.categories> {
  return (call) => sendList(mirror, call, 'categories', (accountId) => findMirrorCategories(store, accountId));
}

/** GET /api/v2/rules */
export function listRules(mirror: MirrorAccess, store: Reader): Handler<typeof endpoints.rules> {
  return (call) => sendList(mirror, call, 'rules', (accountId) => findMirrorRules(store, accountId));
}

async function sendList(
  mirror: MirrorAccess,
  { request, response, accountId }: Call<typeof endpoints.categories | typeof endpoints.rules>,
  name: 'categories' | 'rules',
  find: (accountId: string) => string | null,
): Promise<Refusal | null> {
  const state = await mirror.current(accountId);
  if ('status' in state) return state;
  const headers = mirrorHeaders(state, name);
  if (sendNotModified(request, response, headers)) return null;
  sendText(response, 200, `{"${name}":${find(accountId)}}`, headers);
  return null;
}
