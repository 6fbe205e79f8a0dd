import type { Input } from '../../contract/control/index.ts';
import type { RuleInput, RuleTrial, ShownRuleInput } from '../../contract/control/rules.ts';
import type { StartedRun } from '../../contract/control/runs.ts';
import { parseAmount } from '../../core/amount.ts';
import { ruleValuesOf, type ShownRule } from '../../core/rule-edits.ts';
import type { PatternFault } from '../../core/rule-matcher.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { createError, hasCode, type PennyrowError, reportOf } from '../../platform/errors.ts';
import type { RulesChange } from '../../sync/use-cases/change-rules.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireMirror, startedRun } from '../handler.ts';
import { mirrorCategories, mirrorRules } from '../rules/mirror-rules.ts';
import type { HeadCell, HeadLine } from '../../workbooks/workbook.ts';
import type { MirrorRows } from '../transactions/mirror-rows.ts';
import { withWorkbook } from '../workbook/additions.ts';
import { requireWorkbook } from '../../store/accounts.ts';

type Change = Input<'rule.add'>;

/** Imported on first use, because these modules load a large regular expression engine. */
const loadMatching = async () => ({
  ...(await import('../../core/rule-matcher.ts')),
  ...(await import('../../sync/use-cases/change-rules.ts')),
  ...(await import('../rules/try-rules.ts')),
});

const NOTHING: Omit<RuleTrial, 'problem'> = {
  exists: false,
  isEverything: false,
  matches: 0,
  uncategorised: 0,
  wouldCategorise: 0,
  rows: [],
  earlier: null,
};

export function ruleHandlers({ store, sync, workbooks }: Collaborators, mirror: MirrorRows): Handlers<'rules'> {
  function change(accountId: string, requestedChange: RulesChange): StartedRun {
    requireWorkbook(store, accountId);
    return startedRun(sync.changeRules(accountId, requestedChange));
  }

  async function rowsAndRules(accountId: string) {
    await requireMirror(store, sync, accountId);
    const { rows } = await mirror.load(accountId);
    return { rows, rules: mirrorRules(store, accountId) };
  }

  return {
    'rule.list': async ({ accountId }) => {
      await sync.freshen(accountId);
      return mirrorRules(store, accountId).map(ruleValuesOf);
    },
    'rule.review': async ({ accountId }, signal) => {
      const { reviewRules } = await loadMatching();
      const { rows, rules } = await rowsAndRules(accountId);
      return reviewRules(rows, rules, signal);
    },
    'rule.categories': async ({ accountId }) => {
      await sync.freshen(accountId);
      return mirrorCategories(store, accountId);
    },
    'rule.try': async ({ accountId, rule, replaces }, signal) => {
      const { checkPattern, requireBounds, tryRule } = await loadMatching();
      try {
        const values = valuesOf(rule);
        requireBounds(values);
        requirePattern(checkPattern(values.description));
        await sync.freshen(accountId);
        const { rows } = await mirror.load(accountId);
        return await tryRule(rows, mirrorRules(store, accountId), values, replaces, signal);
      } catch (thrown) {
        if (!hasCode(thrown, 'input_rule')) throw thrown;
        return { ...NOTHING, problem: reportOf(thrown) };
      }
    },
    'rule.add': async ({ accountId, applyToOld = false, ...typed }) =>
      change(accountId, { kind: 'add', rule: await usableRule(typed), applyToOld }),
    'rule.edit': async ({ accountId, shown, applyToOld = false, ...typed }) =>
      change(accountId, { kind: 'edit', shown: toShown(shown), rule: await usableRule(typed), applyToOld }),
    'rule.import': async ({ accountId }, signal) => {
      const account = requireWorkbook(store, accountId);
      const { convertAutoCat, readAutoCat } = await import('../../core/autocat.ts');
      const heads = await withWorkbook(workbooks.open, account, (workbook) => workbook.heads(signal, AUTOCAT));
      const sheet = heads.find(({ name }) => name === AUTOCAT);
      const lines = sheet === undefined ? null : readAutoCat(sheet.lines.map(textsOf));
      if (lines === null) throw createError('rule_import_none', {});
      return change(accountId, { kind: 'import', converted: convertAutoCat(lines) });
    },
    'rule.delete': ({ accountId, shown }) => change(accountId, { kind: 'delete', shown: toShown(shown) }),
    'rule.move': ({ accountId, shown, to }) =>
      change(accountId, { kind: 'move', shown: toShown(shown), to: toShown(to) }),
    'rule.previewApply': async ({ accountId }, signal) => {
      const { previewRules } = await loadMatching();
      const { rows, rules } = await rowsAndRules(accountId);
      return previewRules(rows, rules, signal);
    },
    'rule.apply': ({ accountId }) => {
      requireWorkbook(store, accountId);
      return startedRun(sync.applyRules(accountId));
    },
  };
}

export async function usableRule({ rule, everyTransaction = false }: Pick<Change, 'rule' | 'everyTransaction'>) {
  const { checkPattern, fitsEverything, requireBounds } = await loadMatching();
  const values = valuesOf(rule);
  requireBounds(values);
  requirePattern(checkPattern(values.description));
  if (values.category === '') throw inputRule('category');
  if (fitsEverything(values) && !everyTransaction)
    throw createError('input_rule_everything', { description: values.description });
  return values;
}

const AUTOCAT = 'AutoCat';

/** The texts of the cells by position. A cell with the number 1200 gives "1200", even if it shows "$1,200". */
function textsOf({ row, cells }: HeadLine) {
  const text = (cell: HeadCell): string =>
    cell.value !== undefined && 'number' in cell.value ? String(cell.value.number) : cell.text;
  return { row, texts: new Map(cells.map((cell) => [cell.position, text(cell)])) };
}

function toShown({ place, rule }: ShownRuleInput): ShownRule {
  return { place, rule: valuesOf(rule) };
}

function valuesOf({ description, category, minAmount, maxAmount, account = '', renameTo = '' }: RuleInput): RuleValues {
  return {
    description: description.trim(),
    category: category.trim(),
    minAmount: boundOf(minAmount),
    maxAmount: boundOf(maxAmount),
    ...(account.trim() !== '' && { account: account.trim() }),
    ...(renameTo.trim() !== '' && { renameTo: renameTo.trim() }),
  };
}

function boundOf(text: string | null | undefined): RuleValues['minAmount'] {
  if (text === null || text === undefined || text.trim() === '') return null;
  const amount = parseAmount(text);
  if (amount === null) throw inputRule('amount', text);
  return amount;
}

function requirePattern(fault: PatternFault | null): void {
  if (fault !== null) throw inputRule(fault.reason, fault.text);
}

function inputRule(reason: ProblemParameters['input_rule']['reason'], text = ''): PennyrowError {
  return createError('input_rule', { reason, text, most: '' });
}
