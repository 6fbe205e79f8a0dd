import { expect, test } from 'vitest';
import { describe } from './bank-texts.ts';

test.each([
  [['Corner Shop', 'CARD 4711', null], 'Corner Shop - CARD 4711', { payee: 'Corner Shop', notes: 'CARD 4711' }],
  [
    ['Corner Shop', 'CORNER-SHOP #12', 'tea'],
    'CORNER-SHOP #12 - tea',
    { payee: 'Corner Shop', notes: 'CORNER-SHOP #12 - tea' },
  ],
  [['Corner Shop #12', 'Corner shop'], 'Corner Shop #12', undefined],
  [[null, 'Corner Shop', 'tea'], 'Corner Shop - tea', undefined],
  [['Corner Shop', ' ', null], 'Corner Shop', undefined],
  [[null, null], 'No description', undefined],
] as const)(
  'describe joins %j to “%s”, and returns payee and notes separately if they differ',
  ([payee, ...others], description, parts) => {
    expect(describe(payee, ...others)).toEqual({ description, ...(parts !== undefined && { parts }) });
  },
);
