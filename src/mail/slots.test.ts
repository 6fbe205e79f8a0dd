import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLocalDateTime } from '../core/time-zone.ts';
import { dueSlot, nextSlot, previousSlot } from './slots.ts';

const DAY = 86_400_000;
const DAILY = { cycle: 'daily', weekday: 1, time: '07:00' } as const;
const MONDAYS = { cycle: 'weekly', weekday: 1, time: '07:00' } as const;
const at = (instant: string): number => Date.parse(instant);

describe('the moments at which a digest is due', () => {
  it('are by the wall clock of the zone, also after it was put forward and back', () => {
    expect(nextSlot(DAILY, 'Europe/Berlin', at('2026-03-28T12:00:00Z'))).toBe(at('2026-03-29T05:00:00Z'));
    expect(nextSlot(DAILY, 'Europe/Berlin', at('2026-10-24T12:00:00Z'))).toBe(at('2026-10-25T06:00:00Z'));
    expect(nextSlot(DAILY, 'America/New_York', at('2026-07-01T12:00:00Z'))).toBe(at('2026-07-02T11:00:00Z'));
  });

  it('are one for each day where the clock skips that time, and where it shows it twice', () => {
    const early = { ...DAILY, time: '02:30' };
    const slots = (from: string): number[] => {
      const found = [nextSlot(early, 'Europe/Berlin', at(from))];
      for (let day = 1; day < 3; day += 1) found.push(nextSlot(early, 'Europe/Berlin', found.at(-1) ?? 0));
      return found;
    };
    expect(slots('2026-03-28T00:00:00Z').map((slot) => toLocalDateTime('Europe/Berlin', slot))).toEqual([
      '2026-03-28T02:30:00',
      '2026-03-29T03:00:00',
      '2026-03-30T02:30:00',
    ]);
    expect(slots('2026-10-24T00:00:00Z').map((slot) => new Date(slot).toISOString())).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('of a week are on its day', () => {
    expect(previousSlot(MONDAYS, 'Europe/Berlin', at('2026-03-11T12:00:00Z'))).toBe(at('2026-03-09T06:00:00Z'));
    expect(nextSlot(MONDAYS, 'Europe/Berlin', at('2026-03-11T12:00:00Z'))).toBe(at('2026-03-16T06:00:00Z'));
    // There it is Monday already.
    const zone = 'Pacific/Auckland';
    expect(nextSlot(MONDAYS, zone, at('2026-03-14T12:00:00Z'))).toBe(at('2026-03-15T18:00:00Z'));
  });

  it('follow each other without a gap, whatever the day, the zone and the moment', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom('daily' as const, 'weekly' as const),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') }),
        (zone, cycle, weekday, hour, now) => {
          const when = { cycle, weekday, time: `${String(hour).padStart(2, '0')}:30` };
          const [before, after] = [previousSlot(when, zone, now), nextSlot(when, zone, now)];
          expect(before).toBeLessThanOrEqual(now);
          expect(after).toBeGreaterThan(now);
          expect(previousSlot(when, zone, after - 1)).toBe(before);
          expect(nextSlot(when, zone, before)).toBe(after);
        },
      ),
    );
  });
});

describe('a slot', () => {
  const slot = at('2026-03-10T06:00:00Z');

  it('is due once', () => {
    expect(dueSlot(DAILY, 'Europe/Berlin', slot - DAY, slot - 1)).toBeNull();
    expect(dueSlot(DAILY, 'Europe/Berlin', slot - DAY, slot)).toEqual({ slotMs: slot, isDue: true });
    expect(dueSlot(DAILY, 'Europe/Berlin', slot, slot + 1)).toBeNull();
  });

  it('stands for all that passed while nobody looked', () => {
    expect(dueSlot(DAILY, 'Europe/Berlin', slot - 30 * DAY, slot + 5)).toEqual({ slotMs: slot, isDue: true });
  });

  it('that was dealt with is not due again when the clock is set back a little', () => {
    expect(dueSlot(DAILY, 'Europe/Berlin', slot, slot - 2000)).toBeNull();
    expect(dueSlot(DAILY, 'Europe/Berlin', slot, slot)).toBeNull();
  });

  it('of a clock that was years ahead does not hold up those to come', () => {
    expect(dueSlot(DAILY, 'Europe/Berlin', slot + 365 * DAY, slot + 5)).toEqual({ slotMs: slot, isDue: false });
  });
});
