/** Whether the text is an IBAN whose check digits are right (ISO 13616), with or without spaces. */
export function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

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
