import { type Amount, negateAmount } from '../../core/amount.ts';
import type { BalanceKind } from '../../core/balance.ts';
import { oneLine } from '../../core/one-line.ts';
import { asObject, fieldOf, type JsonObject, listField, objectField, readAmount, textField } from '../json.ts';
import {
  type ServiceBalance,
  type ServiceTransaction,
  type StatedTransaction,
  toTransaction,
} from '../service/bank-protocol.ts';
import { nextPage, type Pages, readPages } from '../service/pages.ts';
import { firstDay, type StatedAt, statedBalance } from '../service/psd2.ts';
import type { Service } from '../service/service.ts';

/**
 * Uses the booking day, because other days may change, and takes the sign from `credit_debit_indicator` only. Pending
 * transactions get no id, because many banks change it on booking.
 */
export function readTransaction(json: unknown): ServiceTransaction {
  return toTransaction(json, (transaction) => {
    const isPending = textField(transaction, 'status') === 'PDNG';
    const direction = textField(transaction, 'credit_debit_indicator');
    const money = objectField(transaction, 'transaction_amount');
    const unsigned = readAmount(unsignedText(fieldOf(money, 'amount')));
    const currency = textField(money, 'currency')?.toUpperCase() ?? null;
    return {
      id: isPending ? null : (textField(transaction, 'entry_reference')?.trim() ?? null),
      hasOptionalId: true,
      date: firstDay(transaction, ['booking_date', 'value_date', 'transaction_date']),
      amount:
        unsigned !== null && direction === 'DBIT' ? negateAmount(unsigned) : direction === 'CRDT' ? unsigned : null,
      currency,
      texts: textsOf(transaction, direction === 'DBIT'),
      isPending,
      balanceAfter: isPending ? null : readBalanceAfter(transaction, currency),
    };
  });
}

function unsignedText(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? text.trim().replace(/^[-+]/, '') : text;
}

/** Uses the kind of transaction if both counterparty and purpose are missing. */
function textsOf(transaction: JsonObject, isOut: boolean): StatedTransaction['texts'] {
  const party = objectField(transaction, isOut ? 'creditor' : 'debtor');
  // The documentation promises a list; some banks send plain text.
  const lines = (
    listField(transaction, 'remittance_information') ?? [fieldOf(transaction, 'remittance_information')]
  ).filter((line) => typeof line === 'string');
  const texts = [textField(party, 'name'), lines.join(' '), textField(transaction, 'note')] as const;
  const hasWords = texts.some((part) => oneLine(part ?? '') !== '');
  return hasWords ? [...texts] : [textField(objectField(transaction, 'bank_transaction_code'), 'description')];
}

function readBalanceAfter(transaction: JsonObject, currency: string | null): Amount | null {
  const balance = objectField(transaction, 'balance_after_transaction');
  return textField(balance, 'currency')?.toUpperCase() === currency ? readAmount(fieldOf(balance, 'amount')) : null;
}

/** ISO 20022 codes. Other codes mix booked and expected transactions. */
const KINDS: ReadonlyMap<string, BalanceKind> = new Map([
  ['CLBD', 'booked'],
  ['ITBD', 'booked'],
  ['OPBD', 'opening'],
  ['PRCD', 'closing'],
  ['CLAV', 'available'],
  ['ITAV', 'available'],
]);

export function readBalance(balance: JsonObject | null, when: StatedAt): ServiceBalance[] {
  const kind = KINDS.get(textField(balance, 'balance_type') ?? '');
  const money = objectField(balance, 'balance_amount');
  return statedBalance({ kind, money, day: textField(balance, 'reference_date') }, when);
}

export function readTransactionPages(api: Pick<Service, 'host' | 'get' | 'unreadable'>, path: string): Promise<Pages> {
  return readPages(
    api,
    path,
    (answer) => ({
      list: listField(answer, 'transactions')?.map(withoutTransactionId) ?? null,
      next: nextPage(answer, 'continuation_key', (key) => `${path}&continuation_key=${encodeURIComponent(key)}`),
    }),
    'entry_reference',
  );
}

/** `transaction_id` changes with each request. */
function withoutTransactionId(json: unknown): unknown {
  const { transaction_id: _, ...rest } = { ...asObject(json) };
  return rest;
}
