import type { BalanceView } from '../../../src/contract/control/balances.ts';

/** In drawing units; the drawing is stretched to its container. */
export const TREND_WIDTH = 1000;
export const TREND_HEIGHT = 100;

export type TrendPoint = BalanceView['trend'][number];

const DAY = 86_400_000;

export function isTrend(points: readonly TrendPoint[]): points is readonly [TrendPoint, TrendPoint, ...TrendPoint[]] {
  return points.length > 1 && points[0]?.day !== points.at(-1)?.day;
}

export function trendPath(points: readonly [TrendPoint, TrendPoint, ...TrendPoint[]]) {
  const [first] = points;
  const last = points.at(-1) ?? first;
  const begin = dayNumber(first.day);
  const length = dayNumber(last.day) - begin;
  const at = (day: string): number => round(((dayNumber(day) - begin) / length) * TREND_WIDTH);
  const scale = scaleOf(points.map(({ amount }) => Number(amount)));
  const lowest = scale[0] ?? 0;
  const highest = scale.at(-1) ?? lowest;
  const height = (value: number): number =>
    highest === lowest ? TREND_HEIGHT / 2 : round((1 - (value - lowest) / (highest - lowest)) * TREND_HEIGHT);
  const steps = points.slice(1).map(({ day, amount }) => `H${at(day)}V${height(Number(amount))}`);
  return {
    // A step line: a balance holds until the day on which it changes.
    line: [`M0 ${height(Number(first.amount))}`, ...steps].join(''),
    // Round amounts at even distances, in ascending order. A constant balance has one.
    ticks: scale.map((amount) => ({ amount, height: height(amount) })),
    // The height of zero; null outside of the drawing.
    zero: lowest < 0 && highest > 0 ? height(0) : null,
  };
}

const MAX_STEPS = 3;

/** Round amounts that enclose all values: [-50, 0, 50, 100]. */
function scaleOf(values: readonly number[]): readonly number[] {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  if (lowest === highest) return [lowest];
  const power = 10 ** Math.max(0, Math.floor(Math.log10((highest - lowest) / MAX_STEPS)));
  const stepsOf = (step: number): number => Math.ceil(highest / step) - Math.floor(lowest / step);
  const steps = [1, 2, 5, 10, 20].map((factor) => factor * power);
  const step = steps.find((each) => stepsOf(each) <= MAX_STEPS) ?? 50 * power;
  return Array.from({ length: stepsOf(step) + 1 }, (_, place) => (Math.floor(lowest / step) + place) * step);
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
