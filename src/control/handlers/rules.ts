import type { RuleInput, ruleProcedures, RuleTrial } from '../../contract/control/rules.ts';
import { parseAmount } from '../../core/amount.ts';
import type { PatternFault } from '../../core/rule-pattern.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError, reportOf } from '../../platform/errors.ts';
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
        requirePattern(checkPattern(values.description));
        await sync.freshen(accountId);
        const { rows } = await mirror.load(accountId);
        return await tryRule(rows, mirrorRules(store, accountId), values, signal);
      } catch (thrown) {
        if (thrown instanceof PennyrowError && thrown.code === 'input_rule')
          return { ...NOTHING, problem: reportOf(thrown) };
        throw thrown;
      }
    },
    'rule.add': async ({ accountId, rule, applyToOld = false }) => {
      const account = requireAccount(store, accountId);
      const { checkPattern, requireBounds } = await loadMatching();
      const values = valuesOf(rule);
      requireBounds(values);
      requirePattern(checkPattern(values.description));
      if (values.category === '') throw inputRule('category');
      if (account.workbook === null) throw new PennyrowError(problem('workbook_none', { account: account.name }));
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
  if (amount === null) throw inputRule('amount', text);
  return amount;
}

function requirePattern(fault: PatternFault | null): void {
  if (fault !== null) throw inputRule(fault.reason, fault.text);
}

function inputRule(reason: ProblemParameters['input_rule']['reason'], text = ''): PennyrowError {
  return new PennyrowError(problem('input_rule', { reason, text, most: '' }));
}
