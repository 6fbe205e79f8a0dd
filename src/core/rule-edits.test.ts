import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount } from './amount.ts';
import { moveRule, placeOfShown, reverseRuleEdits } from './rule-edits.ts';
import type { Rule } from './snapshot.ts';
import type { RuleEdit } from './workbook-change.ts';

function rule(index: number, description: string, more: Partial<Rule> = {}): Rule {
  return { index, description, category: 'Food', minAmount: null, maxAmount: null, ...more };
}

function applied(rules: readonly Rule[], edits: readonly RuleEdit[]): Rule[] {
  const lines = new Map(rules.map((each) => [each.index, each]));
  for (const { row, to } of edits) {
    if (to === null) lines.delete(row);
    else lines.set(row, { ...to, index: row });
  }
  return [...lines.values()].sort((a, b) => a.index - b.index);
}

const names = (rules: readonly Rule[]): string[] => rules.map(({ description }) => description);

test('moveRule moves a rule to the given place and keeps lines without a rule', () => {
  const rules = [rule(2, 'a'), rule(3, 'b'), rule(6, 'c'), rule(7, 'd')];
  const after = applied(rules, moveRule(rules, 0, 2));
  expect(names(after)).toEqual(['b', 'c', 'a', 'd']);
  expect(after.map(({ index }) => index)).toEqual([2, 3, 6, 7]);
});

test('placeOfShown finds a rule at its position, or elsewhere if only one rule is equal', () => {
  const rules = [rule(2, 'a'), rule(3, 'b'), rule(4, 'a')];
  expect(placeOfShown(rules, { place: 2, rule: rule(0, 'a') })).toBe(2);
  expect(placeOfShown(rules, { place: 0, rule: rule(0, 'b') })).toBe(1);
  expect(placeOfShown(rules, { place: 1, rule: rule(0, 'a') })).toBeNull();
  expect(placeOfShown(rules, { place: 0, rule: rule(0, 'a', { minAmount: '1.00' as Amount }) })).toBeNull();
});

test('reverseRuleEdits reverts any move, even after lines were inserted above', () => {
  const distinct = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 3 }).filter((text) => text.trim() !== ''),
    {
      minLength: 2,
      maxLength: 12,
      selector: (text) => text.trim(),
    },
  );
  fc.assert(
    fc.property(distinct, fc.nat(), fc.nat(), fc.nat(3), (texts, from, to, shift) => {
      const rules = texts.map((text, place) => rule(2 + place, text));
      const done = moveRule(rules, from % rules.length, to % rules.length);
      const since = applied(rules, done).map((each) => ({ ...each, index: each.index + shift }));
      const back = reverseRuleEdits(since, done);
      expect(names(applied(since, back ?? []))).toEqual(texts);
    }),
  );
});

test('reverseRuleEdits reverts nothing if one of the edited rules has changed since', () => {
  const rules = [rule(2, 'a'), rule(3, 'b')];
  const done = moveRule(rules, 0, 1);
  expect(reverseRuleEdits([rule(2, 'b'), rule(3, 'a, and more')], done)).toBeNull();
});

test('reverseRuleEdits restores a deleted rule unless its line has another rule', () => {
  const done = [{ row: 2, from: rule(0, 'a'), to: null }];
  expect(reverseRuleEdits([rule(3, 'b')], done)).toEqual([{ row: 2, from: null, to: rule(0, 'a') }]);
  expect(reverseRuleEdits([rule(2, 'c'), rule(3, 'b')], done)).toBeNull();
});

test('reverseRuleEdits reverts an added rule by removing the last of several equal rules', () => {
  const done = [{ row: null, from: null, to: rule(0, 'a') }];
  expect(reverseRuleEdits([rule(2, 'a'), rule(4, 'a')], done)).toMatchObject([{ row: 4, to: null }]);
});
