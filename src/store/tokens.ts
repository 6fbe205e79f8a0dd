import type { Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';

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

interface TokenRow {
  id: string;
  account_id: string;
  name: string;
  scopes: string;
  secret_hash: Buffer;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** In order of creation, including revoked ones. */
export function listTokens(db: Reader, accountId: string): Token[] {
  return db.all<TokenRow>('SELECT * FROM token WHERE account_id = ? ORDER BY created_at, id', accountId).map(toToken);
}

/** The token and the hash of its secret. */
export function findToken(db: Reader, id: string): { token: Token; secretHash: Buffer } | null {
  const row = db.get<TokenRow>('SELECT * FROM token WHERE id = ?', id);
  return row === undefined ? null : { token: toToken(row), secretHash: row.secret_hash };
}

export function addToken(
  db: Writer,
  token: Pick<Token, 'id' | 'accountId' | 'name' | 'scopes' | 'createdAt' | 'expiresAt'> & {
    readonly secretHash: Buffer;
  },
): void {
  db.run(
    `INSERT INTO token (id, account_id, name, scopes, secret_hash, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    token.id,
    token.accountId,
    token.name,
    token.scopes.join(' '),
    token.secretHash,
    token.createdAt,
    token.expiresAt,
  );
}

export function touchToken(db: Writer, id: string, at: Instant): void {
  db.run('UPDATE token SET last_used_at = ? WHERE id = ?', at, id);
}

/** False if there is no such token or it was already revoked. */
export function revokeToken(db: Writer, id: string, at: Instant): boolean {
  return db.run('UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id) === 1;
}

function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    scopes: row.scopes.split(' ') as Scope[],
    createdAt: row.created_at as Instant,
    expiresAt: row.expires_at as Instant | null,
    lastUsedAt: row.last_used_at as Instant | null,
    revokedAt: row.revoked_at as Instant | null,
  };
}
