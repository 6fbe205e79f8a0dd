import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BRITISH } from '../../../test/support/desktop-i18n.ts';
import { loadDesktopI18n } from '../i18n.ts';
import { ageWords, isFresh, momentWords, resultWords, untilWordsChange, type Reader } from './tray-words.ts';

const MINUTE = 60_000;

function at(now: string, timeZone = 'UTC', i18n = BRITISH): Reader {
  return { now: Date.parse(now), i18n, timeZone };
}

describe('an age', () => {
  it.each([
    ['2026-03-10T09:00:00Z', 'now'],
    ['2026-03-10T09:30:00Z', 'now'],
    ['2026-03-10T08:59:00Z', '1 minute ago'],
    ['2026-03-10T08:00:01Z', '59 minutes ago'],
    ['2026-03-10T08:00:00Z', '1 hour ago'],
    ['2026-03-09T09:00:01Z', '23 hours ago'],
    ['2026-03-09T09:00:00Z', 'yesterday'],
    ['2026-02-08T09:00:00Z', '30 days ago'],
  ])('of %s reads %s', (moment, words) => {
    expect(ageWords(moment, at('2026-03-10T09:00:00Z'))).toBe(words);
  });

  it('counts as fresh for less than two days', () => {
    expect(isFresh('2026-03-08T09:00:01Z', at('2026-03-10T09:00:00Z'))).toBe(true);
    expect(isFresh('2026-03-08T09:00:00Z', at('2026-03-10T09:00:00Z'))).toBe(false);
  });
});

describe('a time', () => {
  it.each([
    ['2026-03-10T18:00:00Z', 'today, 18:00'],
    ['2026-03-11T06:00:00Z', 'tomorrow, 06:00'],
    ['2026-03-09T23:59:00Z', 'yesterday, 23:59'],
    ['2026-03-16T06:00:00Z', 'Mon 16 Mar, 06:00'],
  ])('%s reads %s', (moment, words) => {
    expect(momentWords(moment, at('2026-03-10T09:00:00Z'))).toBe(words);
  });

  it('is relative to the local day, also when clocks go forward and at the end of a month', () => {
    expect(momentWords('2026-03-10T18:00:00Z', at('2026-03-10T09:00:00Z', 'Asia/Tokyo'))).toBe('tomorrow, 03:00');
    expect(momentWords('2026-03-29T22:30:00Z', at('2026-03-29T00:30:00Z', 'Europe/Berlin'))).toBe('tomorrow, 00:30');
    expect(momentWords('2026-03-01T01:00:00Z', at('2026-02-28T23:00:00Z'))).toBe('tomorrow, 01:00');
  });

  it("has the format of the reader's country", async () => {
    const american = await loadDesktopI18n('en-US');
    expect(momentWords('2026-03-10T18:00:00Z', at('2026-03-10T09:00:00Z', 'UTC', american))).toMatch(
      /^today, 6:00\sPM$/,
    );
  });
});

describe('the result of a run', () => {
  const run = {
    id: 'r',
    kind: 'sync',
    status: 'succeeded',
    finishedAt: '2026-03-10T08:00:00Z',
    added: 3,
    updated: 1,
    removed: 0,
    rules: 0,
  } as const;
  it.each([
    [run, 'Last run: Sync, 3 added, 1 updated (today, 08:00)'],
    [{ ...run, added: 0, updated: 0 }, 'Last run: Sync, no changes (today, 08:00)'],
    [{ ...run, kind: 'undo', added: 0, updated: 0, removed: 2 } as const, 'Last run: Undo, 2 removed (today, 08:00)'],
    [
      { ...run, kind: 'rule', added: 0, updated: 0, rules: 3 } as const,
      'Last run: Rule change, 3 rows of the Rules sheet (today, 08:00)',
    ],
    [{ ...run, status: 'partial' } as const, 'Last run: Sync, 3 added, 1 updated, partly succeeded (today, 08:00)'],
    [{ ...run, kind: 'import', status: 'failed' } as const, 'Last run: Import, failed (today, 08:00)'],
    [{ ...run, status: 'cancelled' } as const, 'Last run: Sync, cancelled (today, 08:00)'],
  ])('%o reads %s', (last, words) => {
    expect(resultWords(last, at('2026-03-10T09:00:00Z'))).toBe(words);
  });
});

it('the tray’s texts are German for a German reader, and English for an unsupported language', async () => {
  const reader = at('2026-03-10T09:00:00Z', 'UTC', await loadDesktopI18n('de-AT'));
  const last = {
    id: 'r',
    kind: 'sync',
    status: 'partial',
    finishedAt: '2026-03-10T08:00:00Z',
    added: 3,
    updated: 0,
    removed: 1,
    rules: 0,
  } as const;
  expect([
    ageWords('2026-03-10T08:59:00Z', reader),
    momentWords('2026-03-11T06:00:00Z', reader),
    resultWords(last, reader),
  ]).toEqual([
    'vor 1 Minute',
    'morgen, 06:00',
    'Letzter Lauf: Abgleich, 3 neu, 1 entfernt, teilweise erledigt (heute, 08:00)',
  ]);
  const french = { ...reader, i18n: await loadDesktopI18n('fr') };
  expect(ageWords('2026-03-10T08:59:00Z', french)).toBe('1 minute ago');
  // There are no French texts, so the words are English; the clock and the calendar are French.
  expect(momentWords('2026-03-16T18:00:00Z', french)).toBe('Mon, 16 Mar, 18:00');
});

describe('the next update of the tray’s texts', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

  it('is at least a minute away, and no text changes before it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * 24 * 60 }),
        fc.integer({ min: 0, max: 2 * 24 * 60 }),
        fc.constantFrom(...zones),
        fc.double({ min: 0, max: 0.98, noNaN: true }),
        (start, age, timeZone, part) => {
          // A whole minute, because the tray updates its texts at whole minutes.
          const now = Date.parse('2026-03-27T00:00:00Z') + start * MINUTE;
          const moment = new Date(now - age * MINUTE).toISOString();
          const wait = untilWordsChange([moment, null], now);
          expect(wait).toBeGreaterThanOrEqual(MINUTE);
          const later = { now: now + Math.floor(wait * part), i18n: BRITISH, timeZone };
          expect(momentWords(moment, later)).toBe(momentWords(moment, { ...later, now }));
        },
      ),
    );
  });

  it('is at most a quarter of an hour away, so that hours and days change in time', () => {
    expect(untilWordsChange(['2026-03-01T00:00:00Z'], Date.parse('2026-03-10T09:07:00Z'))).toBe(8 * MINUTE);
    expect(untilWordsChange([], Date.parse('2026-03-10T09:14:59.999Z'))).toBe(MINUTE);
    expect(untilWordsChange(['2026-03-10T08:30:00Z'], Date.parse('2026-03-10T09:00:00Z'))).toBe(MINUTE);
  });
});
