import type { RuleInput, ruleProcedures, RuleTrial } from '../../contract/control/rules.ts';
import { parseAmount } from '../../core/amount.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { findMirrorCategories } from '../../store/mirror.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { mirrorRules } from '../rules/mirror-rules.ts';
import type { MirrorRows } from '../transactions/mirror-rows.ts';

/** Both bring the engine for regular expressions with them, which a start does not need. */
const loadMatching = async () => ({
  ...(await import('../../core/rule-matcher.ts')),
  ...(await import('../../sync/add-rule.ts')),
  ...(await import('../rules/try-rule.ts')),
});

const NOTHING: Omit<RuleTrial, 'problem'> = {
  exists: false,
  matches: 0,
  uncategorised: 0,
  wouldCategorise: 0,
  rows: [],
  earlier: null,
};

export function ruleHandlers(
  { store, sync }: ControlDependencies,
  mirror: MirrorRows,
): Handlers<keyof typeof ruleProcedures> {
  return {
    'rule.list': async ({ accountId }) => {
      requireAccount(store, accountId);
      await sync.freshen(accountId);
      return mirrorRules(store, accountId).map(({ description, category, minAmount, maxAmount }) => ({
        description,
        category,
        minAmount,
        maxAmount,
      }));
    },
    'rule.categories': async ({ accountId }) => {
      requireAccount(store, accountId);
      await sync.freshen(accountId);
      return JSON.parse(findMirrorCategories(store, accountId) ?? '[]') as string[];
    },
    'rule.try': async ({ accountId, rule }, signal) => {
      requireAccount(store, accountId);
      const { checkPattern, requireBounds, tryRule } = await loadMatching();
      try {
        const values = valuesOf(rule);
        requireBounds(values);
        const problem = checkPattern(values.description);
        if (problem !== null) return { ...NOTHING, problem };
        await sync.freshen(accountId);
        const { rows } = await mirror.load(accountId);
        return await tryRule(rows, mirrorRules(store, accountId), values, signal);
      } catch (thrown) {
        if (thrown instanceof PennyrowError && thrown.code === 'input_rule')
          return { ...NOTHING, problem: `${thrown.message} ${thrown.remedy}` };
        throw thrown;
      }
    },
    'rule.add': async ({ accountId, rule, applyToOld = false }) => {
      const account = requireAccount(store, accountId);
      const { checkPattern, requireBounds } = await loadMatching();
      const values = valuesOf(rule);
      requireBounds(values);
      const problem = checkPattern(values.description);
      if (problem !== null)
        throw new PennyrowError(
          'input_rule',
          problem,
          'Correct the description of the rule; docs/guide/rules.md says what it may hold.',
        );
      if (values.category === '')
        throw new PennyrowError('input_rule', 'The rule has no category to give.', 'Name one.');
      if (account.workbook === null)
        throw new PennyrowError(
          'workbook_none',
          `The account “${account.name}” has no workbook yet.`,
          'Connect or make one first; rules live in its Rules sheet.',
        );
      return {
        runId: sync.addRule(accountId, { rule: values, applyToOld }),
        joined: false,
        message: 'The rule is being added.',
      };
    },
  };
}

/** Throws PennyrowError `input_rule` for a bound that is no amount. */
function valuesOf({ description, category, minAmount, maxAmount }: RuleInput): RuleValues {
  return {
    description: description.trim(),
    category: category.trim(),
    minAmount: boundOf(minAmount),
    maxAmount: boundOf(maxAmount),
  };
}

function boundOf(text: string | null | undefined): RuleValues['minAmount'] {
  if (text === null || text === undefined || text.trim() === '') return null;
  const amount = parseAmount(text);
  if (amount === null)
    throw new PennyrowError(
      'input_rule',
      `“${text}” is not an amount.`,
      'Write it with a point and without thousands marks: -1200.50.',
    );
  return amount;
}
