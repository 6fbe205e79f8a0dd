import type { Rule } from './snapshot.ts';
import type { RuleEdit, RuleValues } from './workbook-change.ts';

/** A rule as a person was shown it, and its place among the rules, from 0. */
export interface ShownRule {
  readonly place: number;
  readonly rule: RuleValues;
}

export function isSameRule(a: RuleValues, b: RuleValues): boolean {
  const isSameText = (['description', 'category'] as const).every((name) => a[name].trim() === b[name].trim());
  return isSameText && a.minAmount === b.minAmount && a.maxAmount === b.maxAmount;
}

export function ruleValuesOf({ description, category, minAmount, maxAmount }: RuleValues): RuleValues {
  return { description, category, minAmount, maxAmount };
}

/**
 * Where among the rules the shown one is now: at its place, or, when lines came or went above it, at the only other place
 * that holds the same. Null when neither is certain.
 */
export function placeOfShown(rules: readonly Rule[], { place, rule }: ShownRule): number | null {
  const there = rules[place];
  if (there !== undefined && isSameRule(there, rule)) return place;
  const same = rules.flatMap((other, index) => (isSameRule(other, rule) ? [index] : []));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** The rules of the lines between two places, both included, each one line on; lines that hold no rule keep their place. */
export function moveRule(rules: readonly Rule[], from: number, to: number): RuleEdit[] {
  const order = [...rules];
  order.splice(to, 0, ...order.splice(from, 1));
  return rules.flatMap((rule, place) => {
    const next = order[place];
    return next === undefined || isSameRule(rule, next)
      ? []
      : [{ row: rule.index, from: ruleValuesOf(rule), to: ruleValuesOf(next) }];
  });
}

/** What a run did to a line of the Rules sheet; `row` is null for a rule that was added below the others. */
export interface DoneRuleEdit extends Omit<RuleEdit, 'row'> {
  readonly row: number | null;
}

/**
 * Takes edits back, wherever their lines are by now. Null when one of the rules is no longer as it was left, or a line
 * that was emptied holds another rule: then none is taken back, for a part of a change of order would double one rule
 * and lose another.
 */
export function reverseRuleEdits(rules: readonly Rule[], edits: readonly DoneRuleEdit[]): RuleEdit[] | null {
  const free = new Map(rules.map((rule) => [rule.index, rule]));
  const reversed: RuleEdit[] = [];
  const emptied: { readonly row: number; readonly from: RuleValues | null }[] = [];
  for (const { row, from, to } of edits) {
    if (to === null) {
      if (row !== null) emptied.push({ row, from });
      continue;
    }
    const there = row === null ? undefined : free.get(row);
    const found =
      there !== undefined && isSameRule(there, to)
        ? there
        : [...free.values()].findLast((rule) => isSameRule(rule, to));
    if (found === undefined) return null;
    free.delete(found.index);
    reversed.push({ row: found.index, from: to, to: from });
  }
  for (const { row, from } of emptied) {
    if (rules.some(({ index }) => index === row)) return null;
    reversed.push({ row, from: null, to: from });
  }
  return reversed;
}
