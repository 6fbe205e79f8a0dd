/** Whether the text is written like an IBAN: spaces and case do not matter, nor whether its check digits are right. */
export function isWrittenLikeIban(text: string): boolean {
  return SHAPE.test(compact(text));
}

/** Whether the text is an IBAN whose check digits are right (ISO 13616: the remainder by 97 is 1). */
export function isIban(text: string): boolean {
  const iban = compact(text);
  if (!SHAPE.test(iban)) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

function compact(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
