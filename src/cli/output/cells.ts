import { format } from '../speech.ts';

/** A day as the reader writes it; what is none comes as it is, since a cell of a spreadsheet holds anything. */
export function dayCell(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? format().day(day) : day;
}

/** The same for an amount with its currency. */
export function moneyCell(amount: string, currency: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(amount) ? format().money(amount, currency) : `${amount} ${currency}`.trim();
}
