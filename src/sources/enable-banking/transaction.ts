import { parseCalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import type { Amount } from '../../core/amount.ts';
import { describe } from '../join-texts.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import type { ServiceTransaction } from '../service/bank-protocol.ts';

/**
 * A booked or a pending transaction. The day of a booked one is that on which it was booked: other days may still change.
 * Amounts have no sign; a few banks send one all the same, and `credit_debit_indicator` is what counts. A pending one has no id,
 * since many banks give it another reference once it is booked.
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

/** Who was paid or who paid, and what for; what kind of transaction it is, where a bank says nothing else. */
function textsOf(transaction: JsonObject, direction: 'CRDT' | 'DBIT'): ReturnType<typeof describe> {
  const party = asObject(fieldOf(transaction, direction === 'DBIT' ? 'creditor' : 'debtor'));
  // A list by the reference; some banks' is passed on as plain text.
  const lines = (
    listField(transaction, 'remittance_information') ?? [fieldOf(transaction, 'remittance_information')]
  ).filter((line) => typeof line === 'string');
  const said = [textField(party, 'name'), lines.join(' '), textField(transaction, 'note')] as const;
  const hasWords = said.some((part) => oneLine(part ?? '') !== '');
  const code = asObject(fieldOf(transaction, 'bank_transaction_code'));
  return hasWords ? describe(...said) : describe(textField(code, 'description'));
}

function readBalanceAfter(transaction: JsonObject, currency: string): Amount | null {
  const balance = asObject(fieldOf(transaction, 'balance_after_transaction'));
  return textField(balance, 'currency')?.toUpperCase() === currency ? readAmount(fieldOf(balance, 'amount')) : null;
}
