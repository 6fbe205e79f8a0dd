import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { createDemoBank } from '../../src/sources/demo/demo-bank.ts';
import { ABROAD, CAFES, GROCERS, RESTAURANTS, SHOPS } from '../../src/sources/demo/daily-life.ts';
import type { LivedRow } from './spending-life.ts';

/** The correct category for descriptions that start with these words; all other descriptions belong to "Other". */
const TRUTHS: readonly (readonly [starts: readonly string[], category: string])[] = [
  [GROCERS, 'Groceries'],
  [CAFES, 'Cafés'],
  [RESTAURANTS, 'Restaurants'],
  [SHOPS, 'Shopping'],
  [ABROAD, 'Travel'],
  [['Refund'], 'Refunds'],
  [['Standing order Linden Court'], 'Rent'],
  [['Transfer to savings'], 'Savings'],
  [['Transfer to travel card', 'Top-up'], 'Transfers'],
  [['Tunestream', 'Filmgarten', 'Cloudbarn'], 'Subscriptions'],
  [['Talwerke'], 'Energy'],
  [['Boulder Barn'], 'Fitness'],
  [['Fernlicht'], 'Phone and internet'],
  [['Account fee', 'Foreign purchase fee'], 'Bank fees'],
  [['Salary'], 'Salary'],
  [['Interest'], 'Interest'],
  [['City transit'], 'Transport'],
  [['Cash withdrawal'], 'Cash'],
  [['Tankhof'], 'Fuel'],
];

/** Thirteen months of the demo bank until the end of March 2026, categorized as its user would, oldest first. */
export async function demoLife(seed: number): Promise<LivedRow[]> {
  const { transactions } = await createDemoBank({ seed }).fetch({
    since: '2025-01-01' as CalendarDate,
    today: '2026-03-31' as CalendarDate,
    timeZone: 'Europe/Berlin',
    signal: new AbortController().signal,
    progress: () => {},
  });
  return transactions
    .map(({ date, description, amount, account }): LivedRow => {
      const truth = TRUTHS.find(([starts]) => starts.some((start) => description.startsWith(start)))?.[1] ?? 'Other';
      return { day: date, description, amount, account: account.id, category: truth, truth };
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
