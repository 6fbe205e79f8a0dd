import { isDeepStrictEqual } from 'node:util';
import type { CsvAmountColumns, CsvAnswers } from '../../../../core/csv-mapping.ts';
import type { ColumnRole } from '../../../../core/column-titles.ts';
import { moneyPlaces, type MoneyReading } from '../arithmetic/amounts.ts';
import { findReadings, fitsAllLines, type Reading } from '../arithmetic/find-readings.ts';
import { createSheet, sheetOf } from '../arithmetic/sheet.ts';
import { directionsOf, isUnspendable, type CsvColumn } from '../table/csv-columns.ts';
import { isNamed, type Findings } from './findings.ts';

const SEARCHED_LINES = 120;

/** Null if no column is a running balance. Several readings if neither the balance nor the titles decide. */
export function chooseReading({ table, columns, answers }: Findings, date: number | null) {
  const roleOf = (place: number): ColumnRole | null => columns[place]?.role ?? null;
  const isTitled = ({ amount, balance, start }: Reading): boolean =>
    (roleOf(balance) === 'balance' || (start !== null && isStartTitle(columns[start]?.title ?? ''))) &&
    moneyPlaces(amount).every((place) => MONEY.has(roleOf(place)));
  const isAllowed = (money: MoneyReading): boolean => isAnswered(answers, columns, money);
  const found = findReadings(createSheet(table, date, SEARCHED_LINES), columns, isTitled, isAllowed);
  const choice = bestOf(found, columns, answers);
  // The readings were found in the first lines; a single one must fit all lines.
  const isLong = table.rows.length - table.first > SEARCHED_LINES;
  const [only, ...more] = choice?.readings ?? [];
  const isRefuted = only !== undefined && more.length === 0 && isLong && !fitsAllLines(sheetOf(table, date), only);
  return isRefuted ? null : choice;
}

/** Null if no reading is allowed. Among readings with equal amounts, the best titles decide. */
function bestOf(found: readonly Reading[], columns: readonly CsvColumn[], answers: CsvAnswers) {
  const scored = found
    .map((reading) => ({ reading, score: scoreOf(reading, columns) }))
    .filter(({ score }) => score > -Infinity)
    .toSorted((a, b) => b.score - a.score);
  const top = scored[0]?.score ?? 0;
  const close = scored.filter(({ score }) => score >= top - CLOSE).map(({ reading }) => reading);
  const answered = close.filter(({ amount }) => answers.sign !== undefined && hasSign(amount, answers.sign));
  const best = answered.length > 0 ? answered : close;
  const [first] = best;
  if (first === undefined) return null;
  // Direction words beside signed amounts add nothing.
  const byUnits = new Map(best.toReversed().map((reading) => [reading.units.join(), reading]));
  const others = [...byUnits.values()].toReversed().filter((reading) => reading !== first);
  const isSame = others.every(({ amount, fee }) => isDeepStrictEqual([amount, fee], [first.amount, first.fee]));
  // The columns may be certain, but not whether "1.234" means a thousand.
  return isSame
    ? { readings: [first], isMarkOpen: others.some(({ decimalMark }) => decimalMark !== first.decimalMark) }
    : { readings: [first, ...others], isMarkOpen: false };
}

function hasSign(amount: CsvAmountColumns, sign: 'as-written' | 'inverted'): boolean {
  if (amount.kind === 'two')
    return (sign === 'as-written') === (amount.outIsNegative === true || amount.ignoresSigns === true);
  return amount.kind === 'signed' && amount.inverted === (sign === 'inverted');
}

