import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { ServerAccount } from './answer.ts';
import { readBalances } from './simplefin-source.ts';

const account = { id: 'bank/1', name: 'Checking', currency: 'EUR', lastDigits: null };
const seconds = (moment: string): number => Date.parse(moment) / 1000;

function read(
  balance: Partial<ServerAccount['balance']>,
  zone = 'Europe/Berlin',
  today = '2026-03-10',
  now = '2026-03-11T12:00:00Z',
) {
  const given = { booked: '100.00', available: null, date: seconds('2026-03-10T08:30:00Z'), ...balance };
  const server = { balance: given } as unknown as ServerAccount;
  return readBalances({ server, account }, { today: today as CalendarDate, timeZone: zone, nowMs: Date.parse(now) });
}

describe('a SimpleFIN balance', () => {
  test('becomes a booked and an available balance at its time', () => {
    expect(read({ available: '90.5' })).toEqual([
      {
        account,
        kind: 'booked',
        amount: '100.00',
        currency: 'EUR',
        date: '2026-03-10',
        at: '2026-03-10T08:30:00.000Z',
      },
      {
        account,
        kind: 'available',
        amount: '90.50',
        currency: 'EUR',
        date: '2026-03-10',
        at: '2026-03-10T08:30:00.000Z',
      },
    ]);
  });

  test.each([
    ['at the end of the day', '2026-03-10T22:59:59Z', null],
    ['a few minutes ahead', '2026-03-10T12:05:00Z', '2026-03-10T12:00:00.000Z'],
  ])('with a time in the future (%s) keeps its day, but gets no time later than now', (_, written, at) => {
    const [balance] = read({ date: seconds(written) }, 'Europe/Berlin', '2026-03-10', '2026-03-10T12:00:00Z');
    expect(balance).toMatchObject({ date: '2026-03-10', at });
  });

  test.each([
    ['Europe/Berlin', '2026-03-09T23:30:00Z', '2026-03-10'],
    ['America/New_York', '2026-03-10T03:30:00Z', '2026-03-09'],
    ['Pacific/Auckland', '2026-03-09T11:30:00Z', '2026-03-10'],
  ])('has the local day in %s at %s', (zone, moment, day) => {
    expect(read({ date: seconds(moment) }, zone)[0]).toMatchObject({ date: day });
  });

  test('has a day without a time if the server encodes only a day', () => {
    expect(read({ date: seconds('2026-03-09T00:00:00Z') }, 'America/New_York')[0]).toMatchObject({
      date: '2026-03-09',
      at: null,
    });
    expect(read({ date: seconds('2026-03-09T12:00:00Z') }, 'Pacific/Auckland')[0]).toMatchObject({
      date: '2026-03-09',
    });
  });

  test('never has a day in the future', () => {
    // Midnight in UTC is still the evening before in New York.
    expect(read({ date: seconds('2026-03-11T00:00:00Z') }, 'America/New_York')[0]).toMatchObject({
      date: '2026-03-10',
    });
    expect(read({ date: seconds('2026-03-12T09:00:00Z') })).toEqual([]);
  });

  test.each([
    ['no time', { date: undefined }],
    ['the time 0', { date: 0 }],
    ['a time in milliseconds', { date: Date.parse('2026-03-10T08:30:00Z') }],
    ['no amount', { booked: undefined }],
    ['an invalid amount', { booked: '1,234.50' }],
    ['an amount with too many digits', { booked: '1234567890123456.78' }],
  ])('is ignored with %s', (_, balance) => {
    expect(read(balance)).toEqual([]);
  });
});
