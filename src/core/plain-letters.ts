/** "café ZOË" is "cafe zoe", "Łódź" is "lodz". Locale-independent: "I" is "i" also in Turkish. */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(OWN_LETTERS, (letter) => PLAIN[letter] ?? letter);
}

const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}/gu;

/** Letters that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ı: 'i', đ: 'd' };
const OWN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

const AS_TWO: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

export function nameHas(name: string, part: string): boolean {
  const sought = plainLetters(part.trim());
  const spelt = name
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[äöüåø]/g, (letter) => AS_TWO[letter] ?? letter);
  return plainLetters(name).includes(sought) || plainLetters(spelt).includes(sought);
}
