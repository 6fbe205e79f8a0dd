import { expect, it } from 'vitest';
import type { Amount } from './amount.ts';
import { listedCategories, listedRules } from './mirror-lists.ts';
import type { Rule } from './snapshot.ts';

it('lists categories in sheet order, without blanks, each once', () => {
  expect(listedCategories(['Rent', '', 'Food', ' ', 'Rent', 'rent'])).toEqual(['Rent', 'Food', 'rent']);
});

it('lists rules in sheet order with bounds as text, and leaves out what has no description or category', () => {
  const rule: Rule = { index: 2, description: 'rent', category: 'Home', minAmount: null, maxAmount: null };
  const bounded: Rule = { ...rule, description: 'tea', minAmount: '-5.00' as Amount, maxAmount: '0.00' as Amount };
  expect(listedRules([bounded, { ...rule, description: ' ' }, { ...rule, category: '' }, rule])).toEqual([
    { description: 'tea', category: 'Home', minAmount: '-5.00', maxAmount: '0.00' },
    { description: 'rent', category: 'Home', minAmount: '', maxAmount: '' },
  ]);
});
