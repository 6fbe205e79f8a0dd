import { setImmediate as turn } from 'node:timers/promises';
import type { CurrencySummary, TransactionSummary } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { addAmounts, compareAmounts, type Amount } from '../../core/amount.ts';
import { budgetUse, type Budget } from '../../core/budget.ts';
import { categoryKind } from '../../core/category-kind.ts';

const ROWS_PER_TURN = 1000;
const ZERO = '0.00' as Amount;

export async function summarize(
  rows: readonly TransactionView[],
  months: readonly string[],
  transfers: ReadonlySet<TransactionView> = new Set(),
  budgets: readonly Budget[] = [],
): Promise<TransactionSummary> {
  const period = new Set(months);
  const inPeriod = rows.filter(({ day, amount }) => amount !== '' && period.has(day.slice(0, 7)));
  const counts = new Map<string, number>();
  for (const { currency } of inPeriod) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const statedCurrencies = [...counts]
    .filter(([currency]) => currency !== '')
    .sort(([, a], [, b]) => b - a)
    .map(([currency]) => currency);
  const main = statedCurrencies[0] ?? '';
  const currencies = statedCurrencies.length === 0 && inPeriod.length > 0 ? [''] : statedCurrencies;
  const summaries: CurrencySummary[] = [];
  for (const currency of currencies)
    summaries.push(
      await summaryOf(
        currency,
        inPeriod.filter((row) => (row.currency || main) === currency),
        months,
        transfers,
        currency === main ? budgets : [],
      ),
    );
  return { currencies: summaries };
}

const NOTHING = { income: ZERO, spending: ZERO, saved: ZERO, count: 0 };

async function summaryOf(
  currency: string,
  rows: readonly TransactionView[],
  months: readonly string[],
  transfers: ReadonlySet<TransactionView>,
  budgets: readonly Budget[],
): Promise<CurrencySummary> {
  const byMonth = new Map(months.map((month, place) => [month, { ...NOTHING, place }]));
  /** `recent`: the sum of the last month. */
  const byCategory = new Map<string, { amount: Amount; count: number; recent: Amount }>();
  const earned = new Map<string, Amount>();
  let transferred = 0;
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_PER_TURN === 0) await turn();
    const { day, amount, category } = row;
    const value = amount as Amount;
    const month = byMonth.get(day.slice(0, 7));
    if (month === undefined) continue;
    const kind = categoryKind(category);
    if (kind === 'transfer' || transfers.has(row)) {
      transferred += 1;
      continue;
    }
    month.count += 1;
    if (kind === 'saving') {
      month.saved = addAmounts(month.saved, value);
      continue;
    }
    if (!amount.startsWith('-')) {
      month.income = addAmounts(month.income, value);
      earned.set(category, addAmounts(earned.get(category) ?? ZERO, value));
      continue;
    }
    month.spending = addAmounts(month.spending, value);
    const sum = byCategory.get(category) ?? { amount: ZERO, count: 0, recent: ZERO };
    sum.amount = addAmounts(sum.amount, value);
    sum.count += 1;
    if (month.place === months.length - 1) sum.recent = addAmounts(sum.recent, value);
    byCategory.set(category, sum);
  }
  function spentIn(category: string): Amount | null {
    const { amount, recent } = byCategory.get(category) ?? { amount: ZERO, recent: ZERO };
    const isEarning = compareAmounts(addAmounts(amount, earned.get(category) ?? ZERO), ZERO) > 0;
    return isEarning || categoryKind(category) !== 'everyday' ? null : recent;
  }
  return {
    currency,
    months: months.map((month) => {
      const { income, spending, saved, count } = byMonth.get(month) ?? NOTHING;
      return { month, income, spending, saved, count };
    }),
    categories: [...byCategory]
      .map(([category, { amount, count }]) => ({ category, amount, count }))
      .sort((a, b) => compareAmounts(a.amount, b.amount)),
    transfers: transferred,
    budget: budgetUse(budgets, months.at(-1) ?? '', spentIn),
  };
}

export function monthsUntil(today: string, count: number): string[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, index) => {
    const month = last - count + 1 + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
