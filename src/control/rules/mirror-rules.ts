import type { Amount } from '../../core/amount.ts';
import type { ListedRule } from '../../core/mirror-text.ts';
import type { Rule } from '../../core/snapshot.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorRules } from '../../store/mirror.ts';

/** `index` counts in the order of the sheet, because the mirror does not store row numbers. */
export function mirrorRules(store: Reader, accountId: string): Rule[] {
  return (JSON.parse(findMirrorRules(store, accountId) ?? '[]') as ListedRule[]).map(toRule);
}

function toRule({ description, category, minAmount, maxAmount }: ListedRule, place: number): Rule {
  return { index: place, description, category, minAmount: bound(minAmount), maxAmount: bound(maxAmount) };
}

function bound(text: string): Amount | null {
  return text === '' ? null : (text as Amount);
}
