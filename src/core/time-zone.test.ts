import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { LocalDateTime } from './calendar-date.ts';
import { fromLocalDateTime, isTimeZone, todayIn, toLocalDateTime } from './time-zone.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Antarctica/Troll',
  'Asia/Tehran',
  // In 1972, the clock of this zone was set forward at 00:44:30 UTC.
  'Africa/Monrovia',
];

test.each([...ZONES, 'Etc/GMT+1', 'europe/berlin', 'US/Pacific'])('%s is a time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(true);
});

test.each(['', ' ', '+01:00', '-0500', 'Europe/Nowhere', 'Berlin', 'GMT+1', 'Europe/Berlin\n', '__proto__'])(
  '%j is not a time zone',
  (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  },
);

test('the same moment is on different days in different time zones', () => {
  const moment = Date.parse('2026-01-01T10:30:00Z');
  expect(todayIn('Pacific/Kiritimati', moment)).toBe('2026-01-02');
  expect(todayIn('Pacific/Pago_Pago', moment)).toBe('2025-12-31');
  expect(todayIn('UTC', moment)).toBe('2026-01-01');
});

describe('a wall-clock time', () => {
  test.each([
    ['Europe/Berlin', '2026-07-01T12:00:00', '2026-07-01T10:00:00Z'],
    ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-04T14:45:00Z'],
    ['America/St_Johns', '2026-03-08T02:00:00', '2026-03-08T05:30:00Z'],
    ['Antarctica/Troll', '2026-03-29T01:30:00', '2026-03-29T01:00:00Z'],
    ['Pacific/Apia', '2011-12-30T00:00:00', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-30T23:59:59', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-31T00:00:00', '2011-12-30T10:00:00Z'],
  ])('in %s of %s is the moment %s', (zone, local, expected) => {
    expect(new Date(fromLocalDateTime(zone, local as LocalDateTime)).toISOString()).toBe(
      expected.replace('Z', '.000Z'),
    );
  });
});

const anyMoment = fc.record({
  zone: fc.constantFrom(...ZONES),
  epochMs: fc.integer({ min: Date.UTC(1970), max: Date.UTC(2040) }),
});

/** Moments within a day or an hour of a clock change of the zone, where errors are likely. */
const nearAChange = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    from: fc.integer({ min: Date.UTC(1972), max: Date.UTC(2036) }),
    shift: fc.oneof(fc.integer({ min: -86_400, max: 86_400 }), fc.integer({ min: -3600, max: 3600 })),
  })
  .map(({ zone, from, shift }) => {
    const change = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).getTimeZoneTransition('next');
    return { zone, epochMs: (change?.epochMilliseconds ?? from) + shift * 1000 };
  });

test('toLocalDateTime returns the same time as Temporal', () => {
  fc.assert(
    fc.property(fc.oneof(anyMoment, nearAChange), ({ zone, epochMs }) => {
      const expected = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();
      expect(toLocalDateTime(zone, epochMs)).toBe(expected.toString({ smallestUnit: 'second', roundingMode: 'floor' }));
    }),
    { numRuns: 1000 },
  );
});

test('fromLocalDateTime returns the same moment as Temporal; for a skipped time, the end of the gap', () => {
  fc.assert(
    fc.property(fc.oneof(anyMoment, nearAChange), ({ zone, epochMs }) => {
      const local = toLocalDateTime('UTC', epochMs);
      const plain = Temporal.PlainDateTime.from(local);
      const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
      const exists = earlier.toPlainDateTime().equals(plain);
      const expected = exists ? earlier : earlier.getTimeZoneTransition('next');
      expect(fromLocalDateTime(zone, local)).toBe(expected?.epochMilliseconds);
    }),
    { numRuns: 1000 },
  );
});

test('toLocalDateTime is correct on the day of a clock change, regardless of the order of calls', () => {
  const changes: readonly [string, string][] = [
    ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
    ['America/St_Johns', '2006-04-02T03:31:00Z'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ];
  for (const [zone, change] of changes)
    for (const minutes of [200, -200, 20, -20, 1, -1, 0]) {
      const epochMs = Date.parse(change) + minutes * 60_000;
      const expected = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();
      expect(toLocalDateTime(zone, epochMs)).toBe(expected.toString({ smallestUnit: 'second' }));
    }
});

test('toLocalDateTime supports years with fewer than four digits', () => {
  expect(toLocalDateTime('UTC', Date.parse('0045-03-01T00:00:00Z'))).toBe('0045-03-01T00:00:00');
});
