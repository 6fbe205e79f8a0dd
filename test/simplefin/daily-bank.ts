import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import { noon, type FakeTransaction } from '../fakes/simplefin/bank.ts';
import { fakeSimplefin, type FakeSimplefin, type FakeSimplefinOptions } from '../fakes/simplefin/server.ts';

export const TODAY = '2026-03-10' as CalendarDate;
export const A_YEAR_AGO = addDays(TODAY, -365);
export const year = { since: A_YEAR_AGO, today: TODAY };

/** One account with a purchase on each day of a year. */
export async function dailyBank(options: FakeSimplefinOptions = {}): Promise<FakeSimplefin> {
  const server = await fakeSimplefin(options);
  server.bank.accounts.length = 1;
  const [account] = server.bank.accounts;
  if (account !== undefined)
    account.transactions = Array.from({ length: 366 }, (_, day) => purchase(addDays(A_YEAR_AGO, day)));
  return server;
}

export function purchase(day: CalendarDate): FakeTransaction {
  return { id: `D-${day}`, posted: noon(day), amount: '-2.40', description: 'City transit' };
}
