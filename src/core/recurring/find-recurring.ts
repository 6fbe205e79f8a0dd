import { compareAmounts, negateAmount, scaleOf, toUnits, type Amount } from '../amount.ts';
import { categoryKind } from '../category-kind.ts';
import { addDays, daysBetween, type CalendarDate } from '../calendar-date.ts';
import { createCommonWords, type CommonWords } from '../suggestions/common-words.ts';
import { descriptionWords } from '../suggestions/description-words.ts';
import { findRhythm, stepFrom, type Rhythm } from './rhythm.ts';

/** Of a row, what a recurring payment is known by. */
export interface PaidRow {
  readonly day: CalendarDate;
  readonly description: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly category: string;
  /** The bank account, by its id or its name; empty for none. */
  readonly account: string;
}

/** A payment that comes again and again. */
export interface Recurring<Row extends PaidRow> {
  readonly rhythm: Rhythm;
  /** Oldest first. */
  readonly rows: readonly Row[];
  /** When the next one is due: never before `today`, unless it is late. */
  readonly next: CalendarDate;
  /** A bill by use: nearly every payment is of another amount. */
  readonly varies: boolean;
  /** The last payment before the price moved, and the first one after; null where it never did, and for a bill by use. */
  readonly change: { readonly from: Row; readonly to: Row } | null;
}

/** An amount that differs by no more from the one before is the same contract at another price; as hundredths. */
const MOST_CHANGE = 40n;
/** So many payments of amounts that jump are a bill by use and no chance. */
const LEAST_BILLS = 6;
/** A price that moved less often is a price. */
const LEAST_TO_VARY = 3;
/** So many words of a description tell one payee from another. */
const TELLING_WORDS = 3;

/**
 * Payments that leave an account in a rhythm, those that are due first before the others. Rows of one payee are told by their
 * first words that say something, of one account and currency. Where a payee is paid for several things, each amount counts
 * on its own. What ended is left out: one payment is overdue by more than half of its rhythm.
 *
 * @param rows in any order; `common` has seen all of them
 */
export function findRecurring<Row extends PaidRow>(
  rows: readonly Row[],
  today: CalendarDate,
  common: CommonWords = wordsOf(rows),
): Recurring<Row>[] {
  const paid = rows
    .filter(
      ({ amount, category, day }) => amount.startsWith('-') && categoryKind(category) !== 'transfer' && day <= today,
    )
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const found: Recurring<Row>[] = [];
  for (const [payee, group] of Map.groupBy(paid, (row) => keyOf(row, common))) {
    if (payee === '') continue;
    const whole = toRecurring(group, today);
    const isOne = whole !== null && (isOnePrice(group) || isBillByUse(whole));
    if (isOne) {
      found.push(whole);
      continue;
    }
    for (const same of Map.groupBy(group, ({ amount }) => amount).values()) {
      const part = toRecurring(same, today);
      if (part !== null) found.push(part);
    }
  }
  return found.toSorted((a, b) => (a.next < b.next ? -1 : a.next > b.next ? 1 : 0));
}

/** A shop that is visited each week is none. */
function isBillByUse({ rhythm, rows }: Recurring<PaidRow>): boolean {
  return rhythm !== 'weekly' && rows.length >= LEAST_BILLS;
}

function wordsOf(rows: readonly PaidRow[]): CommonWords {
  const common = createCommonWords();
  for (const row of rows) common.add(row);
  return common;
}

/** Empty for a description that says nothing. */
function keyOf({ description, currency, account }: PaidRow, common: CommonWords): string {
  const words = descriptionWords(description);
  const telling = common.tellingWords(words, 'out');
  const name = (telling.length === 0 ? words : telling).slice(0, TELLING_WORDS).join(' ');
  return name === '' ? '' : [name, currency, account].join('\n');
}

/** Whether each amount is near the one before: a price moves by steps, and what one buys at a shop does not. */
function isOnePrice(rows: readonly PaidRow[]): boolean {
  return rows.every(({ amount }, place) => place === 0 || isNear(rows[place - 1]?.amount ?? amount, amount));
}

function isNear(before: Amount, after: Amount): boolean {
  const scale = Math.max(scaleOf(before), scaleOf(after));
  const [a, b] = [toUnits(negateAmount(before), scale), toUnits(negateAmount(after), scale)];
  const apart = a > b ? a - b : b - a;
  return apart * 100n <= (a > b ? a : b) * MOST_CHANGE;
}

/** Whether it is a bill by use: most payments are of another amount than the one before. */
function doesVary(rows: readonly PaidRow[]): boolean {
  const changes = rows.filter(
    ({ amount }, place) => place > 0 && compareAmounts(rows[place - 1]?.amount ?? amount, amount) !== 0,
  );
  return changes.length >= LEAST_TO_VARY && changes.length * 2 > rows.length;
}

function toRecurring<Row extends PaidRow>(rows: readonly Row[], today: CalendarDate): Recurring<Row> | null {
  const found = findRhythm(rows.map(({ day }) => day));
  const last = rows.at(-1);
  if (found === null || last === undefined) return null;
  const { rule, anchor, steps } = found;
  const next = stepFrom(anchor, rule, steps + 1);
  const half = Math.ceil(daysBetween(stepFrom(anchor, rule, steps), next) / 2);
  if (today > addDays(next, half)) return null;
  const at = rows.findLastIndex(({ amount }) => compareAmounts(amount, last.amount) !== 0);
  const [from, to] = [rows[at], rows[at + 1]];
  const varies = doesVary(rows);
  const change = varies || from === undefined || to === undefined ? null : { from, to };
  return { rhythm: rule.rhythm, rows, next, varies, change };
}
