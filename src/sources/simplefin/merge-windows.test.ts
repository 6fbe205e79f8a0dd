import { describe, expect, test } from 'vitest';
import type { ServerAccount } from './answer.ts';
import { toBankAccount } from './merge-windows.ts';

const named = (name: string | null, changes: Partial<ServerAccount> = {}) =>
  toBankAccount(
    {
      connection: 'CON-1',
      names: { one: null, two: 'CON-1' },
      connId: 'CON-1',
      id: 'ACT-1',
      name,
      bank: 'Linden Bank',
      currency: 'EUR',
      balance: { booked: '1.00', available: null, date: null },
      transactions: [],
      ...changes,
    },
    'EUR',
  );

describe('an account in a SimpleFIN response', () => {
  test.each([
    ['Checking (1234)', 'Checking ••1234', '1234'],
    ['TOTAL CHECKING (...1234)', 'TOTAL CHECKING ••1234', '1234'],
    ['Savings x9876', 'Savings ••9876', '9876'],
    ['Card ending in 4321', 'Card ••4321', '4321'],
    ['Card ••4321', 'Card ••4321', '4321'],
    ['Visa - 4321', 'Visa ••4321', '4321'],
    ['Checking 000123456789', 'Checking ••6789', '6789'],
    ['4929 1234 1234 1234', 'Account ••1234', '1234'],
    ['Holiday 2026', 'Holiday 2026', null],
    ['Max 4321', 'Max 4321', null],
    ['Holidays 2025 - 2026', 'Holidays 2025 - 2026', null],
    ['Bond 2026-03-10', 'Bond 2026-03-10', null],
    ['Visa 4929-1234-1234-4321', 'Visa ••4321', '4321'],
    ['Everyday', 'Everyday', null],
  ])('with the name %s is shown as %s', (given, name, lastDigits) => {
    expect(named(given)).toMatchObject({ name, lastDigits });
  });

  test('is named after its bank if it has no name', () => {
    expect(named(null).name).toBe('Account at Linden Bank');
    expect(named(null, { bank: null }).name).toBe('Account');
  });

  test('has an id that hides the account number and does not depend on the name', () => {
    const { id } = named('Checking', { id: '000123456789' });
    expect(id).toMatch(/^simplefin:[0-9a-f]{24}$/);
    expect(named('Household', { id: '000123456789' }).id).toBe(id);
  });

  test('has a different id if its connection differs, or if the server’s id differs in case only', () => {
    const ids = [{}, { connection: 'CON-2' }, { id: 'act-1' }, { connection: 'CON-1 A', id: 'CT-1' }].map(
      (changes) => named('Checking', changes).id,
    );
    expect(new Set(ids).size).toBe(4);
  });
});
