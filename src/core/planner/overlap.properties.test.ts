import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  accountOf,
  deliver,
  habits,
  purchases,
  type Delivery,
  type Habits,
  type Purchase,
} from '../../../test/support/overlapping-sources.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import { SheetSimulator } from '../../../test/support/sheet-simulator.ts';
import { splitIntoBatches } from './batches.ts';
import { caseCount } from '../../../test/support/cases.ts';

const CASES = caseCount(80, 150);

/** Imports of one or several files at once. A feed is always imported alone. */
const imports = fc.array(
  fc.array(
    fc
      .record({ source: fc.nat(3), from: fc.integer({ min: -3, max: 40 }), length: fc.integer({ min: 5, max: 60 }) })
      .map(({ source, from, length }) => ({ source, from, to: from + length })),
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 1, maxLength: 6 },
);

/** Within this many days of a file's first or last day, a purchase may be in the file of one source but not of another. */
const AT_EDGE = 5;

/** One purchase with a unique amount for each day. */
const EVERYDAY: readonly Purchase[] = Array.from({ length: 49 }, (_, day) => ({
  day: day - 3,
  shop: day % 8,
  cents: -20_000 - 100 * day,
  times: 1,
  isAtEdge: false,
}));

/**
 * Drops purchases of one amount that no program can distinguish, because the sources date purchases differently by several days.
 * `isAtEdge` marks purchases near the first or last day of a file.
 */
function apart(
  happened: readonly Purchase[],
  sources: readonly Habits[],
  deliveries: readonly Delivery[],
): readonly Purchase[] {
  const purchases: Purchase[] = [...EVERYDAY];
  const gap = sources.some(({ shift }) => shift > 0) ? 12 : 0;
  const edges = gap === 0 ? [] : [-3, 45, ...deliveries.flatMap(({ from, to }) => [from, to])];
  for (const purchase of happened) {
    const isNear = (other: Purchase): boolean =>
      other.cents === purchase.cents && Math.abs(other.day - purchase.day) <= gap;
    if (gap === 0 ? !purchases.some((other) => isNear(other) && other.shop === purchase.shop) : !purchases.some(isNear))
      purchases.push(purchase);
  }
  return purchases.map((one) => ({ ...one, isAtEdge: edges.some((edge) => Math.abs(edge - one.day) <= AT_EDGE) }));
}

function distinct(given: readonly Habits[], nameOf = ({ kind }: Habits): string => kind): readonly Habits[] {
  return given.filter((one, place) => given.findIndex((other) => nameOf(other) === nameOf(one)) === place);
}

/** True if any delivery contains the purchases of that day; a feed contains all days until its last. */
function isDelivered(day: number, sources: readonly Habits[], deliveries: readonly Delivery[]): boolean {
  return deliveries.some(({ source, from, to }) => {
    const { kind } = sources[source % sources.length] as Habits;
    return day >= (kind === 'feed' ? -3 : from) && day <= to;
  });
}

function importInto(
  sheet: SheetSimulator,
  happened: readonly Purchase[],
  sources: readonly Habits[],
  deliveries: readonly Delivery[],
) {
  const sourceOf = ({ source }: Delivery): Habits => sources[source % sources.length] as Habits;
  const plans = [];
  for (const delivery of deliveries.filter((one) => sourceOf(one).kind === 'feed')) {
    const source = sourceOf(delivery);
    plans.push(
      sheet.sync(deliver(happened, source, { from: -3, to: delivery.to }), {
        connection: 'feed',
        complete: [accountOf('feed').id],
        since: '2025-12-29',
      }),
    );
  }
  const files = deliveries
    .filter((one) => sourceOf(one).kind !== 'feed')
    .map((one) => deliver(happened, sourceOf(one), one));
  for (const { transactions, pieces } of splitIntoBatches(
    files.flat(),
    files.map(({ length }) => length),
  )) {
    plans.push(sheet.sync(transactions, { connection: 'file', complete: [], pieces }));
  }
  return plans;
}

