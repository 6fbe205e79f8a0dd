/** In units of the drawing, which is stretched to its place. */
export const TREND_WIDTH = 1000;
export const TREND_HEIGHT = 100;

export interface TrendPoint {
  /** YYYY-MM-DD */
  readonly day: string;
  /** A decimal. */
  readonly amount: string;
}

export interface TrendPath {
  /** Of steps: a balance stays until the day on which it changes. */
  readonly line: string;
  /** Where nothing is: null unless it lies within the drawing. */
  readonly zero: number | null;
  /** The place of a day, from 0 to `TREND_WIDTH`; a day beyond an end is at that end. */
  readonly at: (day: string) => number;
}

const DAY = 86_400_000;

/** Oldest first; those of a single day are none. */
export function isTrend(points: readonly TrendPoint[]): points is readonly [TrendPoint, TrendPoint, ...TrendPoint[]] {
  return points.length > 1 && points[0]?.day !== points.at(-1)?.day;
}

export function trendPath(points: readonly [TrendPoint, TrendPoint, ...TrendPoint[]]): TrendPath {
  const [first] = points;
  const last = points.at(-1) ?? first;
  const begin = dayNumber(first.day);
  const length = dayNumber(last.day) - begin;
  const at = (day: string): number => round(Math.min(1, Math.max(0, (dayNumber(day) - begin) / length)) * TREND_WIDTH);
  const values = points.map(({ amount }) => Number(amount));
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  // What never changes is drawn in the middle.
  const height = (value: number): number =>
    highest === lowest ? TREND_HEIGHT / 2 : round((1 - (value - lowest) / (highest - lowest)) * TREND_HEIGHT);
  const steps = points.slice(1).map(({ day, amount }) => `H${at(day)}V${height(Number(amount))}`);
  return {
    line: [`M0 ${height(Number(first.amount))}`, ...steps].join(''),
    zero: lowest < 0 && highest > 0 ? height(0) : null,
    at,
  };
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
