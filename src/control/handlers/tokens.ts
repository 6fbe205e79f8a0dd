import type { SessionView, TokenView } from '../../contract/control/tokens.ts';
import { toInstant, type Instant } from '../../core/calendar-date.ts';
import { mintToken } from '../../platform/api-token.ts';
import { createError } from '../../platform/errors.ts';
import { addToken, listTokens, revokeToken } from '../../store/tokens.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireToken } from '../handler.ts';
import { endSession, listSessions } from '../../store/sessions.ts';
import { sessionEnd } from '../session/sign-ins.ts';

export function tokenHandlers({ store, clock, announce }: Collaborators): Handlers<'tokens'> {
  const now = (): Instant => toInstant(clock.now());
  const list = (): SessionView[] =>
    listSessions(store)
      .map((session) => ({ ...session, expiresAt: sessionEnd(session) }))
      .filter(({ expiresAt }) => Date.parse(expiresAt) > clock.now());

  return {
    'token.list': ({ accountId }) => listTokens(store, accountId),
    'token.create': ({ accountId, name, scopes, expiresAt = null }) => {
      if (expiresAt !== null && Date.parse(expiresAt) <= clock.now())
        throw createError('input_expiry', { at: expiresAt });
      const { id, token, secretHash } = mintToken();
      addToken(store, {
        id,
        accountId,
        name,
        scopes: [...new Set(scopes)],
        createdAt: now(),
        expiresAt: expiresAt as Instant | null,
        secretHash,
      });
      announce('tokens', accountId);
      return { ...requireToken(store, id), token };
    },
    'token.revoke': ({ tokenId }): TokenView => {
      const { accountId } = requireToken(store, tokenId);
      revokeToken(store, tokenId, now());
      announce('tokens', accountId);
      return requireToken(store, tokenId);
    },
    'session.list': list,
    'session.end': ({ sessionId }) => {
      endSession(store, sessionId);
      announce('sessions', null);
      return list();
    },
    'session.endAll': ({ except }) => {
      const ended = list().filter(({ id }) => id !== except);
      for (const { id } of ended) endSession(store, id);
      announce('sessions', null);
      return { ended: ended.length };
    },
  };
}
