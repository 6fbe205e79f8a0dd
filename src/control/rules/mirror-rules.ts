import type { Amount } from '../../core/amount.ts';
import type { ListedRule } from '../../core/mirror-text.ts';
import type { Rule } from '../../core/snapshot.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorCategories, findMirrorRules } from '../../store/mirror.ts';

/** `index` is the position in the list of rules, because the mirror (the cached sheet) does not store row numbers of rules. */
export function mirrorRules(store: Reader, accountId: string): Rule[] {
  return (findMirrorRules(store, accountId) ?? []).map(toRule);
}

export function mirrorCategories(store: Reader, accountId: string): string[] {
  return JSON.parse(findMirrorCategories(store, accountId) ?? '[]') as string[];
}

function toRule(rule: ListedRule, place: number): Rule {
  return { ...rule, index: place, minAmount: bound(rule.minAmount), maxAmount: bound(rule.maxAmount) };
}

function bound(text: string): Amount | null {
  return text === '' ? null : (text as Amount);
}
