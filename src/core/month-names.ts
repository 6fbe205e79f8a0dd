import { plainLetters } from './plain-letters.ts';

/**
 * Months as banks write them, by their first letters without accents: English, German, French, Spanish, Dutch,
 * Italian, Portuguese, Polish, Swedish, Norwegian and Danish.
 */
const BEGINNINGS: readonly string[][] = [
  ['jan', 'ene', 'gen', 'sty'],
  ['feb', 'fev', 'fevr', 'lut'],
  ['mar', 'mrz', 'maer', 'maart', 'mrt', 'mars'],
  ['apr', 'abr', 'avr', 'kwi'],
  ['may', 'mai', 'mei', 'mag', 'maj'],
  ['jun', 'juin', 'giu', 'cze'],
  ['jul', 'juil', 'lug', 'lip'],
  ['aug', 'ago', 'aou', 'sie', 'aout'],
  ['sep', 'set', 'wrz', 'sept'],
  ['oct', 'okt', 'out', 'ott', 'paz', 'pazdziernik'],
  ['nov', 'lis'],
  ['dec', 'dez', 'dic', 'des', 'gru'],
];

const NUMBERS = new Map(BEGINNINGS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** 1 to 12; null when the word is no month. */
export function monthNumber(word: string): number | null {
  const plain = plainLetters(word).replace(/[^a-z]/g, '');
  return NUMBERS.get(plain) ?? NUMBERS.get(plain.slice(0, 4)) ?? NUMBERS.get(plain.slice(0, 3)) ?? null;
}
