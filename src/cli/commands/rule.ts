import { Option, type Command } from 'commander';
import type { RuleInput, RuleTrial } from '../../contract/control/rules.ts';
import type { MatchingRule } from '../../contract/control/transactions.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { followRun } from '../follow-run.ts';
import { fromMirror } from '../from-mirror.ts';
import { tell } from '../speech.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { plural } from '../output/words.ts';

interface RuleOptions extends AccountOption {
  readonly min?: string;
  readonly max?: string;
}

interface AddOptions extends RuleOptions {
  readonly applyToOld?: boolean;
}

export function ruleCommands(program: Command): void {
  const rules = program.command('rule').description('list the rules of the Rules sheet, try one out, or add one');
  rules
    .command('list')
    .description('list the rules, in the order in which they are tried')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow rule list'))
    .action(
      answering<AccountOption>(async (control, { account, json }) => {
        const { id: accountId } = await chooseAccount(control, account);
        const list = await fromMirror(control, accountId, { json }, control.call('rule.list', { accountId }));
        return {
          value: list,
          text: (screen) =>
            list.length === 0
              ? 'There are no rules yet. Add one with `pennyrow rule add TEXT CATEGORY`.'
              : ruleTable(screen, list),
        };
      }),
    );
  withBounds(rules.command('try'))
    .description('see which rows a rule would be for; nothing is written')
    .argument('<text>', 'a piece of the description; * is any run of characters, /.../ a regular expression')
    .argument('[category]', 'what it would give')
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
    .description('add a rule below the others in the Rules sheet')
    .argument('<text>', 'a piece of the description; * is any run of characters, /.../ a regular expression')
    .argument('<category>', 'the category that it gives')
    .option('--apply-to-old', 'also give it to rows that have no category yet; try the rule first to see which')
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
  return command
    .addOption(accountOption())
    .addOption(new Option('--min <amount>', 'only for amounts from this one on; money going out is negative'))
    .addOption(new Option('--max <amount>', 'only for amounts up to this one'));
}

function ruleOf(description: string, category: string, { min, max }: RuleOptions): RuleInput {
  return { description, category, minAmount: min ?? null, maxAmount: max ?? null };
}

function ruleTable(screen: Screen, rules: readonly MatchingRule[]): string {
  return table(
    screen,
    [
      { title: 'Description', cell: ({ description }) => description },
      { title: 'Category', cell: ({ category }) => category },
      { title: 'Min Amount', cell: ({ minAmount }) => minAmount ?? '', align: 'right', whole: true },
      { title: 'Max Amount', cell: ({ maxAmount }) => maxAmount ?? '', align: 'right', whole: true },
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
  const took =
    earlier === null
      ? []
      : [
          paragraph(
            screen,
            '',
            `The rule “${earlier.description}” for ${earlier.category} stands above it and decides for ${plural(earlier.takes, 'of these rows', 'of these rows')}.`,
          ),
        ];
  const list = table(
    screen,
    [
      { title: 'Date', cell: ({ dateText }) => dateText, whole: true },
      { title: 'Amount', cell: ({ amount, currency }) => `${amount} ${currency}`.trim(), align: 'right', whole: true },
      { title: 'Description', cell: ({ description }) => description },
      { title: 'Category', cell: ({ category }) => category },
    ],
    rows,
  );
  return [
    `It fits ${plural(matches, 'row')}. ${plural(uncategorised, 'of them has no category', 'of them have no category')}, and ${grouped(wouldCategorise)} would get this one with --apply-to-old.`,
    ...(exists ? ['The same rule is in the Rules sheet already.'] : []),
    ...took,
    ...(rows.length === 0 ? [] : ['', list]),
  ].join('\n');
}

function grouped(count: number): string {
  return count === 0 ? 'none' : String(count);
}
