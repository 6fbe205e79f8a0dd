import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negateAmount, parseAmount, type Amount } from './amount.ts';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { pairTransfers, type TransferRow } from './pair-transfers.ts';

const DAY = '2026-03-06' as CalendarDate;
const ACCOUNTS = { daily: 'Everyday checking ••4321', travel: 'Travel card ••8830', pot: 'Rainy day pot' } as const;

function row(
  bankAccountId: keyof typeof ACCOUNTS | '',
  amount: string,
  description = 'Umbuchung',
  more: Partial<TransferRow> = {},
): TransferRow {
  return {
    day: DAY,
    description,
    amount: amount as Amount,
    currency: 'EUR',
    category: '',
    bankAccountId,
    account: bankAccountId === '' ? '' : ACCOUNTS[bankAccountId],
    ...more,
  };
}

const days = (count: number) => ({ day: addDays(DAY, count) });

describe('pairTransfers for two sides of a transfer', () => {
  test.each([
    [
      'two rows if one contains a word for a transfer',
      row('daily', '-50.00', 'Umbuchung'),
      row('pot', '50.00', 'Gutschrift'),
    ],
    [
      'two rows if one names the other account',
      row('daily', '-50.00', 'To rainy days'),
      row('pot', '50.00', 'Payment received'),
    ],
    [
      'two rows if one has a transfer category',
      row('daily', '-50.00', 'A', { category: 'Transfers' }),
      row('pot', '50.00', 'B'),
    ],
    [
      'two rows if both contain a general word for a payment',
      row('daily', '-50.00', 'SEPA Überweisung'),
      row('pot', '50.00', 'Gutschrift'),
    ],
    ['two rows that are five days apart', row('daily', '-50.00'), row('pot', '50.00', 'In', days(5))],
    ['two rows if the incoming one is dated earlier', row('daily', '-50.00'), row('pot', '50.00', 'In', days(-1))],
    [
      'two currencies if each row names the other account',
      row('daily', '-600.00', 'Transfer to travel card'),
      row('travel', '648.60', 'Top-up from everyday account', { currency: 'USD' }),
    ],
  ] as const)('pairs %s', (_, out, into) => {
    expect(pairTransfers([into, out])).toEqual([{ out, into }]);
  });

  test('pairs each repeated transfer with the incoming row of the nearest day', () => {
    const rows = [
      row('daily', '-50.00'),
      row('daily', '-50.00', 'Umbuchung', days(2)),
      row('pot', '50.00', 'In', days(2)),
      row('pot', '50.00', 'In', days(1)),
    ];
    const [first, second, late, early] = rows;
    expect(pairTransfers(rows)).toEqual([
      { out: second, into: late },
      { out: first, into: early },
    ]);
  });
});

describe('pairTransfers for unrelated rows', () => {
  test.each([
    ['a purchase and an equal payment from a friend', row('daily', '-50.00', 'Bakery'), row('pot', '50.00', 'Ann')],
    [
      'a payment to a friend and an equal payment from another friend',
      row('daily', '-50.00', 'Überweisung Max'),
      row('pot', '50.00', 'Ann'),
    ],
    ['two rows of one account', row('daily', '-50.00'), row('daily', '50.00')],
    ['rows without an account', row('', '-50.00'), row('pot', '50.00')],
    ['rows that are six days apart', row('daily', '-50.00'), row('pot', '50.00', 'In', days(6))],
    ['different amounts', row('daily', '-50.00'), row('pot', '49.99')],
    [
      'rows of which one has another category',
      row('daily', '-50.00'),
      row('pot', '50.00', 'In', { category: 'Gifts' }),
    ],
    [
      'two currencies if only one row names the other account',
      row('daily', '-600.00', 'Transfer to travel card'),
      row('travel', '648.60', 'Refund', { currency: 'USD' }),
    ],
    ['a card payment and income on a card', row('daily', '-50.00', 'Card payment'), row('travel', '50.00', 'Ann')],
    ['amounts of zero', row('daily', '0.00'), row('pot', '0.00')],
  ] as const)('does not pair %s', (_, out, into) => {
    expect(pairTransfers([out, into])).toEqual([]);
  });
});

test('pairTransfers uses each row at most once, and pairs only amounts that cancel out', () => {
  const anyRow = fc
    .tuple(
      fc.constantFrom('daily', 'pot', '' as const),
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom('Umbuchung', 'Bakery', ''),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([account, euros, text, later]) =>
      row(account as 'daily', parseAmount(String(euros)) as Amount, text, days(later)),
    );
  const property = fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
    const pairs = pairTransfers(rows);
    const inPairs = pairs.flatMap(({ out, into }) => [out, into]);
    expect(new Set(inPairs).size).toBe(inPairs.length);
    for (const { out, into } of pairs) {
      expect(into.amount).toBe(negateAmount(out.amount));
      expect(into.bankAccountId).not.toBe(out.bankAccountId);
    }
  });
  fc.assert(property, { seed: 7, numRuns: 300 });
});
