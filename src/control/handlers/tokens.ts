import type { tokenProcedures, TokenView } from '../../contract/control/tokens.ts';
import { toInstant, type Instant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { mintToken } from '../../platform/api-token.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { addToken, listTokens, revokeToken } from '../../store/tokens.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import { requireAccount, requireToken } from '../requirements.ts';

export function tokenHandlers({
  store,
  clock,
  announce,
}: Pick<Collaborators, 'store' | 'clock' | 'announce'>): Handlers<keyof typeof tokenProcedures> {
  const now = (): Instant => toInstant(clock.now());

  return {
    'token.list': ({ accountId }) => listTokens(store, requireAccount(store, accountId).id),
    'token.create': ({ accountId, name, scopes, expiresAt = null }) => {
      requireAccount(store, accountId);
      if (expiresAt !== null && Date.parse(expiresAt) <= clock.now()) {
        throw new PennyrowError(problem('input_expiry', { at: expiresAt }));
      }
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
  };
}
