import type { BankAccount } from '../../../core/bank-transaction.ts';
import { localAccount, numberedAccount } from '../account-identity.ts';
import { NO_CURRENCY } from '../currency.ts';
import { isIban, isWrittenLikeIban } from '../iban.ts';

/**
 * The account of a ":25:"; null when it names none. An IBAN is the whole identity, so that other formats mean
 * the same account by it. Other numbers count together with the bank that stands before them.
 *
 * Banks write "IBAN", "BIC/IBAN", "bank code/number", "/PL…", and may add the currency ("…EUR", "… EUR",
 * "…/EUR"); ":25P:" has the BIC on a second line.
 *
 * @param balanceCurrency the currency of the message's balances, which tells an added one from a number's end.
 */
export function mt940Account(written: string, balanceCurrency: string | null): BankAccount | null {
  const lines = written.split('\n').map((line) => line.replace(/\s/g, '').toUpperCase());
  const parts = (lines[0] ?? '').split('/').filter((part) => part !== '');
  const added = parts.length > 1 && CURRENCY.test(parts.at(-1) as string) ? (parts.pop() as string) : null;
  const whole = parts.pop() ?? '';
  const cut = withoutCurrency(whole, balanceCurrency);
  const number = added === null ? cut : whole;
  const currency = balanceCurrency ?? added ?? (cut === whole ? null : whole.slice(-3)) ?? NO_CURRENCY;
  if (isWrittenLikeIban(number)) return numberedAccount({ scheme: 'iban', number, kind: null, currency });
  const bank = parts.length > 0 ? parts.join('/') : lines[1] || null;
  return localAccount({ bank, number, kind: null, currency });
}

/** "NL08INGB0000001234EUR" without its end. A valid IBAN may itself end in letters, and then stays whole. */
function withoutCurrency(number: string, balanceCurrency: string | null): string {
  const [rest, end] = [number.slice(0, -3), number.slice(-3)];
  if (!CURRENCY.test(end)) return number;
  // One in 97 is valid by chance with a currency behind it, so the currency of the balances comes first.
  if (isIban(number) && !(end === balanceCurrency && isIban(rest))) return number;
  return isIban(rest) || end === balanceCurrency || (balanceCurrency === null && /\d$/.test(rest)) ? rest : number;
}

const CURRENCY = /^[A-Z]{3}$/;
