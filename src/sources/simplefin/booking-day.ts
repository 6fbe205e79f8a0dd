import { fromEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';

const DAY = 86_400;
const HALF_DAY = DAY / 2;

/** 2200-01-01: beyond it, a number is milliseconds or nonsense. */
const LATEST = 7_258_118_400;

/**
 * The calendar day of a booking that the server gives as a moment.
 *
 * Banks book days, not moments, and servers have to make a moment of each: the public Bridge takes noon in UTC, others
 * midnight in UTC. Exactly these two are read as the day that they stand for, wherever the person lives: in Auckland
 * noon in UTC is the next day already, and in New York midnight still the day before. Any other moment is a real
 * one, and its day is the one on the wall clock of the account's zone.
 */
export function bookingDay(epochSeconds: number, zone: string): CalendarDate {
  const second = Math.floor(epochSeconds);
  if (isDay(second)) return fromEpochDay(Math.floor(second / DAY));
  return todayIn(zone, second * 1000);
}

/** Whether the moment stands for a whole day. */
export function isDay(epochSeconds: number): boolean {
  return Math.floor(epochSeconds) % HALF_DAY === 0;
}

/** Epoch seconds after 1970 as a number or its digits; null when it is absent, zero or no such thing. */
export function readMoment(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d{1,10}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 1 && seconds < LATEST ? seconds : null;
}
