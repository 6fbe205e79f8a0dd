import { plainLetters } from '../plain-letters.ts';

const SEPARATORS = /[^\p{L}\p{N}]+/u;
const DIGIT = /\p{N}/u;
const LATIN_LETTER = /^[a-z]$/;

/**
 * The words by which transactions of one merchant are alike, in their order: in small letters without accents, and without
 * what has a digit in it, which is a day, a terminal, a branch or a reference.
 */
export function descriptionWords(description: string): readonly string[] {
  return plainLetters(description)
    .split(SEPARATORS)
    .filter((word) => word !== '' && !DIGIT.test(word) && !LATIN_LETTER.test(word));
}
