import type { Amount } from '../../core/amount.ts';
import { parseCalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { describe } from '../join-texts.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import type { ServiceTransaction } from '../service/bank-protocol.ts';

/**
 * A transaction: a booked one on the day on which the bank booked it. Amounts have a sign. A pending one has no id, since what
 * GoCardless makes of it is another once it is booked.
 */
export function readTransaction(json: unknown, usual: string | null, status: 'posted' | 'pending'): ServiceTransaction {
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const providerId = status === 'pending' ? null : idOf(transaction);
  if (providerId !== null && oneLine(providerId) !== providerId) return { problem: 'badId' };
  const money = asObject(fieldOf(transaction, 'transactionAmount'));
  const amount = readAmount(fieldOf(money, 'amount'));
  const currency = textField(money, 'currency')?.toUpperCase() ?? usual;
  if (amount === null || currency === null) return { problem: 'amount' };
  const date = ['bookingDate', 'bookingDateTime', 'valueDate', 'valueDateTime']
    .map((name) => parseCalendarDate(textField(transaction, name)?.slice(0, 10) ?? ''))
    .find((day) => day !== null);
  if (date === undefined) return { problem: 'other' };
  const balanceAfter = status === 'pending' ? null : readBalanceAfter(transaction, currency);
  return {
    providerId,
    date,
    amount,
    currency,
    ...textsOf(transaction, amount),
    status,
    ...(balanceAfter === null ? {} : { balanceAfter }),
    raw: json,
  };
}

/** The bank's own, which may be blank; else the one that GoCardless makes. */
function idOf(transaction: JsonObject): string | null {
  const id = textField(transaction, 'transactionId') ?? textField(transaction, 'internalTransactionId');
  return id?.trim() ?? null;
}

/** Who was paid or who paid, and what for. */
function textsOf(transaction: JsonObject, amount: Amount): ReturnType<typeof describe> {
  const lines = ['remittanceInformationUnstructuredArray', 'remittanceInformationStructuredArray'].flatMap((name) =>
    (listField(transaction, name) ?? []).filter((line) => typeof line === 'string'),
  );
  const what = textField(transaction, 'remittanceInformationUnstructured') ?? (lines.join(' ') || null);
  const said = [
    textField(transaction, amount.startsWith('-') ? 'creditorName' : 'debtorName'),
    what ?? textField(transaction, 'remittanceInformationStructured'),
  ] as const;
  return said.some((part) => part !== null)
    ? describe(...said)
    : describe(textField(transaction, 'additionalInformation'));
}

function readBalanceAfter(transaction: JsonObject, currency: string): Amount | null {
  const balance = asObject(fieldOf(transaction, 'balanceAfterTransaction'));
  const money = asObject(fieldOf(balance, 'balanceAmount'));
  const isBooked = /^(?:interim|closing)Booked$/.test(textField(balance, 'balanceType') ?? 'interimBooked');
  return isBooked && textField(money, 'currency')?.toUpperCase() === currency
    ? readAmount(fieldOf(money, 'amount'))
    : null;
}
