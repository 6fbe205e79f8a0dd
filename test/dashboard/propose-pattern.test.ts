import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRules } from '../../src/core/rule-matcher.ts';
import type { Amount } from '../../src/core/amount.ts';
import { proposePattern } from '../../renderer/pages/rules/propose-pattern.ts';

test.each([
  ['Green Grocer', 'Green Grocer'],
  ['AMZN Mktp US*2K4 12/03/2026', 'AMZN Mktp'],
  ['ACME GmbH Salary 01/2026 Ref 99812', 'ACME GmbH Salary * Ref'],
  ['Card 1234 Corner Coffee 12 Mar 2026 Berlin', 'Card * Corner Coffee * Berlin'],
  ['7-Eleven', '-Eleven'],
  ['DE89370400440532013000 Miete', 'Miete'],
  ['4711', '4711'],
  ['/weird/', 'weird/'],
  ['/ / #*# /', '#*# /'],
])('the pattern proposed for %j is %j', (description, pattern) => {
  expect(proposePattern(description)).toBe(pattern);
});

test('a proposed pattern matches the text that it was made from', () => {
  const part = fc.oneof(
    fc.stringMatching(/^[A-Za-zäöü.*-]{1,9}$/),
    fc.stringMatching(/^[0-9/.:]{1,8}$/),
    fc.stringMatching(/^[A-Z0-9*#-]{1,10}$/),
    fc.constantFrom('Mar', 'Dez.', '/', '*'),
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 7 }), (parts) => {
      const description = parts.join(' ');
      const rule = {
        index: 2,
        description: proposePattern(description),
        category: 'x',
        minAmount: null,
        maxAmount: null,
      };
      expect(compileRules([rule]).match(description, '1.00' as Amount, '')).toBe(rule);
    }),
  );
});
