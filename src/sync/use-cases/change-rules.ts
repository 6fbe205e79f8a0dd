import { amountToNumber, type Amount } from '../../core/amount.ts';
import type { ConvertedRules } from '../../core/autocat.ts';
import { isSameRule, moveRule, placeOfShown, ruleValuesOf, type ShownRule } from '../../core/rule-edits.ts';
import { compileRules } from '../../core/rule-matcher.ts';
import type { RunItem } from '../../core/run.ts';
import type { Rule } from '../../core/snapshot.ts';
import type { RuleEdit, RuleValues } from '../../core/workbook-change.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import { categoryWork, requireCategoryColumn, type CategorisedRow } from './categories.ts';
import type { Recall, SheetPart } from './context.ts';
import type { Selection } from './find-rows.ts';
import { createWork, runMessage, type Work } from '../runs/work.ts';

/** `applyToOld`: existing rows without a category get the category of the rule, unless an earlier rule matches. */
export type RulesChange =
  | { readonly kind: 'add'; readonly rule: RuleValues; readonly applyToOld: boolean }
  | { readonly kind: 'edit'; readonly shown: ShownRule; readonly rule: RuleValues; readonly applyToOld: boolean }
  | { readonly kind: 'import'; readonly converted: ConvertedRules }
  | { readonly kind: 'delete'; readonly shown: ShownRule }
  | { readonly kind: 'move'; readonly shown: ShownRule; readonly to: ShownRule };

export function selectForChange(change: RulesChange, renamed: BankTexts): Selection {
  return 'applyToOld' in change && change.applyToOld ? selectForRules([change.rule], renamed) : { ids: [] };
}

/** By transaction id: the bank's text of rows whose payee a rule replaced. Rules match the bank's text, not the new payee. */
type BankTexts = ReadonlyMap<string, string>;

export function selectForRules(rules: readonly RuleValues[], renamed: BankTexts): Selection {
  const matcher = compileRules(rules.map((rule) => ({ ...rule, index: 0 })));
  return {
    ids: [],
    isWanted: ({ sheet_description: description, amount, bank_account_identifier: account }, id) =>
      amount !== '' && matcher.match(renamed.get(id) ?? description, amount as Amount, account) !== null,
  };
}

/** Throws PennyrowError `workbook_rules_changed`, `input_rule_exists` or `workbook_category_none`. */
export function planChangeRules(sheet: SheetPart, recall: Recall, renamed: BankTexts, change: RulesChange): Work {
  const { rules } = sheet;
  switch (change.kind) {
    case 'add': {
      const { rule } = change;
      requireNew(rules, rule);
      const added: Rule = { ...rule, index: 0 };
      return toWork({
        rules: [rule],
        summary: problem('rule_added', nameOf(rule)),
        fills: fillsOf({ ...sheet, rules: [...rules, added] }, recall, renamed, change.applyToOld ? added : null),
      });
    }
    case 'edit': {
      const { rule } = change;
      const place = requireShown(rules, change.shown);
      const before = rules[place] as Rule;
      requireNew(rules.toSpliced(place, 1), rule);
      const edited: Rule = { ...rule, index: before.index };
      return toWork({
        edits: isSameRule(before, rule) ? [] : [{ row: before.index, from: ruleValuesOf(before), to: rule }],
        summary: problem('rule_changed', nameOf(rule)),
        fills: fillsOf(
          { ...sheet, rules: rules.with(place, edited) },
          recall,
          renamed,
          change.applyToOld ? edited : null,
        ),
      });
    }
    case 'import': {
      const { rules: convertedRules, unconverted } = change.converted;
      const added = convertedRules.filter(
        (rule, place) => ![...rules, ...convertedRules.slice(0, place)].some((other) => isSameRule(other, rule)),
      );
      return toWork({
        rules: added,
        summary: problem('rules_imported', { count: added.length, known: convertedRules.length - added.length }),
        notices: unconverted.map(({ row, reason, columns }) => problem('rule_import_line', { row, reason, columns })),
      });
    }
    case 'delete': {
      const rule = rules[requireShown(rules, change.shown)] as Rule;
      return toWork({
        edits: [{ row: rule.index, from: ruleValuesOf(rule), to: null }],
        summary: problem('rule_deleted', nameOf(rule)),
      });
    }
    case 'move': {
      const [from, to] = [requireShown(rules, change.shown), requireShown(rules, change.to)];
      return toWork({
        edits: moveRule(rules, from, to),
        summary: problem('rule_moved', { ...nameOf(change.shown.rule), place: to + 1 }),
      });
    }
  }
}