/** A debt proves the columns of a pair in reverse. */
function isAnswered(answers: CsvAnswers, columns: readonly CsvColumn[], { amount, fee, decimalMark }: MoneyReading) {
  const is = (answer: string | undefined, place: number | null): boolean =>
    answer === undefined ||
    (answer === 'none' ? place === null : place !== null && isNamed(columns[place] as CsvColumn, answer));
  if ((answers.decimalMark ?? decimalMark) !== decimalMark) return false;
  const sides = [answers.out, answers.in];
  if (sides.some((answer) => answer !== undefined))
    return amount.kind === 'two' && sides.every((answer) => is(answer, amount.out) || is(answer, amount.in));
  return (
    is(answers.fee, fee) &&
    is(answers.amount, amount.kind === 'two' ? null : amount.column) &&
    is(answers.direction, amount.kind === 'marked' ? amount.mark : null)
  );
}

/** Equal titles score equally; a preference between equal readings counts less than this. */
const CLOSE = 0.5;

const NEVER = rolesIn('balance fee original id own-account other-account any-account');
const MONEY = rolesIn('amount net out in');

function rolesIn(names: string): ReadonlySet<string | null> {
  return new Set(names.split(' '));
}

function scoreOf(reading: Reading, columns: readonly CsvColumn[]): number {
  const { amount, fee, balance, start } = reading;
  const roleOf = (place: number): ColumnRole | null => columns[place]?.role ?? null;
  const own = moneyPlaces(amount);
  if (own.some((place) => NEVER.has(roleOf(place)))) return -Infinity;
  const isTitled = roleOf(balance) === 'balance';
  if (!isTitled && NEVER.has(roleOf(balance))) return -Infinity;
  // Untitled numbers, such as numbers of shares, may add up by chance.
  const isUnknown = !isTitled && own.every((place) => !MONEY.has(roleOf(place)));
  if (isUnknown && columns.some((column) => isTitledMoney(column) && !own.includes(column.place))) return -Infinity;
  // A column for money out already has a direction.
  if (amount.kind === 'marked' && ['out', 'in'].includes(roleOf(amount.column) ?? '')) return -Infinity;
  const isTurned = isStartTitle(columns[balance]?.title ?? '');
  const hasStart = start !== null && isStartTitle(columns[start]?.title ?? '');
  const hasText = own.some((place) => ['payee', 'memo'].includes(roleOf(place) ?? ''));
  // The other side of a pair has amounts, too.
  const otherSide = amount.kind === 'signed' ? OTHER_SIDE[roleOf(amount.column) ?? 'amount'] : undefined;
  const isSide = columns.some(({ role, positives, negatives }) => role === otherSide && positives + negatives > 0);
  // A few lines may not show that fees were deducted.
  const isNet = amount.kind === 'signed' && fee === null && roleOf(amount.column) === 'net';
  return (
    own.filter((place) => MONEY.has(roleOf(place))).length / own.length +
    preferenceFor(reading, columns) +
    (Number(isTitled) + Number(hasStart) - Number(isTurned)) +
    0.6 * (Number(isNet) - Number(isSide)) -
    0.1 * (Number(hasText) + Number(isUnspendable(columns[balance]?.title ?? ''))) -
    balance / 100_000
  );
}

function isTitledMoney({ role, negatives, positives, filled }: CsvColumn): boolean {
  return MONEY.has(role) && (negatives + positives) * 2 > filled;
}

const OTHER_SIDE: Readonly<Partial<Record<ColumnRole, ColumnRole>>> = { out: 'in', in: 'out' };

function preferenceFor({ amount }: Reading, columns: readonly CsvColumn[]): number {
  if (amount.kind !== 'marked') return 0;
  const words = directionsOf([...amount.out, ...amount.in], columns[amount.mark]?.title);
  if (words.open.length > 0) return 0;
  return words.out.every((word) => amount.out.includes(word)) ? 1.2 : 0.6;
}

/** "Start balance", "Anfangssaldo": the balance before a transaction. */
function isStartTitle(title: string): boolean {
  return /start|begin|opening|anfang|initial|inicial|inizial|ing.ende|\balg|\balku|pocz.tk|po..te.n|nyit|a..l..|s.kuma|prad/iu.test(
    title,
  );
}
