import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountOf,
  deliver,
  habits,
  purchases,
  type Habits,
  type Purchase,
} from '../../../test/support/overlapping-sources.ts';
import { SheetSimulator, bankTransaction as tx, type Sample } from '../../../test/support/sheet-simulator.ts';
import { caseCount } from '../../../test/support/cases.ts';

const FILE = { connection: 'file', complete: [] };
const FEED = { connection: 'feed', complete: [accountOf('feed').id] };

const made: readonly Sample[] = [
  { on: '2026-02-01', amount: '-3.50', text: 'Corner Coffee' },
  { on: '2026-02-01', amount: '-3.50', text: 'Corner Coffee' },
  { on: '2026-02-03', amount: '-20', text: 'Book Shop Berlin' },
  { on: '2026-02-05', amount: '1500', text: 'Salary' },
];

/** The purchases as bank transactions of this kind of source: with or without ids. */
function transactionsOf(kind: Habits['kind'], samples: readonly Sample[] = made) {
  const prefix = kind === 'camt' || kind === 'mt940' ? `${kind}:` : '';
  const hasIds = kind === 'feed' || kind === 'ofx' || prefix !== '';
  return samples.map(({ text = '', ...rest }, place) =>
    tx({
      ...rest,
      id: hasIds ? `${prefix}${place}` : null,
      text: kind === 'ofx' ? text : `${kind} ${text.toUpperCase()} 00${place}`,
      account: accountOf(kind),
    }),
  );
}

