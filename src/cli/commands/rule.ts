import { Option, type Command } from 'commander';
import type { ControlClient } from '../../contract/control/index.ts';
import type { RuleInput, ShownRuleInput } from '../../contract/control/rules.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { requireConfirmation } from '../asker.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { followRun } from '../follow-run.ts';
import { fromMirror } from '../from-mirror.ts';
import { wholeNumber } from '../option-values.ts';
import { appliedText, reviewText, ruleTable, trialText } from '../output/rules-text.ts';
import { text } from '../speech.ts';

/** More than a sheet of rules has lines. */
const MOST_RULES = 999_999;

interface RuleOptions extends AccountOption {
  readonly min?: string;
  readonly max?: string;
}

interface ChangeOptions extends RuleOptions {
  readonly applyToOld?: boolean;
  readonly everyTransaction?: boolean;
}

interface ApplyOptions extends AccountOption {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function ruleCommands(rules: Command): void {
  const say = text().rule;
  rules
    .command('list')
    .description(say.list)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow rule list'))
    .action(
      answering<AccountOption>(async (control, { account, json }) => {
        const { id: accountId } = await chooseAccount(control, account);
        const list = await fromMirror(control, accountId, { json }, control.call('rule.list', { accountId }));
        return {
          value: list,
          text: (screen) => (list.length === 0 ? say.none : ruleTable(screen, list)),
        };
      }),
    );
  withBounds(rules.command('try'))
    .description(say.try)
    .argument('<text>', say.text)
    .argument('[category]', say.would)
    .addHelpText('after', examples('pennyrow rule try coffee', "pennyrow rule try 'acme*salary' Salary --min 0"))
    .action(
      answering<RuleOptions, [string, string | undefined]>(async (control, options, description, category = '') => {
        const { id: accountId } = await chooseAccount(control, options.account);
        const trial = await fromMirror(
          control,
          accountId,
          options,
          control.call('rule.try', { accountId, rule: ruleOf(description, category, options) }),
        );
        const fault = trial.problem === null ? null : `${trial.problem.message} ${trial.problem.remedy ?? ''}`.trim();
        return { value: { ...trial, problem: fault }, text: (screen) => trialText(screen, trial) };
      }),
    );
  rules
    .command('check')
    .description(say.check)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow rule check'))
    .action(
      answering<AccountOption>(async (control, { account, json }) => {
        const { id: accountId } = await chooseAccount(control, account);
        const review = await fromMirror(control, accountId, { json }, control.call('rule.review', { accountId }));
        return { value: review, text: (screen) => reviewText(screen, review) };
      }),
    );
  withChange(rules.command('add'))
    .description(say.add)
    .argument('<text>', say.text)
    .argument('<category>', say.category)
    .addHelpText(
      'after',
      examples('pennyrow rule add coffee Coffee', 'pennyrow rule add rent Rent --min -2000 --max -500 --apply-to-old'),
    )
    .action(
      answering<ChangeOptions, [string, string]>(async (control, options, description, category) => {
        const { id: accountId } = await chooseAccount(control, options.account);
        const rule = ruleOf(description, category, options);
        return followRun(control, () => control.call('rule.add', { accountId, rule, ...confirmed(options) }));
      }),
    );
  withChange(rules.command('edit'))
    .description(say.edit)
    .argument('<number>', say.number, wholeNumber(1, MOST_RULES))
    .argument('<text>', say.text)
    .argument('<category>', say.category)
    .addHelpText(
      'after',
      examples('pennyrow rule edit 3 coffee Coffee --max 0', "pennyrow rule edit 3 coffee Coffee --max ''"),
    )
    .action(
      answering<ChangeOptions, [number, string, string]>(async (control, options, number, description, category) => {
        const { id: accountId } = await chooseAccount(control, options.account);
        const shown = await findRule(control, accountId, number);
        const rule = ruleOf(description, category, options, shown.rule);
        return followRun(control, () => control.call('rule.edit', { accountId, shown, rule, ...confirmed(options) }));
      }),
    );
  rules
    .command('delete')
    .description(say.delete)
    .argument('<number>', say.number, wholeNumber(1, MOST_RULES))
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow rule delete 3'))
    .action(
      answering<AccountOption, [number]>(async (control, { account }, number) => {
        const { id: accountId } = await chooseAccount(control, account);
        const shown = await findRule(control, accountId, number);
        return followRun(control, () => control.call('rule.delete', { accountId, shown }));
      }),
    );
  rules
    .command('move')
    .description(say.move)
    .argument('<number>', say.number, wholeNumber(1, MOST_RULES))
    .argument('<to>', say.to, wholeNumber(1, MOST_RULES))
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow rule move 5 1'))
    .action(
      answering<AccountOption, [number, number]>(async (control, { account }, number, target) => {
        const { id: accountId } = await chooseAccount(control, account);
        const shown = await findRule(control, accountId, number);
        const to = await findRule(control, accountId, target);
        return followRun(control, () => control.call('rule.move', { accountId, shown, to }));
      }),
    );
  rules
    .command('apply')
    .description(say.apply)
    .option('--dry-run', say.dryRun)
    .option('--yes', text().option.yes)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow rule apply --dry-run', 'pennyrow rule apply --yes'))
    .action(
      answering<ApplyOptions>(async (control, { account, dryRun = false, yes, json }) => {
        const { id: accountId } = await chooseAccount(control, account);
        if (!dryRun) {
          if (yes !== true) {
            const { count } = await control.call('rule.previewApply', { accountId });
            await requireConfirmation({ action: 'categorize', count }, { json });
          }
          return followRun(control, () => control.call('rule.apply', { accountId }));
        }
        const preview = await fromMirror(
          control,
          accountId,
          { json },
          control.call('rule.previewApply', { accountId }),
        );
        return { value: preview, text: (screen) => appliedText(screen, preview) };
      }),
    );
}

function withChange(command: Command): Command {
  const say = text().rule;
  return withBounds(command)
    .option('--apply-to-old', say.applyToOld)
    .option('--every-transaction', say.everyTransaction);
}

function confirmed({ applyToOld = false, everyTransaction = false }: ChangeOptions) {
  return { applyToOld, everyTransaction };
}

/** The rule of that number in `pennyrow rule list`, as the workbook has it now. */
async function findRule(control: ControlClient, accountId: string, place: number): Promise<ShownRuleInput> {
  const rules = await control.call('rule.list', { accountId });
  const rule = rules[place - 1];
  if (rule === undefined) throw new PennyrowError(problem('input_rule_place', { place, count: rules.length }));
  return { place: place - 1, rule };
}

function withBounds(command: Command): Command {
  const say = text().rule;
  return command
    .addOption(accountOption())
    .addOption(new Option('--min <amount>', say.min))
    .addOption(new Option('--max <amount>', say.max));
}

/** An option that is not given keeps the bound of the rule that is there; an empty one removes it. */
function ruleOf(
  description: string,
  category: string,
  { min, max }: RuleOptions,
  { minAmount = null, maxAmount = null }: Pick<RuleInput, 'minAmount' | 'maxAmount'> = {},
): RuleInput {
  return { description, category, minAmount: (min ?? minAmount) || null, maxAmount: (max ?? maxAmount) || null };
}
