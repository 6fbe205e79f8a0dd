import { toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { asObject, fieldOf, textField, type JsonObject } from '../json.ts';
import type { ServiceBalance } from '../service/bank-protocol.ts';
import { dayOf } from '../service/day-of.ts';
import { readNumber } from '../service/read-number.ts';
import { BRAZIL } from './transaction.ts';

interface Asked {
  readonly currency: string;
  readonly today: CalendarDate;
  readonly now: number;
}

/**
 * The balance of an account, of the moment when Pluggy asked the bank. `balance` may be what can be spent, and
 * `closingBalance` has what is held as well: where both are the same, nothing is held, and it is what is booked. That of a
 * card is what is owed of some bill, so that it proves nothing.
 */
export function readBalances(
  account: JsonObject | null,
  item: JsonObject | null,
  { currency, today, now }: Asked,
): ServiceBalance[] {
  const amount = readNumber(fieldOf(account, 'balance'));
  if (amount === null) return [];
  const moment = textField(item, 'lastUpdatedAt');
  const date = dayOf(moment, BRAZIL) ?? today;
  const at = toInstant(moment === null ? now : Date.parse(moment));
  if (textField(account, 'type') === 'CREDIT') {
    const owed = readNumber(amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
    return owed === null ? [] : [{ kind: 'available', amount: owed, currency, date, at }];
  }
  const bank = asObject(fieldOf(account, 'bankData'));
  const isBooked =
    readNumber(fieldOf(bank, 'closingBalance')) === amount &&
    (readNumber(fieldOf(bank, 'automaticallyInvestedBalance')) ?? '0.00') === '0.00' &&
    textField(item, 'status') === 'UPDATED';
  return [{ kind: isBooked ? 'booked' : 'available', amount, currency, date, at }];
}
