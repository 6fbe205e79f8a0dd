import { addDays, calendarDate, daysBetween, daysInMonth, type CalendarDate } from '../calendar-date.ts';

export type Rhythm = 'weekly' | 'monthly' | 'quarterly' | 'yearly';

interface RhythmRule {
  readonly rhythm: Rhythm;
  readonly step: { readonly days: number } | { readonly months: number };
  /** How many payments show it. */
  readonly least: number;
  /** Days that a payment may be away from the day it is due: a weekend and a holiday, in either direction. */
  readonly slack: number;
}

/** The shortest first. Of a week a slip of more than two days would make any visit to a shop a rhythm. */
export const RHYTHMS: readonly RhythmRule[] = [
  { rhythm: 'weekly', step: { days: 7 }, least: 5, slack: 2 },
  { rhythm: 'monthly', step: { months: 1 }, least: 3, slack: 5 },
  { rhythm: 'quarterly', step: { months: 3 }, least: 3, slack: 6 },
  { rhythm: 'yearly', step: { months: 12 }, least: 2, slack: 10 },
];

/** The day `count` steps after the anchor: in a month that is too short, its last day. */
export function stepFrom(anchor: CalendarDate, { step }: RhythmRule, count: number): CalendarDate {
  if ('days' in step) return addDays(anchor, step.days * count);
  const [year, month, day] = [anchor.slice(0, 4), anchor.slice(5, 7), anchor.slice(8, 10)].map(Number) as [
    number,
    number,
    number,
  ];
  const months = year * 12 + month - 1 + step.months * count;
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  return calendarDate(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth))) ?? addDays(anchor, 30 * count);
}

export interface FoundRhythm {
  readonly rule: RhythmRule;
  /** The day that the payments are counted from. */
  readonly anchor: CalendarDate;
  /** How many steps the last payment is after it. */
  readonly steps: number;
}

/** One payment in so many may be missing from the rows. */
const MOST_GAPS = 6;

/**
 * The rhythm in which these days follow each other, oldest first; null for none. Each is near the day that it is due, counted
 * from one of them, so that slips do not add up: banks book on the next working day, and the end of a month has many days.
 */
export function findRhythm(days: readonly CalendarDate[]): FoundRhythm | null {
  for (const rule of RHYTHMS) {
    if (days.length < rule.least) continue;
    for (const anchor of anchors(days)) {
      const steps = stepsOf(days, anchor, rule);
      if (steps !== null) return { rule, anchor, steps };
    }
  }
  return null;
}

/** Any of the first payments may be the one that slipped; the latest day of a month tells its end. */
function anchors(days: readonly CalendarDate[]): readonly CalendarDate[] {
  const first = days.slice(0, 6);
  return first.toSorted((a, b) => Number(b.slice(8)) - Number(a.slice(8)));
}

/** Counted from the anchor, the number of the last payment's step; null where one is not due when it was made. */
function stepsOf(days: readonly CalendarDate[], anchor: CalendarDate, rule: RhythmRule): number | null {
  let before: number | null = null;
  let gaps = 0;
  for (const day of days) {
    const step = nearestStep(anchor, day, rule);
    if (Math.abs(daysBetween(stepFrom(anchor, rule, step), day)) > rule.slack) return null;
    if (before !== null) {
      // Two of one step are no rhythm, and more than one left out is a pause.
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
