import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileWordFinder } from './aho-corasick.ts';

function search(words: readonly string[], text: string): number[] {
  const found: number[] = [];
  compileWordFinder(words).find(text, found);
  return found.sort((a, b) => a - b);
}

test('compileWordFinder finds words that overlap, contain one another and share beginnings', () => {
  expect(search(['he', 'she', 'his', 'hers', 'xyz'], 'ushers')).toEqual([0, 1, 3]);
});

test('compileWordFinder reports a word once in each search, even if the text repeats it', () => {
  const finder = compileWordFinder(['ab']);
  for (const text of ['ababab', 'ab']) {
    const found: number[] = [];
    finder.find(text, found);
    expect(found).toEqual([0]);
  }
});

test('compileWordFinder finds nothing if there are no words', () => {
  expect(search([], 'anything')).toEqual([]);
});

test('compileWordFinder finds exactly those words that an ASCII text contains', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), text, (words, text) => {
      expect(search(words, text)).toEqual(
        [...words.keys()].filter((position) => text.includes(words[position] as string)),
      );
    }),
  );
});

test('compileWordFinder finds each contained word of any length and alphabet', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(text, text, text, (before, word, after) => {
      expect(search([word], before + word + after)).toEqual([0]);
    }),
  );
});
