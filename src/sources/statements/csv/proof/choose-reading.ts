import type { ColumnRole } from '../../../../core/column-titles.ts';
import { directionsOf, isUnspendable, type CsvColumn } from '../table/csv-columns.ts';
import type { Reading } from './find-readings.ts';
import { columnsOfMoney, type Money } from './money.ts';

/** The readings that the balance and the titles allow. */
export type Choice =
  | { readonly kind: 'proven'; readonly reading: Reading }
  /** The columns are certain, but not whether "1.234" means a thousand. */
  | { readonly kind: 'either-mark'; readonly reading: Reading }
  | { readonly kind: 'contested'; readonly readings: readonly Reading[] };

/**
 * The only reading that the balance and the titles allow. A column titled as a balance, fee or number is never the
 * amount. Among readings with equal amounts, the best titles decide. Null if nothing is proven.
 */
export function chooseReading(found: readonly Reading[], columns: readonly CsvColumn[]): Choice | null {
  const scored = found
    .map((reading) => ({ reading, score: scoreOf(reading, columns) }))
    .filter(({ score }) => score > -Infinity)
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined) return null;
  const top = simplest(scored.filter(({ score }) => score >= best.score - CLOSE).map(({ reading }) => reading));
  const others = top.filter((reading) => reading !== best.reading);
  if (others.length === 0) return { kind: 'proven', reading: best.reading };
  if (others.every(({ money }) => isSame(money, best.reading.money))) {
    const marks = new Set([best.reading, ...others].map(({ mark }) => mark));
    if (marks.size > 1) return { kind: 'either-mark', reading: best.reading };
  }
  return { kind: 'contested', readings: top };
}

/** Keeps the first of readings with equal amounts: direction words beside signed amounts add nothing. */
function simplest(readings: readonly Reading[]): Reading[] {
  const met = new Set<string>();
  return readings.filter((reading) => {
    const amounts = amountsOf(reading);
    if (met.has(amounts)) return false;
    met.add(amounts);
    return true;
  });
}

/** Equal titles score equally; a preference between equal readings counts less than this. */
const CLOSE = 0.5;

const NEVER: ReadonlySet<ColumnRole> = new Set([
  'balance',
  'fee',
  'original',
  'id',
  'own-account',
  'other-account',
  'any-account',
]);

function scoreOf({ money, balance, start, amounts }: Reading, columns: readonly CsvColumn[]): number {
  const roleOf = (place: number): ColumnRole | null => columns[place]?.role ?? null;
  const own = columnsOfMoney(money);
  if (own.some((place) => NEVER.has(roleOf(place) as ColumnRole))) return -Infinity;
  if (roleOf(balance) !== 'balance' && NEVER.has(roleOf(balance) as ColumnRole)) return -Infinity;
  // A column for money out already has a direction.
  if (money.kind === 'marked' && SIDES.has(roleOf(money.column) as ColumnRole)) return -Infinity;
  const ends = roleOf(balance) === 'balance';
  const points =
    own.filter((place) => MONEY.has(roleOf(place) as ColumnRole)).length / own.length +
    (ends ? 1 : 0) +
    (start !== null && isStartTitle(columns[start]?.title ?? '') ? 1 : 0) -
    (isStartTitle(columns[balance]?.title ?? '') ? 1 : 0);
  const isMixed = amounts.some((units) => (units ?? 0) > 0) && amounts.some((units) => (units ?? 0) < 0);
  const words =
    money.kind === 'marked' ? directionsOf([...money.falls, ...money.rises], columns[money.mark]?.title) : null;
  const isKnownMark = words !== null;
  const isMeant = money.kind === 'marked' && words?.out.some((word) => money.falls.includes(word)) !== false;
  const preference =
    (isKnownMark ? (isMeant ? 1.2 : 0.6) : 0) -
    (money.kind === 'marked' && !isMixed && !isKnownMark ? 0.2 : 0) -
    (money.kind === 'two' && (roleOf(money.falls) === 'in' || roleOf(money.rises) === 'out') ? 0.6 : 0) -
    (isUnspendable(columns[balance]?.title ?? '') ? 0.1 : 0) -
    balance / 100_000 +
    // A few lines may not show that fees were deducted.
    (money.kind === 'signed' && money.fee === null && roleOf(money.column) === 'net' ? 0.6 : 0);
  return points + preference;
}

const SIDES: ReadonlySet<ColumnRole> = new Set(['out', 'in']);
const MONEY: ReadonlySet<ColumnRole> = new Set(['amount', 'net', 'out', 'in']);

/** "Start balance", "Anfangssaldo": the balance before a transaction. */
export function isStartTitle(title: string): boolean {
  return /start|begin|opening|anfang|initial|inicial|inizial|ing.ende|\balg|\balku|pocz.tk|po..te.n|nyit|a..l..|s.kuma|prad/iu.test(
    title,
  );
}

/** Compares readings by their exact amounts. */
function amountsOf({ amounts, chain }: Reading): string {
  return amounts.map((units, line) => (chain.others.has(line) ? '' : units)).join();
}

function isSame(a: Money, b: Money): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