/** Throws PennyrowError `input_rule` if the bounds exclude every amount. */
export function requireBounds({ minAmount, maxAmount }: Pick<RuleValues, 'minAmount' | 'maxAmount'>): void {
  if (minAmount === null || maxAmount === null || amountToNumber(minAmount) <= amountToNumber(maxAmount)) return;
  throw createError('input_rule', { reason: 'bounds', text: minAmount, most: maxAmount });
}

function requireShown(rules: readonly Rule[], shown: ShownRule): number {
  const place = placeOfShown(rules, shown);
  if (place === null) throw createError('workbook_rules_changed', { description: shown.rule.description });
  return place;
}

function requireNew(others: readonly Rule[], rule: RuleValues): void {
  if (others.some((other) => isSameRule(other, rule))) throw createError('input_rule_exists', nameOf(rule));
}

function nameOf({ description, category }: RuleValues): Pick<RuleValues, 'description' | 'category'> {
  return { description, category };
}

type Fills = Pick<Work, 'updates' | 'memory' | 'items'>;

const NO_FILLS: Fills = { updates: [], memory: [], items: [] };

function fillsOf(sheet: SheetPart, recall: Recall, renamed: BankTexts, only: Rule | null): Fills {
  if (only === null) return NO_FILLS;
  requireCategoryColumn(sheet);
  return categoryWork(
    rowsForRules(sheet, renamed, (rule) => rule === only),
    recall,
    'rules',
  );
}

interface Changes {
  readonly rules?: readonly RuleValues[];
  readonly edits?: readonly RuleEdit[];
  readonly fills?: Fills;
  readonly summary: Problem;
  readonly notices?: readonly Problem[];
}

function toWork({ rules = [], edits = [], fills = NO_FILLS, summary, notices }: Changes): Work {
  const items: RunItem[] = [
    ...rules.map((rule): RunItem => ({ kind: 'rule', row: null, from: null, to: rule })),
    ...edits.map((edit): RunItem => ({ kind: 'rule', ...edit })),
  ];
  const changed = rules.length + edits.length;
  return createWork(
    { updates: fills.updates, rules, ruleEdits: edits, memory: fills.memory, items: [...items, ...fills.items] },
    {
      counts: { updated: fills.updates.length, ...(changed > 0 && { rules: changed }) },
      messages: [
        ...(changed === 0 && notices === undefined ? [] : [runMessage('info', summary)]),
        ...(notices ?? []).map((notice) => runMessage('warning', notice)),
      ],
    },
  );
}

/** Returns each row that has no category and matches a rule, with the category of the first matching rule. */
function rowsForRules(
  { rules, rows }: SheetPart,
  renamed: BankTexts,
  isIncluded: (rule: Rule) => boolean = () => true,
): CategorisedRow[] {
  const matcher = compileRules(rules);
  return rows.flatMap(({ row, id }) => {
    if (row.category.trim() !== '' || row.date === null || row.amount === null) return [];
    const rule = matcher.match(renamed.get(id) ?? row.description, row.amount, row.account || row.accountId);
    return rule === null || !isIncluded(rule) ? [] : [{ row, id, category: rule.category }];
  });
}

/** Throws PennyrowError `workbook_category_none`. */
export function planApplyRules(sheet: SheetPart, recall: Recall, renamed: BankTexts): Work {
  requireCategoryColumn(sheet);
  const rows = rowsForRules(sheet, renamed);
  return createWork(categoryWork(rows, recall, 'rules'), { counts: { updated: rows.length } });
}
