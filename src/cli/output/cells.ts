import { format } from '../locale.ts';

/** Formats a day. Other text is unchanged, because cells may contain anything. */
export function dayCell(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? format().day(day) : day;
}

/** Formats an amount with its currency. */
export function moneyCell(amount: string, currency: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(amount) ? format().money(amount, currency) : `${amount} ${currency}`.trim();
}
