import { isDeepStrictEqual } from 'node:util';
import type { CsvAmountColumns, CsvAnswers } from '../../../../core/csv-mapping.ts';
import type { ColumnRole } from '../../../../core/column-titles.ts';
import { moneyPlaces, type MoneyReading } from '../arithmetic/amounts.ts';
import { findReadings, fitsAllLines, type Reading } from '../arithmetic/find-readings.ts';
import { createSheet, sheetOf } from '../arithmetic/sheet.ts';
import { directionsOf, isAvailableBalance, OTHER_ROLES, type CsvColumn } from '../table/csv-columns.ts';
import { isNamed, type Findings } from './findings.ts';
import type { MarkedAmounts } from './guess-direction.ts';

const SEARCHED_LINES = 120;

/** Null if no column is a running balance. Several readings if neither the balance nor the titles decide. */
export function chooseReading({ table, columns, answers }: Findings, date: number | null) {
  const score = (reading: Reading): number => scoreOf(reading, columns, answers);
  const found = findReadings(createSheet(table, date, SEARCHED_LINES), columns, (one) => score(one) > -Infinity);
  const top = Math.max(...found.map(score));
  const close = found.filter((one) => score(one) >= top - CLOSE).toSorted((a, b) => score(b) - score(a));
  const answered = close.filter(({ amount }) => answers.sign !== undefined && hasSign(amount, answers.sign));
  // Of readings with equal amounts, keeps the best one, such as signed amounts without a column of direction words.
  const best = answered.length > 0 ? answered : close;
  const [first, ...others] = best.filter(
    ({ units }, place) => !best.slice(0, place).some((one) => one.units.join() === units.join()),
  );
  if (first === undefined) return null;
  // Readings agree if they differ only in the decimal mark, which stays open, or in swapped sides that the user named.
  const moneyOf = ({ amount, fee }: Reading) =>
    amount.kind === 'two' && answers.out !== undefined ? [{ ...amount, out: 0, in: 0 }, fee] : [amount, fee];
  const isSame = others.every((other) => isDeepStrictEqual(moneyOf(other), moneyOf(first)));
  if (!isSame) return { readings: [first, ...others], isMarkOpen: false };
  // The readings were found in the first lines. If only one reading is left, it must fit all lines.
  const isLong = table.rows.length - table.first > SEARCHED_LINES;
  if (isLong && !fitsAllLines(sheetOf(table, date), first)) return null;
  return { readings: [first], isMarkOpen: others.some(({ decimalMark }) => decimalMark !== first.decimalMark) };
}

function hasSign(amount: CsvAmountColumns, sign: 'as-written' | 'inverted'): boolean {
  if (amount.kind === 'two')
    return (sign === 'as-written') === (amount.outIsNegative === true || amount.ignoresSigns === true);
  return amount.kind === 'signed' && amount.inverted === (sign === 'inverted');
}

/** True if the reading agrees with the answers. Accepts swapped sides of a pair, because money out raises a balance that is a debt. */
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

/** Readings whose scores differ by less are equally likely: Pennyrow asks the user. */
const CLOSE = 0.5;

const MONEY: ReadonlySet<ColumnRole | null> = new Set(['amount', 'net', 'out', 'in']);

function scoreOf(reading: Reading, columns: readonly CsvColumn[], answers: CsvAnswers): number {
  const { amount, fee, balance, start, isEvident } = reading;
  const roleOf = (place: number): ColumnRole | null => columns[place]?.role ?? null;
  const own = moneyPlaces(amount);
  const titled = own.filter((place) => MONEY.has(roleOf(place)));
  const isTitled = roleOf(balance) === 'balance';
  const hasStart = start !== null && isStartTitle(columns[start]?.title ?? '');
  const isOther = [...own, ...(isTitled ? [] : [balance])].some((place) => OTHER_ROLES.has(roleOf(place)));
  // Untitled numbers, such as numbers of shares, may add up by chance beside titled amounts.
  const isUnlikely =
    !isTitled &&
    titled.length === 0 &&
    columns.some(({ role, numbers, place }) => MONEY.has(role) && numbers > 0 && !own.includes(place));
  const isProven = isEvident || ((isTitled || hasStart) && titled.length === own.length);
  // A column titled as money out or in needs no direction word.
  const isMarkedTwice = amount.kind === 'marked' && ['out', 'in'].includes(roleOf(amount.column) ?? '');
  // If "D" is the only word, it may mean a credit, as it does beside "MD". Then a rising balance is no sign of a debt.
  const isUnclear = amount.kind === 'marked' && amount.in.join() === 'd' && amount.out.length === 0;
  if (isOther || isUnlikely || isMarkedTwice || isUnclear || !isProven || !isAnswered(answers, columns, reading))
    return -Infinity;
  const isTurned = isStartTitle(columns[balance]?.title ?? '');
  const hasText = own.some((place) => ['payee', 'memo'].includes(roleOf(place) ?? ''));
  // Less likely: one column of a pair alone, although the other one has amounts as well.
  const otherSide = amount.kind === 'signed' ? OTHER_SIDE[roleOf(amount.column) ?? 'amount'] : undefined;
  const isSide = columns.some(({ role, positives, negatives }) => role === otherSide && positives + negatives > 0);
  // More likely: the net amount, even if no line of this file has a fee.
  const isNet = amount.kind === 'signed' && fee === null && roleOf(amount.column) === 'net';
  return (
    titled.length / own.length +
    (amount.kind === 'marked' ? usualWords(amount, columns[amount.mark]) : 0) +
    (Number(isTitled) + Number(hasStart) - Number(isTurned)) +
    0.6 * (Number(isNet) - Number(isSide)) -
    0.1 * (Number(hasText) + Number(isAvailableBalance(columns[balance]?.title ?? '')))
  );
}

const OTHER_SIDE: Readonly<Partial<Record<ColumnRole, ColumnRole>>> = { out: 'in', in: 'out' };

/** Scores direction words: highest for known words with their usual meaning, 0 for unknown ones. */
function usualWords(marked: MarkedAmounts, column: CsvColumn | undefined): number {
  const { out, open } = directionsOf([...marked.out, ...marked.in], column?.title);
  return open.length > 0 ? 0 : out.every((word) => marked.out.includes(word)) ? 1.2 : 0.6;
}

/** True for the title of a balance before each transaction: "Start balance", "Anfangssaldo". */
function isStartTitle(title: string): boolean {
  return /start|begin|opening|anfang|initial|inicial|inizial|ing.ende|\balg|\balku|pocz.tk|po..te.n|nyit|a..l..|s.kuma|prad/iu.test(
    title,
  );
}
