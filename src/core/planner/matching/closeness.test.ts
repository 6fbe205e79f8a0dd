import { describe, expect, it } from 'vitest';
import { SIMILAR, STRONGLY_SIMILAR, TELLS_NOTHING, createSimilarity } from './closeness.ts';

describe('the similarity of descriptions', () => {
  it.each([
    ['STARBUCKS', 'Starbucks Store 0123 Seattle WA'],
    ['PENDING - CAFÉ LUNA', 'Cafe Luna Berlin'],
    ['POS 4411 GROCER MARKET', 'Grocer Market'],
  ])('is high enough for a match: %j and %j', (pending, posted) => {
    expect(createSimilarity()(pending, posted)).toBeGreaterThanOrEqual(STRONGLY_SIMILAR);
  });

  it.each([
    ['Cafe Roma', 'Cafe Milano'],
    ['Shell', 'Grocer Market'],
    ['Visa purchase Ada', 'Visa purchase Bob'],
  ])('is too low for a match: %j and %j', (a, b) => {
    expect(createSimilarity()(a, b)).toBeLessThan(SIMILAR);
  });

  it('is 1 for texts that differ only in case and spaces', () => {
    expect(createSimilarity()('corner  COFFEE', 'Corner Coffee')).toBe(1);
  });

  it.each(['', 'PENDING CARD PURCHASE', '0123 99'])(
    'is neutral if one text contains no meaningful words, such as %j',
    (text) => {
      expect(createSimilarity()(text, 'Grocer Market')).toBe(TELLS_NOTHING);
    },
  );
});
