import { parseCalendarDate, type CalendarDate } from '../../core/calendar-date.ts';
import type { Amount } from '../../core/amount.ts';
import { describe } from '../join-texts.ts';
import { asObject, fieldOf, textField, type JsonObject } from '../json.ts';
import type { ServiceTransaction } from '../service/bank-protocol.ts';
import { problemOfId } from '../service/check-id.ts';
import { dayOf } from '../service/day-of.ts';
import { readNumber } from '../service/read-number.ts';

export const BRAZIL = 'America/Sao_Paulo';

/** Not a moment, but a day: some banks tell no more, and Pluggy writes it as one in UTC. */
const DAY_ALONE = /^(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.0+)?Z)?$/;

/**
 * A transaction. `type` tells which way the money went; the sign of `amount` is the other one on cards, where a purchase
 * is positive.
 */
export function readTransaction(json: unknown, currency: string): ServiceTransaction {
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const id = textField(transaction, 'id');
  const wrong = problemOfId(id);
  if (wrong !== null) return wrong;
  const money = moneyOf(transaction, currency);
  if (money === null) return { problem: 'amount' };
  const date = readDay(textField(transaction, 'date'));
  if (date === null) return { problem: 'other' };
  const merchant = asObject(fieldOf(transaction, 'merchant'));
  const payment = asObject(fieldOf(transaction, 'paymentData'));
  const other = asObject(fieldOf(payment, money.amount.startsWith('-') ? 'receiver' : 'payer'));
  return {
    providerId: id,
    date,
    ...money,
    ...describe(
      textField(merchant, 'name') ?? textField(other, 'name'),
      textField(transaction, 'description') ?? textField(transaction, 'descriptionRaw'),
      textField(payment, 'reason'),
    ),
    status: textField(transaction, 'status') === 'PENDING' ? 'pending' : 'posted',
    raw: json,
  };
}

/** In the account's currency where Pluggy tells it, as for purchases abroad. */
function moneyOf(
  transaction: JsonObject,
  usual: string,
): { readonly amount: Amount; readonly currency: string } | null {
  const type = textField(transaction, 'type');
  const own = readNumber(fieldOf(transaction, 'amountInAccountCurrency'));
  const amount = own ?? readNumber(fieldOf(transaction, 'amount'));
  if (amount === null || (type !== 'DEBIT' && type !== 'CREDIT')) return null;
  const unsigned = amount.replace(/^-/, '');
  const signed = readNumber(type === 'DEBIT' ? `-${unsigned}` : unsigned);
  const currency = own === null ? (textField(transaction, 'currencyCode')?.toUpperCase() ?? usual) : usual;
  return signed === null ? null : { amount: signed, currency };
}

function readDay(text: string | null): CalendarDate | null {
  const alone = DAY_ALONE.exec(text ?? '')?.[1];
  return alone === undefined ? dayOf(text, BRAZIL) : parseCalendarDate(alone);
}
