import { oneLine } from '../../core/one-line.ts';
import type { BankTransaction, DescriptionParts } from '../../core/bank-transaction.ts';

export type Described = Pick<BankTransaction, 'description' | 'parts'>;

export function withParts(description: string, { payee, notes }: DescriptionParts): Described {
  const areDistinct = payee !== '' && notes !== '' && !startsWith(payee, notes) && !startsWith(notes, payee);
  return areDistinct ? { description, parts: { payee, notes } } : { description };
}

/** Returns a text field as one line, which may be long: remittance texts of 390 or 560 characters are common. */
export function plainText(text: string | undefined): string {
  return oneLine(text ?? '', 1000);
}

export function describeParts(payee: string, notes: string): Described | null {
  const text = joinDistinct(payee, notes);
  return text === '' ? null : withParts(text, { payee, notes });
}

/** Omits a text with which the other text begins, because banks repeat a shortened name in another field. */
export function joinDistinct(first: string, second: string): string {
  if (first === '' || startsWith(second, first)) return second;
  return second === '' || startsWith(first, second) ? first : `${first} - ${second}`;
}

function startsWith(text: string, beginning: string): boolean {
  if (text.length < beginning.length) return false;
  // A quick check, because most texts differ in their first letter. Bit 32 distinguishes upper and lower case in ASCII.
  const [one, other] = [text.charCodeAt(0), beginning.charCodeAt(0)];
  if (one < 128 && other < 128 && (one | 32) !== (other | 32)) return false;
  return text.slice(0, beginning.length).toLowerCase() === beginning.toLowerCase();
}
