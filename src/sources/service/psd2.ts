import type { BalanceKind } from '../../core/balance.ts';
import { type CalendarDate, type Instant, parseCalendarDate } from '../../core/calendar-date.ts';
import { asObject, fieldOf, type JsonObject, listField, objectField, readAmount, textField } from '../json.ts';
import type { SourceContext } from '../source-kind.ts';
import type { ServiceBalance, ServiceTransaction } from './bank-protocol.ts';

export interface BalanceFields {
  readonly type: string;
  readonly money: string;
  readonly day: string;
  readonly kinds: ReadonlyMap<string, BalanceKind>;
}

/** Today's closing balance counts as the balance at `at`, because the bank may book more today. */
export function readBalances(
  answer: JsonObject,
  fields: BalanceFields,
  { today, at }: { readonly today: CalendarDate; readonly at: Instant },
): ServiceBalance[] {
  return (listField(answer, 'balances') ?? []).map(asObject).flatMap((balance) => {
    const money = objectField(balance, fields.money);
    const amount = readAmount(fieldOf(money, 'amount'));
    const currency = textField(money, 'currency')?.toUpperCase();
    const stated = parseCalendarDate(textField(balance, fields.day) ?? '');
    const type = fields.kinds.get(textField(balance, fields.type) ?? '');
    if (amount === null || currency === undefined || type === undefined) return [];
    // A balance that includes a credit limit is an available balance, regardless of its type.
    const kind = fieldOf(balance, 'creditLimitIncluded') === true ? 'available' : type;
    if (stated === null && (kind === 'opening' || kind === 'closing')) return [];
    const date = stated ?? today;
    return [{ kind, amount, currency, date, at: date === today && kind !== 'opening' ? at : null }];
  });
}

/** The day of the first field that is a date, or a date with a time. */
export function firstDay(transaction: JsonObject, names: readonly string[]): CalendarDate | null {
  const days = names.map((name) => parseCalendarDate(textField(transaction, name)?.slice(0, 10) ?? ''));
  return days.find((day) => day !== null) ?? null;
}

/** False for pending transactions without a day. They are skipped, because the bank sends them again on booking. */
export function hasDay(transaction: ServiceTransaction): boolean {
  return !('problem' in transaction && transaction.problem === 'other');
}

/** While the sheet has pending rows, requests pending transactions even if the user turned them off, or the rows would count as dropped. */
export function pendingSelection({ settings, hasPendingRows }: Pick<SourceContext, 'settings' | 'hasPendingRows'>): {
  readonly isRequested: boolean;
  readonly skipsNew: boolean;
} {
  const isWanted = settings['statuses'] === 'pending';
  return { isRequested: isWanted || hasPendingRows, skipsNew: !isWanted };
}
