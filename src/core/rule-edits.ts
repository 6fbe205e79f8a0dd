import type { Rule } from './snapshot.ts';
import type { RuleEdit, RuleValues } from './workbook-change.ts';

export interface ShownRule {
  readonly place: number;
  readonly rule: RuleValues;
}

export function isSameRule(a: RuleValues, b: RuleValues): boolean {
  const isSameText = RULE_TEXTS.every((name) => (a[name] ?? '').trim() === (b[name] ?? '').trim());
  return isSameText && a.minAmount === b.minAmount && a.maxAmount === b.maxAmount;
}

const RULE_TEXTS = ['description', 'category', 'account', 'renameTo'] as const;

export function ruleValuesOf({ index: _index, ...values }: Rule): RuleValues {
  return values;
}

/** The current position of a rule that a page shows: `place` if the rule is still there, else that of the only equal rule, else null. */
export function placeOfShown(rules: readonly Rule[], { place, rule }: ShownRule): number | null {
  const there = rules[place];
  if (there !== undefined && isSameRule(there, rule)) return place;
  const same = rules.flatMap((other, index) => (isSameRule(other, rule) ? [index] : []));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** Shifts the rules between the two positions. Lines without a rule stay where they are. */
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

export interface DoneRuleEdit extends Omit<RuleEdit, 'row'> {
  readonly row: number | null;
}

/** Null if a rule has changed since the edits, because reverting only a part of a reordering would lose a rule. */
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
