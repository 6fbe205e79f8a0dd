import { parseAmount, type Amount } from '../../src/core/amount.ts';
import { addDays, fromEpochDay, toEpochDay, type CalendarDate } from '../../src/core/calendar-date.ts';
import { seeded } from './seeded.ts';
import { BANK_STYLES, type BankStyle } from './spending-styles.ts';
import { CHAINS, FIXED, inventedName, MIXED, ONE_OFF_CATEGORIES } from './spending-merchants.ts';

/** A generated row with its true category. */
export interface LivedRow {
  readonly day: CalendarDate;
  readonly description: string;
  readonly amount: Amount;
  readonly account: string;
  /** The category that the user chose: sometimes none, occasionally a wrong one. */
  readonly category: string;
  /** The correct category. */
  readonly truth: string;
}

export interface LifeHabits {
  readonly seed: number;
  readonly months: number;
  /** Purchases per month, in addition to fixed costs. */
  readonly purchases: number;
}

/** The share of purchases at merchants that the user visits only once. */
const ONE_OFF = 0.12;
const MIXED_SHARE = 0.1;
/** New regular merchants each month, which the training data does not contain. */
const FOUND_EACH_MONTH = 1;
const REGULARS_AT_FIRST = 26;
const LEFT_OPEN = 0.1;
const SLIPS = 0.015;

const FIRST = toEpochDay('2024-01-01' as CalendarDate);

/** A user's rows, oldest first, at two banks with different text styles. Deterministic for the same habits. */
export function spendingLife({ seed, months, purchases }: LifeHabits): LivedRow[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const cents = (low: number, high: number): number => Math.round(low + random() ** 2 * (high - low));
  const styles = shuffled(BANK_STYLES, random).slice(0, 2) as [BankStyle, BankStyle];
  const chains = shuffled(CHAINS, random);
  const rows: LivedRow[] = [];

  function add(day: CalendarDate, name: string, amountCents: number, truth: string, at: number): void {
    const style = styles[at] as BankStyle;
    const category = random() < LEFT_OPEN ? '' : random() < SLIPS ? pick(ONE_OFF_CATEGORIES) : truth;
    rows.push({
      day,
      description: style({ name, day, random }),
      amount: parseAmount((amountCents / 100).toFixed(2)) as Amount,
      account: `account-${at}`,
      category,
      truth,
    });
  }

  for (let month = 0; month < months; month += 1) {
    const start = fromEpochDay(FIRST + Math.round(month * 30.4));
    for (const { name, category, day, low, high } of FIXED)
      add(addDays(start, day), name, -cents(low, high), category, 0);
    add(addDays(start, 26), 'Papermill Press Payroll', 284_617, 'Salary', 0);
    const regulars = chains.slice(0, REGULARS_AT_FIRST + month * FOUND_EACH_MONTH);
    for (let purchase = 0; purchase < purchases; purchase += 1) {
      const day = addDays(start, Math.floor(random() * 30));
      const at = random() < 0.7 ? 0 : 1;
      const kind = random();
      if (kind < ONE_OFF) add(day, inventedName(random), -cents(300, 12_000), pick(ONE_OFF_CATEGORIES), at);
      else if (kind < ONE_OFF + MIXED_SHARE) {
        const { name, of } = pick(MIXED);
        const { category, low, high } = pick(of);
        add(day, name, -cents(low, high), category, at);
      } else {
        // Some merchants are visited every other day, most only occasionally.
        const { name, category, low, high } = regulars[Math.floor(random() ** 2 * regulars.length)] ?? pick(regulars);
        const amount = cents(low, high);
        add(day, name, -amount, category, at);
        if (random() < 0.02) add(addDays(day, 9), name, amount, category, at);
      }
    }
  }
  return rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
