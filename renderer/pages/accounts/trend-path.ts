import type { BalanceView } from '../../../src/contract/control/balances.ts';
import { scaleFor } from '../../parts/scale.ts';

/** The width in drawing units; the drawing is stretched to its container. */
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
  const amounts = points.map(({ amount }) => Number(amount));
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const ticks = least === most ? [least] : scaleFor(least, most);
  const [lowest = least, highest = most] = [ticks[0], ticks.at(-1)];
  const height = (value: number): number =>
    highest === lowest ? TREND_HEIGHT / 2 : round((1 - (value - lowest) / (highest - lowest)) * TREND_HEIGHT);
  const steps = points.slice(1).map(({ day, amount }) => `H${at(day)}V${height(Number(amount))}`);
  return {
    // A step line: a balance holds until the day on which it changes.
    line: [`M0 ${height(Number(first.amount))}`, ...steps].join(''),
    // The ticks in ascending order. A constant balance has one.
    ticks: ticks.map((amount) => ({ amount, height: height(amount) })),
    days: [0, 0.25, 0.5, 0.75, 1].map((part) => new Date((begin + part * length) * DAY).toISOString().slice(0, 10)),
    // The height of the zero line; null if zero is outside of the drawing.
    zero: lowest <= 0 && highest >= 0 ? height(0) : null,
  };
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
