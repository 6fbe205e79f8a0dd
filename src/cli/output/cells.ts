import { format } from '../locale.ts';

export function dayCell(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? format().day(day) : day;
}

export function moneyCell(amount: string, currency: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(amount) ? format().money(amount, currency) : `${amount} ${currency}`.trim();
}
