import { Option, type Command } from 'commander';
import type { RuleInput, RuleTrial } from '../../contract/control/rules.ts';
import type { MatchingRule } from '../../contract/control/transactions.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { followRun } from '../follow-run.ts';
import { fromMirror } from '../from-mirror.ts';
import { moneyCell } from '../output/cells.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { tell, text } from '../speech.ts';

interface RuleOptions extends AccountOption {
  readonly min?: string;
  readonly max?: string;
}

interface AddOptions extends RuleOptions {
  readonly applyToOld?: boolean;
}

export function ruleCommands(program: Command): void {
  const say = text().rule;
  const rules = program.command('rule').description(say.about);
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
        const problem = trial.problem === null ? null : `${trial.problem.message} ${trial.problem.remedy ?? ''}`.trim();
        return { value: { ...trial, problem }, text: (screen) => trialText(screen, trial) };
      }),
    );
  withBounds(rules.command('add'))
    .description(say.add)
    .argument('<text>', say.text)
    .argument('<category>', say.category)
    .option('--apply-to-old', say.applyToOld)
    .addHelpText(
      'after',
      examples('pennyrow rule add coffee Coffee', 'pennyrow rule add rent Rent --min -2000 --max -500 --apply-to-old'),
    )
    .action(
      answering<AddOptions, [string, string]>(async (control, options, description, category) => {
        const { id: accountId } = await chooseAccount(control, options.account);
        const rule = ruleOf(description, category, options);
        return followRun(control, () =>
          control.call('rule.add', { accountId, rule, applyToOld: options.applyToOld ?? false }),
        );
      }),
    );
}

function withBounds(command: Command): Command {
  const say = text().rule;
  return command
    .addOption(accountOption())
    .addOption(new Option('--min <amount>', say.min))
    .addOption(new Option('--max <amount>', say.max));
}

function ruleOf(description: string, category: string, { min, max }: RuleOptions): RuleInput {
  return { description, category, minAmount: min ?? null, maxAmount: max ?? null };
}

function ruleTable(screen: Screen, rules: readonly MatchingRule[]): string {
  const { column, rule } = text();
  return table(
    screen,
    [
      { title: column.description, cell: ({ description }) => description },
      { title: column.category, cell: ({ category }) => category },
      { title: rule.column.min, cell: ({ minAmount }) => minAmount ?? '', align: 'right', whole: true },
      { title: rule.column.max, cell: ({ maxAmount }) => maxAmount ?? '', align: 'right', whole: true },
    ],
    rules,
  );
}

function trialText(
  screen: Screen,
  { problem, exists, matches, uncategorised, wouldCategorise, rows, earlier }: RuleTrial,
): string {
  if (problem !== null) {
    const { message, remedy } = tell(problem);
    return `${screen.paint('red', '!')} ${message} ${remedy}`.trim();
  }
  const { column, rule: say } = text();
  const took = earlier === null ? [] : [paragraph(screen, '', say.earlier({ ...earlier, rows: earlier.takes }))];
  const list = table(
    screen,
    [
      { title: column.date, cell: ({ dateText }) => dateText, whole: true },
      {
        title: column.amount,
        cell: ({ amount, currency }) => moneyCell(amount, currency),
        align: 'right',
        whole: true,
      },
      { title: column.description, cell: ({ description }) => description },
      { title: column.category, cell: ({ category }) => category },
    ],
    rows,
  );
  return [
    say.matches({ matches, uncategorised, wouldCategorise }),
    ...(exists ? [say.exists] : []),
    ...took,
    ...(rows.length === 0 ? [] : ['', list]),
  ].join('\n');
}