describe('importing the same period in two formats', () => {
  it.each([
    ['ofx', 'csv'],
    ['csv', 'ofx'],
    ['camt', 'mt940'],
    ['mt940 without ids', 'csv with iban'],
    ['camt', 'csv with iban'],
    ['csv with iban', 'mt940'],
  ] as const)('%s, then %s: adds every purchase once, and two identical ones twice', (first, second) => {
    const sheet = new SheetSimulator();
    sheet.sync(transactionsOf(first), FILE);
    const plan = sheet.sync(transactionsOf(second), FILE);
    expect(plan.skips.map(({ reason }) => reason)).toEqual(Array(4).fill('elsewhere'));
    expect(sheet.lines).toHaveLength(4);
    for (const kind of [first, second])
      expect(sheet.sync(transactionsOf(kind), FILE)).toMatchObject({ appends: [], updates: [], memory: [] });
  });

  it('adds the purchases that only the second file contains, also the third of three identical ones', () => {
    const sheet = new SheetSimulator();
    sheet.sync(transactionsOf('ofx'), FILE);
    const plan = sheet.sync(
      transactionsOf('csv', [...made, made[0] as Sample, { on: '2026-02-04', amount: '-7', text: 'Cinema' }]),
      FILE,
    );
    expect(plan.appends.map(({ values }) => values.amount)).toEqual(['-3.50', '-7.00']);
  });

  it('keeps one row for each purchase when files of a third and a fourth source are imported', () => {
    const sheet = new SheetSimulator();
    for (const kind of ['csv', 'feed', 'mt940 without ids', 'ofx', 'camt'] as const)
      sheet.sync(transactionsOf(kind), kind === 'feed' ? FEED : FILE);
    expect(sheet.lines).toHaveLength(4);
  });

  it('does not restore a row that the user deleted', () => {
    const sheet = new SheetSimulator();
    sheet.sync(transactionsOf('ofx'), FILE);
    sheet.delete(4);
    expect(
      sheet
        .sync(transactionsOf('csv'), FILE)
        .skips.map(({ reason }) => reason)
        .sort(),
    ).toEqual(['deleted', 'elsewhere', 'elsewhere', 'elsewhere']);
    expect(sheet.sync(transactionsOf('camt'), FILE)).toMatchObject({ appends: [] });
    expect(sheet.lines).toHaveLength(3);
  });

  it('does not merge purchases from different shops with equal amounts on one day', () => {
    const sheet = new SheetSimulator();
    const coffees = ['01', '02', '03', '04'].map((day) => ({
      on: `2026-02-${day}`,
      amount: `-3.${day}`,
      text: 'Corner Coffee',
    }));
    const buses = ['01', '05', '06', '07'].map((day) => ({
      on: `2026-02-${day}`,
      amount: `-3.${day}`,
      text: 'Night Bus',
    }));
    sheet.sync(transactionsOf('csv with iban', coffees), FILE);
    expect(
      sheet.sync(
        transactionsOf('mt940 without ids', [...buses, { on: '2026-02-02', amount: '-9', text: 'Night Bus' }]),
        FILE,
      ).appends,
    ).toHaveLength(5);
  });

  it('adds an equal purchase of another day as a possible duplicate if each file contains only one of the two', () => {
    const sheet = new SheetSimulator();
    const [first, second, last] = ['02', '05', '05'].map((day, place) => ({
      on: `2026-02-${day}`,
      amount: place === 2 ? '-1' : '-3.50',
      text: 'Corner Coffee',
    }));
    const view = (...samples: readonly (Sample | undefined)[]) =>
      samples.map((sample) => tx({ ...(sample as Sample), account: accountOf('csv') }));
    sheet.sync(view(second, last), FILE);
    expect(sheet.sync(view(first, last), FILE).appends).toMatchObject([{ possibleDuplicateOf: [2] }]);
  });

  it.each(['csv', 'csv with iban', 'mt940 without ids', 'camt', 'mt940'] as const)(
    'adds an equal purchase at the edge of two files if %s could only match with some dates later and others earlier',
    (kind) => {
      const coffees = (...days: readonly string[]): Sample[] =>
        days.map((day) => ({ on: `2026-01-${day}`, amount: '-3.50', text: 'Corner Coffee' }));
      const sheet = new SheetSimulator();
      // Bought on the 1st, 7th, 12th and 13th; the second file is dated two days later, and ends with the 12th.
      sheet.sync(transactionsOf('ofx', coffees('12', '13')), FILE);
      const { appends } = sheet.sync(transactionsOf(kind, coffees('03', '09', '14')), FILE);
      expect(appends).toMatchObject([
        { values: { date: '2026-01-03' }, possibleDuplicateOf: [] },
        { values: { date: '2026-01-09' }, possibleDuplicateOf: [2] },
      ]);
    },
  );

  it('adds an equal purchase if no new file covers the day of the existing purchase', () => {
    const bought = (on: string, amount = '-3.50') => tx({ on, amount, account: accountOf('csv') });
    const sheet = new SheetSimulator();
    sheet.sync([bought('2026-02-10')], FILE);
    const files = [bought('2026-02-01', '-1'), bought('2026-02-07'), bought('2026-02-08', '-2')];
    const { appends } = sheet.sync([...files, bought('2026-02-12', '-3'), bought('2026-02-20', '-4')], {
      ...FILE,
      pieces: [3, 2],
    });
    expect(appends.map(({ values }) => values.date)).toContain('2026-02-07');
  });

  it('adds an equal purchase on the day after a file ends, and reports it as a possible duplicate', () => {
    const sheet = new SheetSimulator();
    sheet.sync(transactionsOf('ofx', [{ on: '2026-02-01', amount: '-3.50', text: 'Corner Coffee' }]), FILE);
    const plan = sheet.sync(
      transactionsOf('csv', [{ on: '2026-02-02', amount: '-3.50', text: 'Corner Coffee' }]),
      FILE,
    );
    expect(plan.appends).toMatchObject([{ possibleDuplicateOf: [2] }]);
  });
});

