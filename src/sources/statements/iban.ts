export function isWrittenLikeIban(text: string): boolean {
  return SHAPE.test(compactIban(text));
}

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

export function compactIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
