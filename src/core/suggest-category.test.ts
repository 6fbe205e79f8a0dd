import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoLife } from '../../test/support/demo-life.ts';
import { evaluateHoldout } from '../../test/support/holdout.ts';
import { spendingLife } from '../../test/support/spending-life.ts';
import type { Amount } from './amount.ts';
import { createCommonWords, type CategorisedRow } from './description-words.ts';
import { createCategoryLearner, type Suggestion } from './suggest-category.ts';

function row(description: string, category = '', amount = '-10.00', account = 'a'): CategorisedRow {
  return { description, category, amount: amount as Amount, account };
}

function suggest(known: readonly CategorisedRow[], row: CategorisedRow): Suggestion | null {
  const common = createCommonWords();
  for (const each of [...known, row]) common.add(each);
  const learner = createCategoryLearner(common);
  for (const each of known) learner.add(each);
  return learner.suggest(row);
}

const times = (count: number, one: (at: number) => CategorisedRow): CategorisedRow[] =>
  Array.from({ length: count }, (_, at) => one(at));

describe('suggestCategory', () => {
  test('suggests a category with the number of similar rows, ignoring dates, terminals and references', () => {
    const examples = times(14, (at) => row(`REWE SAGT DANKE ${40_000 + at} 2026-01-${10 + at}`, 'Groceries'));
    expect(suggest(examples, row('Rewe sagt Danke 99999 2026-03-01'))).toEqual({
      category: 'Groceries',
      agreeing: 14,
      alike: 14,
      by: 'text',
      words: ['rewe', 'sagt', 'danke'],
    });
  });

  test('suggests the category of rows with an equal amount if one text has several categories', () => {
    const examples = times(8, (at) =>
      at % 2 === 0 ? row('Orchard bill', 'Music', '-9.99') : row('Orchard bill', 'Storage', '-2.99'),
    );
    expect(suggest(examples, row('Orchard bill', '', '-2.99'))).toMatchObject({ category: 'Storage', by: 'amount' });
    expect(suggest(examples, row('Orchard bill', '', '-27.00'))).toBeNull();
  });

  test('suggests the category that a shop has in this bank account', () => {
    const examples = times(8, (at) =>
      row('Corner Pantry', at % 2 === 0 ? 'Mine' : 'Yours', `-${at + 5}.00`, `${at % 2}`),
    );
    expect(suggest(examples, row('Corner Pantry', '', '-40.00', '1'))).toMatchObject({
      category: 'Yours',
      by: 'account',
    });
  });

  test('suggests the category of the newest rows if the user changed the category of a shop', () => {
    const examples = times(300, (at) => row('Greenleaf Market', at < 40 ? 'Food' : 'Groceries'));
    expect(suggest(examples, row('Greenleaf Market'))).toMatchObject({ category: 'Food', agreeing: 40, alike: 40 });
  });

  test('suggests the category of a chain for a new branch', () => {
    const examples = ['Zoë', 'Linden', 'Lupo', 'Quai'].map((name) => row(`Café ${name}`, 'Cafés'));
    expect(suggest(examples, row('Cafe Novo'))).toMatchObject({ category: 'Cafés', words: ['cafe'] });
  });
});

describe('suggestCategory without sufficient evidence', () => {
  test.each([
    ['for a description of digits', [], row('4711 0815')],
    ['without similar rows', times(9, () => row('Bakery', 'Food')), row('Pharmacy')],
    ['after two rows', times(2, () => row('Bakery', 'Food')), row('Bakery')],
    ['for income, based on expenses', times(9, () => row('Bakery', 'Food')), row('Bakery', '', '10.00')],
    ['if similar rows have different categories', times(9, (at) => row('Bazaar', `Kind ${at % 3}`)), row('Bazaar')],
    [
      'for another shop behind the same payment service',
      times(9, () => row('PayPal Tunes', 'Music')),
      row('PayPal Boats'),
    ],
  ] as const)('suggests nothing %s', (_, known, row) => {
    expect(suggest(known, row)).toBeNull();
  });

  test('suggests nothing based on words that the bank adds to every description', () => {
    const shops = ['Rewe', 'Edeka', 'Lidl', 'Aldi', 'Penny', 'Netto', 'Norma', 'Spar', 'Tegut'];
    const examples = shops.flatMap((name) => times(3, () => row(`Kartenzahlung ${name}`, 'Groceries')));
    expect(suggest(examples, row('Kartenzahlung Kino'))).toBeNull();
    expect(suggest(examples, row('Kartenzahlung Spar'))).toMatchObject({ category: 'Groceries', alike: 3 });
  });
});

describe('suggestCategory with any rows', () => {
  const anyRow = fc.record({
    description: fc.oneof(
      fc.string(),
      fc.constantFrom('Bakery', 'Bakery 12', 'Café Zoë', 'Card Bakery', '寿司 さくら'),
    ),
    amount: fc.constantFrom('-1.00', '-2.50', '0.00', '12.00').map((text) => text as Amount),
    account: fc.constantFrom('', 'a', 'b'),
    category: fc.constantFrom('', 'Food', 'Fun', '__proto__'),
  });

  test('suggests only a category of the known rows, with the correct numbers of rows', () => {
    const property = fc.property(fc.array(anyRow, { maxLength: 60 }), anyRow, (known, row) => {
      const suggestion = suggest(known, row);
      if (suggestion === null) return;
      const same = known.filter(({ category }) => category === suggestion.category);
      expect(same.length).toBeGreaterThanOrEqual(suggestion.agreeing);
      expect(suggestion.category).not.toBe('');
      expect(suggestion.alike).toBeGreaterThanOrEqual(3);
      expect(suggestion.agreeing / suggestion.alike).toBeGreaterThanOrEqual(0.95);
    });
    fc.assert(property, { seed: 7, numRuns: 500 });
  });
});

describe('suggestCategory for months that it has not seen', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'is right in 95 % of suggestions and covers 60 % of rows, in generated data (%i)',
    (seed) => {
      const lives = [0, 1, 2, 3, 4].map((at) =>
        evaluateHoldout(spendingLife({ seed: seed * 100 + at, months: 15, purchases: 70 }), '2025-01-01'),
      );
      const [rows, suggested, right] = (['rows', 'suggested', 'right'] as const).map((key) =>
        lives.reduce((sum, life) => sum + life[key], 0),
      ) as [number, number, number];
      expect(right / suggested).toBeGreaterThanOrEqual(0.95);
      expect(suggested / rows).toBeGreaterThanOrEqual(0.6);
    },
  );

  test('is right in 95 % of suggestions and covers 60 % of rows, for the demo bank', async () => {
    const { rows, suggested, right } = evaluateHoldout(await demoLife(1), '2026-01-01');
    expect(rows).toBeGreaterThan(60);
    expect(right / suggested).toBeGreaterThanOrEqual(0.95);
    expect(suggested / rows).toBeGreaterThanOrEqual(0.6);
  });
});