describe('a transaction that is pending in one source and posted in another', () => {
  const pending = tx({
    id: 'p',
    on: '2026-02-01',
    amount: '-8',
    text: 'CORNER COFFEE',
    pending: true,
    account: accountOf('feed'),
  });
  const inFile = [
    tx({ on: '2026-01-30', amount: '-1', text: 'Night Bus', account: accountOf('csv') }),
    tx({ on: '2026-02-06', amount: '-8', text: 'Corner Coffee Berlin', account: accountOf('csv') }),
  ];
  const posted = tx({
    id: 'q',
    on: '2026-02-06',
    amount: '-8',
    text: 'Corner Coffee 0123',
    account: accountOf('feed'),
  });

  it.each([
    [
      'before the feed posts it',
      [
        [[pending], FEED],
        [inFile, FILE],
        [[posted], FEED],
      ],
    ],
    [
      'before the feed shows it',
      [
        [inFile, FILE],
        [[pending], FEED],
        [[posted], FEED],
      ],
    ],
    [
      'after the feed has posted it',
      [
        [[pending], FEED],
        [[posted], FEED],
        [inFile, FILE],
      ],
    ],
  ] as const)('has one row if a file contains it %s', (_, syncs) => {
    const sheet = new SheetSimulator();
    for (const [batch, options] of syncs) sheet.sync(batch, options);
    expect(sheet.rows.filter(({ amount }) => amount === '-8.00')).toHaveLength(1);
    expect(sheet.lines).toHaveLength(2);
  });

  it('is updated in its row when a statement follows the interim statement', () => {
    const sheet = new SheetSimulator();
    const account = accountOf('mt940');
    sheet.sync(
      [tx({ id: 'mt940:1', on: '2026-02-01', amount: '-8', text: 'CORNER COFFEE', pending: true, account })],
      FILE,
    );
    const day = ['2026-02-01', '2026-02-02'].map((on, place) =>
      tx({ id: `mt940:2${place}`, on, amount: place === 0 ? '-1' : '-8', text: 'Corner Coffee', account }),
    );
    expect(sheet.sync(day, FILE).updates).toMatchObject([{ reason: 'posted' }]);
    expect(sheet.lines).toHaveLength(2);
  });
});

describe('accounts with the same last digits', () => {
  it('count as different accounts if one file contains both', () => {
    const sheet = new SheetSimulator();
    const other = { ...accountOf('ofx'), id: 'ofx:4321-fedcba9876543210' };
    const batch = [
      ...transactionsOf('ofx'),
      ...transactionsOf('ofx').map((transaction) => ({ ...transaction, account: other })),
    ];
    expect(sheet.sync(batch, FILE).appends).toHaveLength(8);
    expect(sheet.sync(batch, FILE).appends).toHaveLength(0);
  });

  it('lose no transaction if both have equal amounts on the same day', () => {
    const own = fc.uniqueArray(fc.integer({ min: 1, max: 44 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(
        purchases,
        own,
        fc.array(fc.nat(59), { maxLength: 12 }),
        habits,
        habits,
        (here, days, chance, one, other) => {
          const there: Purchase[] = days.map((day, place) => ({
            day,
            shop: place % 8,
            cents: 70_000 + place,
            times: 1,
            isAtEdge: false,
          }));
          const coincidences = new Set(chance.slice(0, days.length - 1).flatMap((place) => here[place] ?? []));
          there.push(
            ...[...coincidences].map((purchase) => ({ ...purchase, times: 1, shop: (purchase.shop + 3) % 8 })),
          );
          const sheet = new SheetSimulator();
          const whole = { from: 0, to: 45 };
          const elsewhere = { ...accountOf(other.kind), id: 'another bank' };
          const first = [
            ...deliver(here, one, whole),
            ...deliver(EVERYDAY, one, whole).map((each) => ({
              ...each,
              providerId: each.providerId === null ? null : `${each.providerId}e`,
            })),
          ];
          const second = deliver(there, other, whole).map((each) => ({ ...each, account: elsewhere }));
          expect(sheet.sync(first, FILE).appends).toHaveLength(first.length);
          expect(sheet.sync(second, FILE).appends).toHaveLength(second.length);
        },
      ),
      { numRuns: caseCount(50, 100) },
    );
  });
});

const EVERYDAY: readonly Purchase[] = Array.from({ length: 46 }, (_, day) => ({
  day,
  shop: day % 8,
  cents: -20_000 - 100 * day,
  times: 1,
  isAtEdge: false,
}));
