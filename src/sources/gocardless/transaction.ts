import { negateAmount, type Amount } from '../../core/amount.ts';
import { parseCalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { isPlaceholderId } from '../../core/provider-scheme.ts';
import { describe } from '../join-texts.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import type { ServiceTransaction } from '../service/bank-protocol.ts';
import type { BankHabits } from './bank-habits.ts';

export interface ReadingContext {
  /** The account's currency; null when the bank does not tell it. */
  readonly accountCurrency: string | null;
  readonly status: 'posted' | 'pending';
  readonly habits: BankHabits;
}

/**
 * A transaction: a booked one on the day on which the bank booked it. Amounts have a sign. A pending one has no id, since what
 * GoCardless makes of it is another once it is booked.
 */
export function readTransaction(json: unknown, context: ReadingContext): ServiceTransaction {
  const { status, habits } = context;
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const providerId = status === 'pending' ? null : idOf(transaction);
  if (providerId !== null && oneLine(providerId) !== providerId) return { problem: 'badId' };
  const said = readRemittance(transaction, context);
  const money = readMoney(transaction, said, context);
  if (money === null) return { problem: 'amount' };
  const date = ['bookingDate', 'bookingDateTime', 'valueDate', 'valueDateTime']
    .map((name) => parseCalendarDate(textField(transaction, name)?.slice(0, 10) ?? ''))
    .find((day) => day !== null);
  if (date === undefined) return { problem: 'other' };
  const isProven = status === 'posted' && habits.hasInvertedSigns !== true;
  const balanceAfter = isProven ? readBalanceAfter(transaction, money.currency) : null;
  return {
    providerId,
    date,
    ...money,
    ...textsOf(transaction, said.text, money.amount, habits),
    status,
    ...(balanceAfter === null ? {} : { balanceAfter }),
    raw: json,
  };
}

/** The bank's own, where it has one; else the one that GoCardless makes. */
function idOf(transaction: JsonObject): string | null {
  const id = textField(transaction, 'transactionId');
  const isOwn = id !== null && !isPlaceholderId(id);
  return (isOwn ? id : textField(transaction, 'internalTransactionId'))?.trim() ?? null;
}

function readMoney(
  transaction: JsonObject,
  { billed, lacksMinus }: Said,
  { accountCurrency, habits }: ReadingContext,
): Pick<Extract<ServiceTransaction, { amount: unknown }>, 'amount' | 'formerAmount' | 'currency'> | null {
  const money = asObject(fieldOf(transaction, 'transactionAmount'));
  const sent = readAmount(fieldOf(money, 'amount'));
  const currency = textField(money, 'currency')?.toUpperCase() ?? accountCurrency;
  if (sent === null || currency === null) return null;
  if (billed !== null) {
    const unsigned = readAmount(billed.replace(/^-/, ''));
    if (unsigned === null) return null;
    const amount = sent.startsWith('-') ? negateAmount(unsigned) : unsigned;
    return corrected(amount, sent, accountCurrency ?? habits.billedCurrency ?? currency);
  }
  const isOut = lacksMinus && !sent.startsWith('-');
  return corrected(habits.hasInvertedSigns === true || isOut ? negateAmount(sent) : sent, sent, currency);
}

function corrected(amount: Amount, sent: Amount, currency: string) {
  return { amount, ...(amount === sent ? {} : { formerAmount: sent }), currency };
}

/** What the remittance information says. */
interface Said {
  /** Without what is no text. */
  readonly text: string | null;
  /** What the account is charged; null where `transactionAmount` says that. */
  readonly billed: string | null;
  readonly lacksMinus: boolean;
}

function readRemittance(transaction: JsonObject, { status, habits }: ReadingContext): Said {
  const lines = ['remittanceInformationUnstructuredArray', 'remittanceInformationStructuredArray'].flatMap((name) =>
    (listField(transaction, name) ?? []).filter((line) => typeof line === 'string'),
  );
  const text =
    textField(transaction, 'remittanceInformationUnstructured') ??
    (lines.join(' ').trim() || textField(transaction, 'remittanceInformationStructured'));
  const behind = (prefix: string | undefined): string | null =>
    prefix !== undefined && text?.startsWith(prefix) === true ? text.slice(prefix.length).trim() : null;
  const billed = behind(habits.billedAmountPrefix);
  const purchase = status === 'pending' ? behind(habits.pendingPurchasePrefix) : null;
  return { text: billed === null ? (purchase ?? text) : null, billed, lacksMinus: purchase !== null };
}

/** Who was paid or who paid, and what for. An ultimate party is the shop behind a payment provider: actual-server#331. */
function textsOf(
  transaction: JsonObject,
  text: string | null,
  amount: Amount,
  { hasPayeeInAdditionalInformation }: BankHabits,
): ReturnType<typeof describe> {
  const isOut = amount.startsWith('-');
  const party = textField(transaction, isOut ? 'creditorName' : 'debtorName');
  const ultimate = textField(transaction, isOut ? 'ultimateCreditor' : 'ultimateDebtor');
  const additional = textField(transaction, 'additionalInformation');
  const reference = textField(transaction, 'endToEndId');
  if (hasPayeeInAdditionalInformation === true && additional !== null) return describe(additional, party, text);
  const what = text ?? additional ?? (reference === null || isPlaceholderId(reference) ? null : reference);
  return ultimate === null ? describe(party, what) : describe(ultimate, party, what);
}

function readBalanceAfter(transaction: JsonObject, currency: string): Amount | null {
  const balance = asObject(fieldOf(transaction, 'balanceAfterTransaction'));
  const money = asObject(fieldOf(balance, 'balanceAmount'));
  const isBooked = /^(?:interim|closing)Booked$/.test(textField(balance, 'balanceType') ?? 'interimBooked');
  return isBooked && textField(money, 'currency')?.toUpperCase() === currency
    ? readAmount(fieldOf(money, 'amount'))
    : null;
}
