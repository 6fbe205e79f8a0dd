import { isIban } from '../../iban.ts';

/** The different IBANs in a text. */
export function ibansIn(text: string): string[] {
  const found = text.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g) ?? [];
  return [...new Set(found.flatMap((candidate) => longestIban(candidate) ?? []))];
}

/** A word may follow with a space, as if it were the last group. */
function longestIban(candidate: string): string | null {
  for (let length = candidate.length; length >= 15; length -= 1) {
    const iban = candidate.slice(0, length).replaceAll(' ', '');
    if (isIban(iban)) return iban;
  }
  return null;
}
