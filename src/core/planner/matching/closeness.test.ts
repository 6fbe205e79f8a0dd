import { describe, expect, it } from 'vitest';
import { SIMILAR, STRONGLY_SIMILAR, TELLS_NOTHING, createSimilarity } from './closeness.ts';

describe('the similarity of descriptions', () => {
  it.each([
    ['STARBUCKS', 'Starbucks Store 0123 Seattle WA'],
    ['PENDING - CAFÉ LUNA', 'Cafe Luna Berlin'],
    ['POS 4411 GROCER MARKET', 'Grocer Market'],
  ])('is strong for %j and %j', (pending, posted) => {
    expect(createSimilarity()(pending, posted)).toBeGreaterThanOrEqual(STRONGLY_SIMILAR);
  });

  it.each([
    ['Cafe Roma', 'Cafe Milano'],
    ['Shell', 'Grocer Market'],
    ['Visa purchase Ada', 'Visa purchase Bob'],
  ])('is too little for %j and %j', (a, b) => {
    expect(createSimilarity()(a, b)).toBeLessThan(SIMILAR);
  });

  it('is whole for texts that differ by case and spaces', () => {
    expect(createSimilarity()('corner  COFFEE', 'Corner Coffee')).toBe(1);
  });

  it.each(['', 'PENDING CARD PURCHASE', '0123 99'])(
    'neither confirms nor denies when one says nothing, as %j',
    (text) => {
      expect(createSimilarity()(text, 'Grocer Market')).toBe(TELLS_NOTHING);
    },
  );
});
