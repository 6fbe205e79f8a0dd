import * as z from 'zod/mini';
import { accountId, name } from './accounts.ts';
import { procedure } from './procedure.ts';

export const scope = z.enum(['read', 'write']);

export interface TokenView {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly ('read' | 'write')[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** `token` is shown only once: afterwards, Pennyrow has only its hash. */
export interface NewToken extends TokenView {
  readonly token: string;
}

export interface SessionView {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

export const tokenProcedures = {
  'token.list': procedure<readonly TokenView[]>()({ accountId }),
  'token.create': procedure<NewToken>()({
    accountId,
    name,
    scopes: z.array(scope).check(z.minLength(1), z.maxLength(2)),
    expiresAt: z.optional(z.nullable(z.iso.datetime())),
  }),
  'token.revoke': procedure<TokenView>()({ tokenId: z.string() }),
  'session.list': procedure<readonly SessionView[]>()({}),
  'session.end': procedure<readonly SessionView[]>()({ sessionId: z.string() }),
  'session.endAll': procedure<{ readonly ended: number }>()({ except: z.optional(z.string()) }),
};
