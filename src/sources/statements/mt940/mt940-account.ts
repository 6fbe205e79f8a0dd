import type { BankAccount } from '../../../core/bank-transaction.ts';
import { numberedAccount } from '../account-identity.ts';
import { NO_CURRENCY } from '../currency.ts';

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
  if (IBAN.test(number)) return numberedAccount({ scheme: 'iban', number, kind: null, currency });
  const bank = parts.length > 0 ? parts.join('/') : lines[1] || undefined;
  return numberedAccount({ scheme: 'mt940', number, beside: [bank], kind: null, currency });
}

/** "NL08INGB0000001234EUR" without its end. A valid IBAN may itself end in letters, and then stays whole. */
function withoutCurrency(number: string, balanceCurrency: string | null): string {
  const [rest, end] = [number.slice(0, -3), number.slice(-3)];
  if (!CURRENCY.test(end)) return number;
  // One in 97 is valid by chance with a currency behind it, so the currency of the balances comes first.
  if (isValidIban(number) && !(end === balanceCurrency && isValidIban(rest))) return number;
  return isValidIban(rest) || end === balanceCurrency || (balanceCurrency === null && /\d$/.test(rest)) ? rest : number;
}

/** Whether the check digits are right (ISO 13616: the remainder by 97 is 1). */
function isValidIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const CURRENCY = /^[A-Z]{3}$/;
