import type { Command } from 'commander';
import type { ControlClient } from '../../contract/control/index.ts';
import type { RuleInput, ShownRuleInput } from '../../contract/control/rules.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, withAccount } from '../command-action.ts';
import { requireConfirmation } from '../prompt.ts';
import { wholeNumber } from '../options.ts';
import { followRun } from '../follow-run.ts';
import { withStaleWarning } from '../stale-warning.ts';
import { text } from '../locale.ts';
import { answer } from '../output/print.ts';
import { appliedText, reviewText, ruleTable, trialText } from '../output/rule-text.ts';

/** More rules than a sheet can contain, to list all of them. */
const MAX_RULES = 999_999;

interface RuleOptions {
  readonly min?: string;
  readonly max?: string;
  readonly bankAccount?: string;
  readonly renameTo?: string;
}

interface ChangeOptions extends RuleOptions {
  readonly applyToOld?: boolean;
  readonly everyTransaction?: boolean;
}

export function ruleCommands(rules: Command): void {
  const strings = text().rule;
  addCommand(rules, 'list', text().option.list, ['pennyrow rule list']).action(
    withAccount(async (control, accountId, options) => {
      const list = await withStaleWarning(control, accountId, options, control.call('rule.list', { accountId }));
      return answer(list, (screen) => (list.length === 0 ? strings.none : ruleTable(screen, list)));
    }),
  );
  const trials = ['pennyrow rule try coffee', "pennyrow rule try 'acme*salary' Salary --min 0"];
  withBounds(addCommand(rules, 'try', strings.try, trials))
    .argument('<text>', strings.text)
    .argument('[category]', strings.category)
    .action(
      withAccount<RuleOptions, [string, string | undefined]>(
        async (control, accountId, options, description, category = '') => {
          const call = control.call('rule.try', { accountId, rule: ruleOf(description, category, options) });
          const trial = await withStaleWarning(control, accountId, options, call);
          const fault = trial.problem === null ? null : `${trial.problem.message} ${trial.problem.remedy ?? ''}`.trim();
          return answer({ ...trial, problem: fault }, (screen) => trialText(screen, trial));
        },
      ),
    );
  addCommand(rules, 'check', strings.check, ['pennyrow rule check']).action(
    withAccount(async (control, accountId, options) =>
      answer(
        await withStaleWarning(control, accountId, options, control.call('rule.review', { accountId })),
        reviewText,
      ),
    ),
  );
  const additions = [
    'pennyrow rule add coffee Coffee',
    'pennyrow rule add rent Rent --min -2000 --max -500 --apply-to-old',
  ];
  withChange(addCommand(rules, 'add', strings.add, additions))
    .argument('<text>', strings.text)
    .argument('<category>', strings.category)
    .action(
      withAccount<ChangeOptions, [string, string]>(async (control, accountId, options, description, category) => {
        const rule = ruleOf(description, category, options);
        return followRun(control, () => control.call('rule.add', { accountId, rule, ...confirmed(options) }));
      }),
    );
  const edits = ['pennyrow rule edit 3 coffee Coffee --max 0', "pennyrow rule edit 3 coffee Coffee --max ''"];
  withChange(addCommand(rules, 'edit', strings.edit, edits))
    .argument('<number>', strings.number, wholeNumber(1, MAX_RULES))
    .argument('<text>', strings.text)
    .argument('<category>', strings.category)
    .action(
      withAccount<ChangeOptions, [number, string, string]>(
        async (control, accountId, options, number, description, category) => {
          const shown = await findRule(control, accountId, number);
          const rule = ruleOf(description, category, options, shown.rule);
          return followRun(control, () => control.call('rule.edit', { accountId, shown, rule, ...confirmed(options) }));
        },
      ),
    );
  addCommand(rules, 'delete', strings.delete, ['pennyrow rule delete 3'])
    .argument('<number>', strings.number, wholeNumber(1, MAX_RULES))
    .action(
      withAccount<object, [number]>(async (control, accountId, _options, number) => {
        const shown = await findRule(control, accountId, number);
        return followRun(control, () => control.call('rule.delete', { accountId, shown }));
      }),
    );
  addCommand(rules, 'move', strings.move, ['pennyrow rule move 5 1'])
    .argument('<number>', strings.number, wholeNumber(1, MAX_RULES))
    .argument('<to>', strings.to, wholeNumber(1, MAX_RULES))
    .action(
      withAccount<object, [number, number]>(async (control, accountId, _options, number, target) => {
        const shown = await findRule(control, accountId, number);
        const to = await findRule(control, accountId, target);
        return followRun(control, () => control.call('rule.move', { accountId, shown, to }));
      }),
    );
  addCommand(rules, 'import', strings.import, ['pennyrow rule import']).action(
    withAccount((control, accountId) => followRun(control, () => control.call('rule.import', { accountId }))),
  );
  addCommand(rules, 'apply', strings.apply, ['pennyrow rule apply --dry-run', 'pennyrow rule apply --yes'])
    .option('--dry-run', text().option.dryRun)
    .option('--yes', text().option.yes)
    .action(
      withAccount<{ dryRun?: boolean; yes?: boolean }>(async (control, accountId, { dryRun = false, yes, json }) => {
        if (!dryRun) {
          if (yes !== true) {
            const { count } = await control.call('rule.previewApply', { accountId });
            await requireConfirmation({ action: 'categorize', count }, { json });
          }
          return followRun(control, () => control.call('rule.apply', { accountId }));
        }
        const preview = control.call('rule.previewApply', { accountId });
        return answer(await withStaleWarning(control, accountId, { json }, preview), appliedText);
      }),
    );
}

function withChange(command: Command): Command {
  const strings = text().rule;
  return withBounds(command)
    .option('--rename-to <payee>', strings.renameTo)
    .option('--apply-to-old', strings.applyToOld)
    .option('--every-transaction', strings.everyTransaction);
}

function confirmed({ applyToOld = false, everyTransaction = false }: ChangeOptions) {
  return { applyToOld, everyTransaction };
}

async function findRule(control: ControlClient, accountId: string, place: number): Promise<ShownRuleInput> {
  const rules = await control.call('rule.list', { accountId });
  const rule = rules[place - 1];
  if (rule === undefined) throw createError('input_rule_place', { place, count: rules.length });
  return { place: place - 1, rule };
}

function withBounds(command: Command): Command {
  const strings = text().rule;
  return command
    .option('--min <amount>', strings.min)
    .option('--max <amount>', strings.max)
    .option('--bank-account <name>', strings.bankAccount);
}

function ruleOf(
  description: string,
  category: string,
  { min, max, bankAccount, renameTo }: RuleOptions,
  before: Omit<RuleInput, 'description' | 'category'> = {},
): RuleInput {
  return {
    description,
    category,
    minAmount: (min ?? before.minAmount) || null,
    maxAmount: (max ?? before.maxAmount) || null,
    account: bankAccount ?? before.account,
    renameTo: renameTo ?? before.renameTo,
  };
}
