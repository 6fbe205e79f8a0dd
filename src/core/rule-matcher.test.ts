import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareAmounts, parseAmount, type Amount } from './amount.ts';
import { checkPattern, compileRules } from './rule-matcher.ts';
import type { Rule } from './snapshot.ts';

const amount = (text: string): Amount => parseAmount(text) as Amount;

function rule(description: string, bounds: { min?: string; max?: string } = {}): Rule {
  return {
    index: 2,
    description,
    category: 'Any',
    minAmount: bounds.min === undefined ? null : amount(bounds.min),
    maxAmount: bounds.max === undefined ? null : amount(bounds.max),
  };
}

function matches(pattern: string, description: string, value = '-1.00'): boolean {
  return compileRules([rule(pattern)]).match(description, amount(value), '') !== null;
}

describe('a pattern', () => {
  test.each([
    ['coffee', 'COFFEE SHOP 12'],
    ['  Coffee ', 'the coffee shop'],
    ['sq *coffee', 'SQ *COFFEE BERLIN'],
    ['uber*eats', 'UBER   *EATS'],
    ['card * berlin', 'Card 1234 Rewe Berlin'],
    ['card * berlin', 'CARD BERLIN'],
    ['amazon  prime', 'AMAZON PRIME'],
    ['amazon prime', 'AMAZON\u00a0 PRIME'],
    ['MÜNCHEN', 'baeckerei mu\u0308nchen'],
    ['ISTANBUL', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ 12'],
    ['*', 'anything'],
    ['*', ''],
    ['/^card \\d{4}\\b/', 'CARD 1234 REWE'],
    ['/rewe|lidl/', 'LIDL SAGT DANKE'],
    ['/MKTP {2}US/', 'Amzn Mktp  US'],
    ['//', 'see http://shop'],
    ['/', 'AC/DC'],
    ['a.c', 'A.C. Milan'],
  ])('%j matches %j', (pattern, description) => {
    expect(matches(pattern, description)).toBe(true);
  });

  test.each([
    ['coffee', 'COFFE SHOP'],
    ['berlin*card', 'Card 1234 Berlin'],
    ['aba*aba', 'ababa'],
    ['amazon prime', 'AMAZONPRIME'],
    ['straße', 'STRASSE'],
    ['/^rewe/', 'CARD REWE'],
    ['a.c', 'abc'],
    ['', 'anything'],
    ['   ', 'any thing'],
    ['/(/', '/(/'],
  ])('%j does not match %j', (pattern, description) => {
    expect(matches(pattern, description)).toBe(false);
  });

  test('runs in linear time where other engines backtrack', () => {
    expect(matches('/(a+)+$/', `${'a'.repeat(50_000)}!`)).toBe(false);
  });
});

describe('the bounds of a rule', () => {
  test.each([
    ['-10.00', true],
    ['-5.00', true],
    ['-7.5', true],
    ['-10.01', false],
    ['-4.99', false],
    ['7.50', false],
  ])('from -10 to -5 include %s: %s', (value, expected) => {
    const matcher = compileRules([rule('*', { min: '-10', max: '-5' })]);
    expect(matcher.match('x', amount(value), '') !== null).toBe(expected);
  });

  test('are exact beyond the precision of floating-point numbers', () => {
    const atLeast = compileRules([rule('*', { min: '9007199254740993.00' })]);
    expect(atLeast.match('x', amount('9007199254740993.00'), '')).not.toBeNull();
    expect(atLeast.match('x', amount('9007199254740992.00'), '')).toBeNull();
    const atMost = compileRules([rule('*', { max: '9007199254740993.00' })]);
    expect(atMost.match('x', amount('9007199254740993.00'), '')).not.toBeNull();
    expect(atMost.match('x', amount('9007199254740993.01'), '')).toBeNull();
  });
});

test('compileRules returns the first matching rule of any kind', () => {
  const rules = [rule('rewe', { max: '-100' }), rule('/rew./'), rule('rewe'), rule('*')];
  const matcher = compileRules(rules);
  expect(matcher.match('REWE', amount('-150'), '')).toBe(rules[0]);
  expect(matcher.match('REWE', amount('-15'), '')).toBe(rules[1]);
  expect(matcher.match('LIDL', amount('-15'), '')).toBe(rules[3]);
});

test('compileRules matches nothing if there are no rules', () => {
  expect(compileRules([]).match('REWE', amount('-1'), '')).toBeNull();
});

test('compileRules distinguishes rules whose long texts have the same prefix', () => {
  const start = 'a very long beginning that many payees of one bank share ';
  const rules = [rule(`${start}one`), rule(`${start}two`)];
  expect(compileRules(rules).match(`${start}two`, amount('-1'), '')).toBe(rules[1]);
});

/** A simple reference implementation: every rule in turn, text only. */
function naiveMatch(rules: readonly Rule[], description: string, value: Amount): Rule | null {
  const fold = (text: string): string =>
    text.toLowerCase().normalize('NFC').replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
  const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  for (const candidate of rules) {
    if (candidate.minAmount !== null && compareAmounts(value, candidate.minAmount) < 0) continue;
    if (candidate.maxAmount !== null && compareAmounts(value, candidate.maxAmount) > 0) continue;
    const pattern = candidate.description.trim();
    if (pattern === '') continue;
    const pieces = fold(pattern)
      .split('*')
      .map((piece) => quote(piece.trim()));
    if (new RegExp(pieces.join('.*'), 's').test(fold(description))) return candidate;
  }
  return null;
}

test('compileRules gives the same result as trying the rules one by one', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'B', 'á', 'ñ', 'σ', 'Σ', ' ', '  ', '*', '.'),
    maxLength: 8,
  });
  const value = fc.constantFrom('-2', '-1.5', '-1', '0', '1').map(amount);
  const anyRule = fc.record({
    index: fc.constant(2),
    description: text,
    category: fc.constant('Any'),
    minAmount: fc.option(value),
    maxAmount: fc.option(value),
  });
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 25 }),
      fc.array(text, { maxLength: 10 }),
      value,
      (rules, descriptions, value) => {
        const matcher = compileRules(rules);
        for (const description of descriptions) {
          expect(matcher.match(description, value, '')).toBe(naiveMatch(rules, description, value));
        }
      },
    ),
    { numRuns: 500 },
  );
});

describe('checkPattern', () => {
  test.each(['coffee', '*', 'sq *', '/a|b/', '/', '//'])('accepts %j', (pattern) => {
    expect(checkPattern(pattern)).toBeNull();
  });

  test.each([
    ['', { reason: 'description', text: '' }],
    [' ', { reason: 'description', text: '' }],
    ['/(/', { reason: 'other', text: 'missing closing ): `(`' }],
  ])('returns the fault of %j', (pattern, fault) => {
    expect(checkPattern(pattern)).toEqual(fault);
  });

  test.each(['/a(?=b)/', '/(?<!a)b/', '/(a)\\1/'])('reports that %j is not supported', (pattern) => {
    expect(checkPattern(pattern)).toMatchObject({ reason: 'lookaround' });
  });
});
