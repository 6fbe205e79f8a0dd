import type { Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, tableOf } from './table.ts';

export type Scope = 'read' | 'write';

export interface Token {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
}

interface TokenRow extends Omit<Token, 'scopes'> {
  readonly scopes: string;
  readonly secretHash: Buffer;
}

interface StoredToken {
  readonly token: Token;
  readonly secretHash: Buffer;
}

const TOKENS = tableOf<StoredToken, TokenRow>(
  'token',
  'id account_id name scopes secret_hash created_at expires_at last_used_at revoked_at',
  {
    convert: ({ secretHash, scopes, ...token }) => {
      return { token: { ...token, scopes: scopes.split(' ') as Scope[] }, secretHash };
    },
  },
);

export function listTokens(db: Reader, accountId: string): Token[] {
  return TOKENS.list(db, 'WHERE account_id = ? ORDER BY created_at, id', accountId).map(({ token }) => token);
}

export function findToken(db: Reader, id: string): StoredToken | null {
  return TOKENS.find(db, 'WHERE id = ?', id);
}

export function addToken(
  db: Writer,
  token: Pick<Token, 'id' | 'accountId' | 'name' | 'scopes' | 'createdAt' | 'expiresAt'> & {
    readonly secretHash: Buffer;
  },
): void {
  const { id, accountId, name, scopes, secretHash, createdAt, expiresAt } = token;
  insertRow(db, 'token', { id, accountId, name, scopes: scopes.join(' '), secretHash, createdAt, expiresAt });
}

export function touchToken(db: Writer, id: string, at: Instant): void {
  db.run('UPDATE token SET last_used_at = ? WHERE id = ?', at, id);
}

export function revokeToken(db: Writer, id: string, at: Instant): boolean {
  return db.run('UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id) === 1;
}
