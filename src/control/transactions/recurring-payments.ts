import { setImmediate as turn } from 'node:timers/promises';
import type { RecurringView } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import { categoryKind } from '../../core/category-kind.ts';
import { addDays, type CalendarDate } from '../../core/calendar-date.ts';
import { findRecurring, type PaidRow, type Recurring } from '../../core/find-recurring.ts';
import { createCommonWords } from '../../core/description-words.ts';
import type { SearchableRow } from './mirror-rows.ts';

/** Two years and some weeks, so that a yearly payment occurs at least twice even if it is late. */
const LOOKED_AT_DAYS = 800;
const ROWS_PER_TURN = 500;

interface PaidView extends PaidRow {
  readonly view: TransactionView;
}

export async function recurringPayments(
  rows: readonly SearchableRow[],
  transfers: ReadonlySet<TransactionView>,
  today: CalendarDate,
): Promise<RecurringView[]> {
  const since = addDays(today, -LOOKED_AT_DAYS);
  const common = createCommonWords();
  const paid: PaidView[] = [];
  for (const [place, { view }] of rows.entries()) {
    if (view.day < since) break;
    if (place % ROWS_PER_TURN === ROWS_PER_TURN - 1) await turn();
    if (view.amount === '' || transfers.has(view)) continue;
    const row = toPaid(view);
    common.add(row);
    paid.push(row);
  }
  return findRecurring(paid, today, common).map(toView);
}

function toPaid(view: TransactionView): PaidView {
  const { day, description, amount, currency, category, bankAccountId, account } = view;
  return {
    view,
    day: day as CalendarDate,
    description,
    amount: amount as Amount,
    currency,
    category: category.trim(),
    account: bankAccountId || account,
  };
}

function toView({ rhythm, rows, next, varies, change }: Recurring<PaidView>): RecurringView {
  const { view } = rows.at(-1) as PaidView;
  return {
    rhythm,
    next,
    last: view,
    count: rows.length,
    isSaving: categoryKind(view.category) === 'saving',
    varies,
    change: change === null ? null : { from: change.from.amount, to: change.to.amount, day: change.to.day },
  };
}
