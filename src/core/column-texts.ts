import type { Amount } from './amount.ts';
import { isNumber, readNumber } from './amount-text.ts';
import type { CalendarDate } from './calendar-date.ts';
import { DATE_ORDERS, isDateShaped, isDotted, possibleOrders, readDate } from './date-text.ts';

type Read<Value> = (text: string) => Value | null;

export function readDates(texts: Iterable<string>): Read<CalendarDate> {
  const dates = [...texts].filter(isDateShaped);
  const isDayFirst = dates.every((text) => isDotted(text) && readDate(text, 'dmy') !== null);
  const orders = dates.length > 0 && isDayFirst ? (['dmy'] as const) : possibleOrders(dates);
  return agreed(
    dates,
    orders.map((order) => (text) => readDate(text, order)),
  );
}

export function readAmounts(texts: Iterable<string>): Read<Amount> {
  return agreed([...texts].filter(isNumber), READ_AMOUNT);
}

const READ_AMOUNT: readonly Read<Amount>[] = [(text) => readNumber(text, '.'), (text) => readNumber(text, ',')];

export function readingsOf(type: 'date' | 'amount', text: string): readonly string[] {
  const readings =
    type === 'amount' ? READ_AMOUNT : DATE_ORDERS.map((order) => (each: string) => readDate(each, order));
  return readings.flatMap((read) => read(text.trim()) ?? []);
}

export function isAmbiguous(type: 'date' | 'amount', text: string): boolean {
  return new Set(readingsOf(type, text)).size > 1;
}

/** Reads a text with the readings that fit the whole column, or with all if none fits. Null if these readings disagree. */
function agreed<Value>(column: readonly string[], readings: readonly Read<Value>[]): Read<Value> {
  const fitting = readings.filter((read) => column.every((text) => read(text) !== null));
  const used = fitting.length > 0 ? fitting : readings;
  return (text) => {
    const [value, ...others] = new Set(used.map((read) => read(text)).filter((read) => read !== null));
    return value === undefined || others.length > 0 ? null : value;
  };
}
