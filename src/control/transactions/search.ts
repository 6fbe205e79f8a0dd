import { plainLetters } from '../../core/plain-letters.ts';
import type { SearchableRow } from './mirror-rows.ts';
import { saidAmount } from './search-amounts.ts';
import { saidDay } from './search-days.ts';

export type RowTest = (row: SearchableRow) => boolean;

/**
 * What a row must have to be found: each word, in whichever of its texts; a word may be an amount as well, and words that
 * say a day may be that. Null for a search without words.
 */
export function searchTest(search: string): RowTest | null {
  const words = plainLetters(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  const tests: RowTest[] = [];
  for (let place = 0; place < words.length;) {
    const day = saidDay(words.slice(place));
    const said = words.slice(place, place + (day?.words ?? 1));
    const texts = said.map(wordTest);
    tests.push((row) => day?.test(row.view.day) === true || texts.every((test) => test(row)));
    place += said.length;
  }
  return tests.length === 0 ? null : (row) => tests.every((test) => test(row));
}

function wordTest(word: string): RowTest {
  const amount = saidAmount(word);
  return ({ searched, view }) => searched.includes(word) || amount?.(view) === true;
}
