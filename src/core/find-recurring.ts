import { compareAmounts, negateAmount, scaleOf, toUnits, type Amount } from './amount.ts';
import { addDays, daysBetween, type CalendarDate, calendarDate, daysInMonth } from './calendar-date.ts';
import { categoryKind } from './category-kind.ts';
import { type CategorisedRow, type CommonWords, descriptionWords } from './description-words.ts';

export interface PaidRow extends CategorisedRow {
  readonly day: CalendarDate;
  readonly currency: string;
}

export interface Recurring<Row extends PaidRow> {
  readonly rhythm: Rhythm;
  readonly rows: readonly Row[];
  readonly next: CalendarDate;
  readonly varies: boolean;
  readonly change: { readonly from: Row; readonly to: Row } | null;
}

const MOST_CHANGE = 40n;
const LEAST_BILLS = 6;
const LEAST_TO_VARY = 3;
const NAME_WORDS = 3;

/** Groups payments by the first distinctive words, account and currency; if a group has no rhythm, also by amount. */
export function findRecurring<Row extends PaidRow>(
  rows: readonly Row[],
  today: CalendarDate,
  common: CommonWords,
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
    // Weekly payments of varying amounts are visits to a shop instead of a contract.
    const mayVary = whole?.rhythm !== 'weekly' && group.length >= LEAST_BILLS;
    if (whole !== null && (mayVary || isOnePrice(group))) {
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

function keyOf({ description, currency, account }: PaidRow, common: CommonWords): string {
  const words = descriptionWords(description);
  const distinctive = common.distinctiveWords(words, 'out');
  const name = (distinctive.length === 0 ? words : distinctive).slice(0, NAME_WORDS).join(' ');
  return name === '' ? '' : [name, currency, account].join('\n');
}

function isOnePrice(rows: readonly PaidRow[]): boolean {
  return rows.every(({ amount }, place) => place === 0 || isNear(rows[place - 1]?.amount ?? amount, amount));
}

function isNear(before: Amount, after: Amount): boolean {
  const scale = Math.max(scaleOf(before), scaleOf(after));
  const [a, b] = [toUnits(negateAmount(before), scale), toUnits(negateAmount(after), scale)];
  const apart = a > b ? a - b : b - a;
  return apart * 100n <= (a > b ? a : b) * MOST_CHANGE;
}

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

type Rhythm = 'weekly' | 'monthly' | 'quarterly' | 'yearly';

interface RhythmRule {
  readonly rhythm: Rhythm;
  readonly step: { readonly days: number } | { readonly months: number };
  readonly least: number;
  readonly slack: number;
}

/** Shortest first. `slack`: days that a payment may be early or late; more would turn weekly visits to a shop into a rhythm. */
export const RHYTHMS: readonly RhythmRule[] = [
  { rhythm: 'weekly', step: { days: 7 }, least: 5, slack: 2 },
  { rhythm: 'monthly', step: { months: 1 }, least: 3, slack: 5 },
  { rhythm: 'quarterly', step: { months: 3 }, least: 3, slack: 6 },
  { rhythm: 'yearly', step: { months: 12 }, least: 2, slack: 10 },
];

export function stepFrom(anchor: CalendarDate, { step }: RhythmRule, count: number): CalendarDate {
  if ('days' in step) return addDays(anchor, step.days * count);
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number);
  const months = year * 12 + month - 1 + step.months * count;
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  return calendarDate(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth))) ?? addDays(anchor, 30 * count);
}

/** At most one in this many payments may be missing. */
const MOST_GAPS = 6;

/** Calculates all due dates from one anchor date, so that late payments do not shift the later due dates. */
export function findRhythm(days: readonly CalendarDate[]) {
  for (const rule of RHYTHMS) {
    if (days.length < rule.least) continue;
    for (const anchor of anchors(days)) {
      const steps = stepsOf(days, anchor, rule);
      if (steps !== null) return { rule, anchor, steps };
    }
  }
  return null;
}

/** Tries the latest day of the month first: of "31 Jan, 28 Feb", only the 31st is due at the end of every month. */
function anchors(days: readonly CalendarDate[]): readonly CalendarDate[] {
  const first = days.slice(0, 6);
  return first.toSorted((a, b) => Number(b.slice(8)) - Number(a.slice(8)));
}

function stepsOf(days: readonly CalendarDate[], anchor: CalendarDate, rule: RhythmRule): number | null {
  let before: number | null = null;
  let gaps = 0;
  for (const day of days) {
    const step = nearestStep(anchor, day, rule);
    if (Math.abs(daysBetween(stepFrom(anchor, rule, step), day)) > rule.slack) return null;
    if (before !== null) {
      // Not a rhythm: two payments in one period, or two periods in a row without a payment.
      if (step <= before || step > before + 2) return null;
      if (step === before + 2) gaps += 1;
    }
    before = step;
  }
  return before === null || gaps * MOST_GAPS > days.length ? null : before;
}

function nearestStep(anchor: CalendarDate, day: CalendarDate, rule: RhythmRule): number {
  const length = 'days' in rule.step ? rule.step.days : rule.step.months * 30.4369;
  const about = Math.round(daysBetween(anchor, day) / length);
  const apart = (step: number): number => Math.abs(daysBetween(stepFrom(anchor, rule, step), day));
  return [about - 1, about, about + 1].reduce((best, step) => (apart(step) < apart(best) ? step : best), about);
}
