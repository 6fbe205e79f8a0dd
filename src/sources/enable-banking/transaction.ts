import type { Amount } from '../../core/amount.ts';
import type { BalanceKind } from '../../core/balance.ts';
import { type CalendarDate, type Instant, parseCalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { describe } from '../bank-texts.ts';
import { asObject, fieldOf, type JsonObject, listField, readAmount, textField } from '../json.ts';
import type { ServiceBalance, ServiceTransaction } from '../service/bank-protocol.ts';
import { nextPage, type Pages, readPages } from '../service/pages.ts';
import { statedBalance } from '../service/psd2.ts';
import type { Service } from '../service/service.ts';

/**
 * Uses the booking day, because other days may change, and takes the sign from `credit_debit_indicator` only. Pending
 * transactions get no id, because many banks change it on booking.
 */
export function readTransaction(json: unknown): ServiceTransaction {
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const isPending = textField(transaction, 'status') === 'PDNG';
  const providerId = isPending ? null : (textField(transaction, 'entry_reference')?.trim() ?? null);
  if (providerId !== null && oneLine(providerId) !== providerId) return { problem: 'badId' };
  const direction = textField(transaction, 'credit_debit_indicator');
  const money = asObject(fieldOf(transaction, 'transaction_amount'));
  const unsigned = readAmount(unsignedText(fieldOf(money, 'amount')));
  const currency = textField(money, 'currency')?.toUpperCase();
  if (unsigned === null || currency === undefined || (direction !== 'CRDT' && direction !== 'DBIT'))
    return { problem: 'amount' };
  const date = ['booking_date', 'value_date', 'transaction_date']
    .map((name) => parseCalendarDate(textField(transaction, name) ?? ''))
    .find((day) => day !== null);
  if (date === undefined) return { problem: 'other' };
  const after = isPending ? null : readBalanceAfter(transaction, currency);
  return {
    providerId,
    date,
    amount: direction === 'DBIT' ? (readAmount(`-${unsigned}`) ?? unsigned) : unsigned,
    currency,
    ...textsOf(transaction, direction),
    status: isPending ? 'pending' : 'posted',
    ...(after === null ? {} : { balanceAfter: after }),
    raw: json,
  };
}

function unsignedText(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? text.trim().replace(/^[-+]/, '') : text;
}

/** Uses the kind of transaction if both counterparty and purpose are missing. */
function textsOf(transaction: JsonObject, direction: 'CRDT' | 'DBIT'): ReturnType<typeof describe> {
  const party = asObject(fieldOf(transaction, direction === 'DBIT' ? 'creditor' : 'debtor'));
  // The documentation promises a list; some banks send plain text.
  const lines = (
    listField(transaction, 'remittance_information') ?? [fieldOf(transaction, 'remittance_information')]
  ).filter((network) => typeof network === 'string');
  const said = [textField(party, 'name'), lines.join(' '), textField(transaction, 'note')] as const;
  const hasWords = said.some((part) => oneLine(part ?? '') !== '');
  const code = asObject(fieldOf(transaction, 'bank_transaction_code'));
  return hasWords ? describe(...said) : describe(textField(code, 'description'));
}

function readBalanceAfter(transaction: JsonObject, currency: string): Amount | null {
  const balance = asObject(fieldOf(transaction, 'balance_after_transaction'));
  return textField(balance, 'currency')?.toUpperCase() === currency ? readAmount(fieldOf(balance, 'amount')) : null;
}

/** ISO 20022 codes. Other codes mix booked and expected transactions. */
const KINDS: Readonly<Record<string, BalanceKind>> = {
  CLBD: 'booked',
  ITBD: 'booked',
  OPBD: 'opening',
  PRCD: 'closing',
  CLAV: 'available',
  ITAV: 'available',
};

export function readBalance(json: unknown, when: { today: CalendarDate; at: Instant }): ServiceBalance[] {
  const balance = asObject(json);
  const money = asObject(fieldOf(balance, 'balance_amount'));
  const type = textField(balance, 'balance_type') ?? '';
  const stated = {
    kind: Object.hasOwn(KINDS, type) ? KINDS[type] : undefined,
    amount: readAmount(fieldOf(money, 'amount')),
    currency: textField(money, 'currency')?.toUpperCase(),
    day: textField(balance, 'reference_date'),
  };
  return statedBalance(stated, when);
}

export function readTransactionPages(api: Pick<Service, 'host' | 'get' | 'unreadable'>, path: string): Promise<Pages> {
  return readPages(
    api,
    path,
    (answer) => ({
      list: listField(answer, 'transactions')?.map(withoutTransactionId) ?? null,
      next: nextPage(answer, 'continuation_key', (key) => `${path}&continuation_key=${encodeURIComponent(key)}`),
    }),
    (item) => textField(asObject(item), 'entry_reference'),
  );
}

/** `transaction_id` changes with each request. */
function withoutTransactionId(json: unknown): unknown {
  const { transaction_id: _, ...rest } = { ...asObject(json) };
  return rest;
}
