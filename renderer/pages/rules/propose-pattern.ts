const MONTH = /^(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\.?$/i;
const ENOUGH_LETTERS = 4;

/** A pattern for texts like this one: what changes from one booking to the next (dates, numbers, references) becomes `*`. */
export function proposePattern(description: string): string {
  const words = description.trim().split(/\s+/).map(withoutNumbers);
  const steady = words.filter(
    (word, place) => !(MONTH.test(word) && words[place - 1] === '*' && words[place + 1] === '*'),
  );
  const pattern = steady
    .join(' ')
    .replaceAll(/\*(?:\s*\*)+/g, '*')
    .replaceAll(/^[\s*]+|[\s*]+$/g, '');
  // Nothing steady is left of some texts; and what is between slashes would be a regular expression.
  if (!/\p{L}{2}/u.test(pattern)) return withoutSlashes(description.trim());
  return withoutSlashes(pattern);
}

/** A word that is mostly digits, or a short code with one, is a number; in others the digits alone are. */
function withoutNumbers(word: string): string {
  const digits = word.match(/\d/g)?.length ?? 0;
  if (digits === 0) return word;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return letters < ENOUGH_LETTERS || digits >= letters ? '*' : word.replaceAll(/[\d.,:/]*\d[\d.,:/]*/g, '*');
}

/** All those that it begins with, since a rule's pattern is trimmed and may have another slash behind a blank. */
function withoutSlashes(pattern: string): string {
  return pattern.replace(/^[/\s]+(?=.*\/$)/, '');
}