it('an import adds one row for each real transaction, also for identical ones, in any order of sources', () => {
  fc.assert(
    fc.property(purchases, fc.array(habits, { minLength: 2, maxLength: 4 }), imports, (all, given, groups) => {
      const sources = distinct(given);
      const happened = apart(all, sources, groups.flat());
      const sheet = new SheetSimulator();
      const shown = new Map<number, number>();
      for (const deliveries of groups) {
        for (const plan of importInto(sheet, happened, sources, deliveries)) {
          for (const { transaction } of plan.appends)
            shown.set(transaction.raw as number, (shown.get(transaction.raw as number) ?? 0) + 1);
        }
      }
      const delivered = groups.flat();
      const expected = happened.flatMap(({ day, times }, place) =>
        isDelivered(day, sources, delivered) ? [[place, times]] : [],
      );
      expect([...shown].sort((a, b) => a[0] - b[0])).toEqual(expected);
      for (const deliveries of groups) {
        for (const plan of importInto(sheet, happened, sources, deliveries))
          expect([plan.appends, plan.updates]).toEqual([[], []]);
      }
    }),
    { numRuns: CASES },
  );
});

/** These two formats have no ids and the same account name, so they count as one source. */
function withoutIds({ kind }: Habits): string {
  return kind === 'mt940 without ids' ? 'csv with iban' : kind;
}

/**
 * The number of purchases that no program can find: files give several purchases the same date and text, and no file contains
 * all of them, so they look like one purchase. Ids do not help, because some banks change them from file to file.
 */
function alikeInEveryFile(
  cents: number,
  happened: readonly Purchase[],
  filesOfSources: readonly (readonly (readonly BankTransaction[])[])[],
): number {
  const hidden = filesOfSources.map((files) => {
    const lines = files.flat().filter(({ amount }) => Math.round(Number(amount) * 100) === cents);
    return [...Map.groupBy(lines, lineOf)].reduce((sum, [line, alike]) => {
      const places = new Set(alike.map(({ raw }) => raw as number));
      const real = [...places].reduce((times, place) => times + (happened[place] as Purchase).times, 0);
      return sum + real - Math.max(...files.map((file) => file.filter((one) => lineOf(one) === line).length));
    }, 0);
  });
  return hidden.reduce((sum, one) => sum + one, 0);
}

function lineOf({ date, amount, description }: BankTransaction): string {
  return `${date} ${amount} ${description}`;
}

/**
 * True if a file or feed ends between equal purchases that are days apart, and the sources date purchases differently.
 * One source may then describe a purchase exactly as another source describes the next purchase.
 */
function mayPassForAnother(
  cents: number,
  happened: readonly Purchase[],
  sources: readonly Habits[],
  deliveries: readonly Delivery[],
): boolean {
  if (sources.every(({ shift }) => shift === 0)) return false;
  const equal = happened.filter((purchase) => purchase.cents === cents);
  const ends = deliveries.flatMap(({ source, from, to }) =>
    (sources[source % sources.length] as Habits).kind === 'feed' ? [to] : [from, to],
  );
  return equal.some(
    (one) =>
      ends.some((end) => Math.abs(end - one.day) <= AT_EDGE) &&
      equal.some((other) => other !== one && Math.abs(other.day - one.day) <= AT_EDGE),
  );
}

it('an import loses at most one ambiguous purchase in thousands of histories, and reports possible duplicates', () => {
  let tooFew = 0;
  fc.assert(
    fc.property(purchases, fc.array(habits, { minLength: 2, maxLength: 4 }), imports, (happened, given, groups) => {
      const sources = distinct(given, withoutIds);
      const sheet = new SheetSimulator();
      const appends = groups
        .flatMap((deliveries) => importInto(sheet, happened, sources, deliveries))
        .flatMap((plan) => plan.appends);
      const filesOfSources = sources.map((source, at) =>
        groups
          .flat()
          .filter((one) => one.source % sources.length === at)
          .map((one) => deliver(happened, source, one)),
      );
      for (const cents of new Set(happened.map((purchase) => purchase.cents))) {
        const real = happened.filter(
          ({ cents: paid, day }) => paid === cents && isDelivered(day, sources, groups.flat()),
        );
        const times = real.reduce((sum, purchase) => sum + purchase.times, 0);
        const shown = appends.filter(({ values }) => Math.round(Number(values.amount) * 100) === cents);
        const alike = alikeInEveryFile(cents, happened, filesOfSources);
        if (shown.length < times - alike) {
          expect(mayPassForAnother(cents, happened, sources, groups.flat())).toBe(true);
          expect(shown.length).toBe(times - alike - 1);
          tooFew += 1;
        }
        if (shown.length > times)
          expect(shown.some(({ possibleDuplicateOf }) => possibleDuplicateOf.length > 0)).toBe(true);
      }
    }),
    { numRuns: CASES },
  );
  expect(tooFew).toBeLessThanOrEqual(1 + CASES / 2000);
});
