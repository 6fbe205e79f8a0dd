import { negateAmount, parseAmount, type Amount } from '../../../core/amount.ts';
import { readDecimal } from '../../../core/amount-text.ts';

/**
 * The mark is a comma, also without decimals behind it ("12,"). A lone point is read where it can only be a
 * mark: two digits or none behind it are no group of thousands, but three may be one or decimals. Null for what is
 * no amount or may mean two things.
 */
export function readMt940Amount(text: string): Amount | null {
  if (PLAIN.test(text)) return parseAmount(text.replace(',', '.'));
  if (LONE_POINT.test(text)) return CLEAR_POINT.test(text) ? readDecimal(text, '.') : null;
  return readDecimal(text, ',');
}

/** Few enough digits for a spreadsheet, as nearly all have. */
const PLAIN = /^\d{1,12},\d{0,2}$/;
const LONE_POINT = /^\d*\.\d*$/;
const CLEAR_POINT = /\d\.$|\.\d\d$/;

/** Money out for a debit and for the reversal of a credit. */
export function signed(amount: Amount, mark: string): Amount {
  return mark === 'D' || mark === 'RC' || mark === 'ED' ? negateAmount(amount) : amount;
}
