import type { Amount } from '../../../core/amount.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { currencyCode } from '../currency.ts';
import { placeError, type StatementText } from '../statement-error.ts';
import { CLOSING, type Mt940Field, type Mt940Message, oneOf, OPENING, TOTALS } from './mt940-messages.ts';
import { readMt940Amount, readMt940Date, signed } from './mt940-values.ts';

/** ":60F:C260131EUR1234,56". */
export interface Mt940Balance {
  readonly field: Mt940Field;
  readonly amount: Amount;
  readonly currency: string;
  readonly date: CalendarDate | null;
}

export interface Mt940Balances {
  readonly opening: Mt940Balance | null;
  readonly closing: Mt940Balance | null;
  readonly available: Mt940Balance | null;
  readonly unreadable: readonly Mt940Field[];
}

export function readBalances(statement: StatementText, message: Mt940Message): Mt940Balances {
  const [first, last] = [oneOf(message, OPENING), oneOf(message, CLOSING)];
  const [opening, closing] = [readBalance(first), readBalance(last)];
  if (last !== null && closing === null && last.start + last.text.length === statement.text.length)
    throw placeError('statement_truncated', statement, last.offset, { reason: 'balance' });
  const unreadable = [opening === null ? first : null, closing === null ? last : null].filter(
    (field) => field !== null,
  );
  return { opening, closing, available: readBalance(oneOf(message, AVAILABLE)), unreadable };
}

function readBalance(field: Mt940Field | null): Mt940Balance | null {
  const [, mark = '', date = '', currency = '', written = ''] = BALANCE.exec(field?.text ?? '') ?? [];
  const amount = readMt940Amount(written);
  if (field === null || amount === null) return null;
  return {
    field,
    amount: signed(amount, mark.toUpperCase()),
    currency: currency.toUpperCase(),
    date: readMt940Date(date),
  };
}

const AVAILABLE = ['64'];

const BALANCE = /^\s*([CD])(\d{6})([A-Z]{3}) ?(\d[\d.,]*|,\d+)\s*$/i;

/** Null if the message states none. Throws if it names several, because entries do not name theirs. */
export function currencyOfMessage(statement: StatementText, { fields }: Mt940Message): string | null {
  let found: string | null = null;
  for (const tag of CURRENCY_TAGS) {
    const field = fields.get(tag);
    const currency = currencyCode(CURRENCY.exec(field?.text ?? '')?.[1]);
    if (field === undefined || currency === null) continue;
    if (found !== null && currency !== found) {
      const fault = { reason: 'currencies', text: currency, before: found } as const;
      throw placeError('statement_unreadable', statement, field.offset, fault);
    }
    found = currency;
  }
  return found;
}

const CURRENCY_TAGS = [...OPENING, '34F', ...CLOSING, ...TOTALS];
/** Follows the mark and date of a balance, or the count of a total; begins a floor limit. */
const CURRENCY = /^\s*(?:[CD]\d{6}|\d*)([A-Z]{3})/i;
