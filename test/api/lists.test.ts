import { describe, expect, it } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { Rule } from '../../src/core/snapshot.ts';
import { apiService } from '../support/api-service.ts';

describe('GET /api/v2/categories', () => {
  it('returns the names in sheet order, without blanks and duplicates', async () => {
    const { call, show, token } = await apiService();
    show({ categories: ['Rent', '', 'Äpfel & "Obst"', 'Rent', '   '] });
    const { status, body } = await call('GET', '/api/v2/categories', { token: token(['read']) });
    expect([status, body]).toEqual([200, { categories: ['Rent', 'Äpfel & "Obst"'] }]);
  });

  it('returns an empty list for an empty sheet', async () => {
    const { call, token } = await apiService();
    expect((await call('GET', '/api/v2/categories', { token: token(['read']) })).body).toEqual({ categories: [] });
  });
});

describe('GET /api/v2/rules', () => {
  const rule: Rule = { index: 2, description: 'rent', category: 'Home', minAmount: null, maxAmount: null };

  it('returns the rules in sheet order, with bounds as plain decimals or empty', async () => {
    const { call, show, token } = await apiService();
    show({ rules: [{ ...rule, description: 'tea', minAmount: '-5.00' as Amount, maxAmount: '0.00' as Amount }, rule] });
    const { status, body } = await call('GET', '/api/v2/rules', { token: token(['read']) });
    expect([status, body]).toEqual([
      200,
      {
        rules: [
          { description: 'tea', category: 'Home', minAmount: '-5.00', maxAmount: '0.00' },
          { description: 'rent', category: 'Home', minAmount: '', maxAmount: '' },
        ],
      },
    ]);
  });

  it('leaves out a rule without description or category', async () => {
    const { call, show, token } = await apiService();
    show({
      rules: [
        { ...rule, description: '' },
        { ...rule, category: '' },
      ],
    });
    expect((await call('GET', '/api/v2/rules', { token: token(['read']) })).body).toEqual({ rules: [] });
  });
});
