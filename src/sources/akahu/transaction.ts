import { describe } from '../join-texts.ts';
import { asObject, fieldOf, textField } from '../json.ts';
import type { ServiceTransaction } from '../service/bank-protocol.ts';
import { problemOfId } from '../service/check-id.ts';
import { dayOf } from '../service/day-of.ts';
import { readNumber } from '../service/read-number.ts';

/** Akahu writes a day of the bank as the moment in UTC at which it begins there. */
export const NEW_ZEALAND = 'Pacific/Auckland';

/** A settled transaction; money out is negative, on cards as well. */
export function readTransaction(json: unknown, currency: string): ServiceTransaction {
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const id = textField(transaction, '_migrated') ?? textField(transaction, '_id');
  const wrong = problemOfId(id);
  if (wrong !== null) return wrong;
  const amount = readNumber(fieldOf(transaction, 'amount'));
  if (amount === null) return { problem: 'amount' };
  const date = dayOf(textField(transaction, 'date'), NEW_ZEALAND);
  if (date === null) return { problem: 'other' };
  const meta = asObject(fieldOf(transaction, 'meta'));
  const balanceAfter = readNumber(fieldOf(transaction, 'balance'));
  return {
    providerId: id,
    date,
    amount,
    currency,
    ...describe(
      textField(asObject(fieldOf(transaction, 'merchant')), 'name'),
      textField(transaction, 'description'),
      ...['particulars', 'code', 'reference'].map((name) => textField(meta, name)),
    ),
    status: 'posted',
    ...(balanceAfter === null ? {} : { balanceAfter }),
    raw: json,
  };
}
