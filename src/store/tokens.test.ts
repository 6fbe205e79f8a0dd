import { describe, expect, test } from 'vitest';
import { AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import { addToken, findToken, revokeToken } from './tokens.ts';

describe('a token', () => {
  test('can be revoked only once', () => {
    const store = storeWithAccount();
    addToken(store, {
      id: 't',
      accountId: 'a',
      name: 'x',
      scopes: ['read', 'write'],
      createdAt: AT,
      expiresAt: null,
      secretHash: Buffer.alloc(32, 1),
    });
    expect(revokeToken(store, 't', AT)).toBe(true);
    expect(revokeToken(store, 't', AT)).toBe(false);
    expect(findToken(store, 't')).toMatchObject({
      token: { scopes: ['read', 'write'], revokedAt: AT },
      secretHash: Buffer.alloc(32, 1),
    });
  });
});
