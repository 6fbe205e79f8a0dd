import { describe, expect, test } from 'vitest';
import type { Instant } from '../core/calendar-date.ts';
import { AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import { findAccount, isEntitled, removeAccount } from './accounts.ts';
import { addConnection, findConnection } from './connections.ts';
import { addToken, findToken } from './tokens.ts';

describe('an account', () => {
  test('is deleted together with all its data', () => {
    const store = storeWithAccount();
    addConnection(store, { id: 'c', accountId: 'a', source: 'demo', name: 'Demo', settings: {}, createdAt: AT });
    addToken(store, {
      id: 't',
      accountId: 'a',
      name: 'x',
      scopes: ['read'],
      createdAt: AT,
      expiresAt: null,
      secretHash: Buffer.alloc(32),
    });
    removeAccount(store, 'a');
    expect(findAccount(store, 'a')).toBeNull();
    expect(findConnection(store, 'c')).toBeNull();
    expect(findToken(store, 't')).toBeNull();
  });

  test.each([
    [{ kind: 'personal', endsAt: null }, true],
    [{ kind: 'trial', endsAt: '2026-03-10T09:00:00.001Z' as Instant }, true],
    [{ kind: 'trial', endsAt: AT }, false],
    [{ kind: 'trial', endsAt: null }, false],
    [{ kind: 'subscription', endsAt: null }, true],
    [{ kind: 'subscription', endsAt: AT }, false],
  ] as const)('isEntitled() of the plan %j is %j', (entitlement, active) => {
    expect(isEntitled(entitlement, Date.parse(AT))).toBe(active);
  });
});
