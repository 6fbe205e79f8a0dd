/** True for the shape of an IBAN, whatever its check digits. Ignores spaces and case. */
export function isWrittenLikeIban(text: string): boolean {
  return SHAPE.test(compactIban(text));
}

/** True if the check digits are right (ISO 13616: the remainder modulo 97 is 1). */
export function isIban(text: string): boolean {
  const iban = compactIban(text);
  if (!SHAPE.test(iban)) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Removes white space and normalizes case, which banks write differently. */
export function compactIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
