import { Option, type Command } from 'commander';
import type { ControlClient } from '../../contract/control/index.ts';
import type {
  RuleInput,
  ShownRuleInput,
  ReviewedRule,
  RuleReview,
  RulesPreview,
  RuleTrial,
} from '../../contract/control/rules.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, examples, withAccount } from '../command-action.ts';
import { requireConfirmation } from '../prompt.ts';
import { wholeNumber } from '../options.ts';
import { followRun } from '../follow-run.ts';
import { withStaleWarning } from '../stale-warning.ts';
import { text, localize } from '../locale.ts';
import type { MatchingRule } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { moneyCell } from '../output/table.ts';
import { paragraph, type Screen, table, type Column } from '../output/table.ts';

/** More rules than a sheet can contain. */
const MAX_RULES = 999_999;

interface RuleOptions {
  readonly min?: string;
  readonly max?: string;
}

interface ChangeOptions extends RuleOptions {
  readonly applyToOld?: boolean;
  readonly everyTransaction?: boolean;
}

interface ApplyOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function ruleCommands(rules: Command): void {
  const strings = text().rule;
  addCommand(rules, 'list', strings.list, ['pennyrow rule list']).action(
    withAccount(async (control, accountId, { json }) => {
      const list = await withStaleWarning(control, accountId, { json }, control.call('rule.list', { accountId }));
      return { value: list, text: (screen) => (list.length === 0 ? strings.none : ruleTable(screen, list)) };
    }),
  );
  withBounds(rules.command('try'))
    .description(strings.try)
    .argument('<text>', strings.text)
    .argument('[category]', strings.would)
    .addHelpText('after', examples('pennyrow rule try coffee', "pennyrow rule try 'acme*salary' Salary --min 0"))
    .action(
      withAccount<RuleOptions, [string, string | undefined]>(
        async (control, accountId, options, description, category = '') => {
          const trial = await withStaleWarning(
            control,
            accountId,
            options,
            control.call('rule.try', { accountId, rule: ruleOf(description, category, options) }),
          );
          const fault = trial.problem === null ? null : `${trial.problem.message} ${trial.problem.remedy ?? ''}`.trim();
          return { value: { ...trial, problem: fault }, text: (screen) => trialText(screen, trial) };
        },
      ),
    );
  addCommand(rules, 'check', strings.check, ['pennyrow rule check']).action(
    withAccount(async (control, accountId, { json }) => {
      const review = await withStaleWarning(control, accountId, { json }, control.call('rule.review', { accountId }));
      return { value: review, text: (screen) => reviewText(screen, review) };
    }),
  );
  withChange(rules.command('add'))
    .description(strings.add)
    .argument('<text>', strings.text)
    .argument('<category>', strings.category)
    .addHelpText(
      'after',
      examples('pennyrow rule add coffee Coffee', 'pennyrow rule add rent Rent --min -2000 --max -500 --apply-to-old'),
    )
    .action(
      withAccount<ChangeOptions, [string, string]>(async (control, accountId, options, description, category) => {
        const rule = ruleOf(description, category, options);
        return followRun(control, () => control.call('rule.add', { accountId, rule, ...confirmed(options) }));
      }),
    );
  withChange(rules.command('edit'))
    .description(strings.edit)
    .argument('<number>', strings.number, wholeNumber(1, MAX_RULES))
    .argument('<text>', strings.text)
    .argument('<category>', strings.category)
    .addHelpText(
      'after',
      examples('pennyrow rule edit 3 coffee Coffee --max 0', "pennyrow rule edit 3 coffee Coffee --max ''"),
    )
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
  addCommand(rules, 'apply', strings.apply, ['pennyrow rule apply --dry-run', 'pennyrow rule apply --yes'])
    .option('--dry-run', strings.dryRun)
    .option('--yes', text().option.yes)
    .action(
      withAccount<ApplyOptions>(async (control, accountId, { dryRun = false, yes, json }) => {
        if (!dryRun) {
          if (yes !== true) {
            const { count } = await control.call('rule.previewApply', { accountId });
            await requireConfirmation({ action: 'categorize', count }, { json });
          }
          return followRun(control, () => control.call('rule.apply', { accountId }));
        }
        const preview = await withStaleWarning(
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
  const strings = text().rule;
  return withBounds(command)
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
    .addOption(new Option('--min <amount>', strings.min))
    .addOption(new Option('--max <amount>', strings.max));
}

function ruleOf(
  description: string,
  category: string,
  { min, max }: RuleOptions,
  { minAmount = null, maxAmount = null }: Pick<RuleInput, 'minAmount' | 'maxAmount'> = {},
): RuleInput {
  return { description, category, minAmount: (min ?? minAmount) || null, maxAmount: (max ?? maxAmount) || null };
}

function ruleTable(screen: Screen, rules: readonly MatchingRule[]): string {
  return table(screen, ruleColumns<MatchingRule>(), rules.map(numbered));
}

type Numbered<Rule extends MatchingRule> = Rule & { readonly number: number };

function numbered<Rule extends MatchingRule>(rule: Rule, place: number): Numbered<Rule> {
  return { ...rule, number: place + 1 };
}

function ruleColumns<Rule extends MatchingRule>(): Column<Numbered<Rule>>[] {
  const { column, rule } = text();
  return [
    { title: rule.column.number, cell: ({ number }) => String(number), align: 'right', whole: true },
    { title: column.description, cell: ({ description }) => description },
    { title: column.category, cell: ({ category }) => category },
    { title: rule.column.min, cell: ({ minAmount }) => minAmount ?? '', align: 'right', whole: true },
    { title: rule.column.max, cell: ({ maxAmount }) => maxAmount ?? '', align: 'right', whole: true },
  ];
}

function reviewText(screen: Screen, { rules, uncategorised, fillable }: RuleReview): string {
  const { column, rule: strings } = text();
  if (rules.length === 0) return strings.none;
  const list = table(
    screen,
    [
      ...ruleColumns<ReviewedRule>(),
      { title: strings.column.matches, cell: ({ matches }) => String(matches), align: 'right', whole: true },
      { title: strings.column.decides, cell: ({ decides }) => String(decides), align: 'right', whole: true },
      { title: column.note, cell: reviewNote, style: ({ matches, decides }) => (matches > decides ? 'yellow' : null) },
    ],
    rules.map(numbered),
  );
  return [list, '', strings.fillable({ uncategorised, fillable })].join('\n');
}

function reviewNote({ problem: fault, matches, decides, above, category }: ReviewedRule): string {
  const strings = text().rule.review;
  if (fault !== null) return localize(fault).message;
  if (matches === 0) return strings.unused;
  if (above === null) return '';
  const place = above.place + 1;
  if (decides === 0) return strings.never({ place });
  return above.category === category ? '' : strings.conflict({ place, category: above.category, rows: above.takes });
}

function appliedText(screen: Screen, { count, rows }: RulesPreview): string {
  const { rule: strings } = text();
  const list = rowTable(screen, rows, ({ gets }) => gets);
  const more = count - rows.length;
  return [
    strings.wouldApply({ count }),
    ...(count === 0 ? [] : ['', list]),
    ...(more > 0 ? [strings.more({ count: more })] : []),
  ].join('\n');
}

function trialText(
  screen: Screen,
  { problem: fault, exists, isEverything, matches, uncategorised, wouldCategorise, rows, earlier }: RuleTrial,
): string {
  if (fault !== null) {
    const { message, remedy } = localize(fault);
    return `${screen.paint('red', '!')} ${message} ${remedy}`.trim();
  }
  const { rule: strings } = text();
  const took = earlier === null ? [] : [paragraph(screen, '', strings.earlier({ ...earlier, rows: earlier.takes }))];
  const list = rowTable(screen, rows, ({ category }) => category);
  return [
    strings.matches({ matches, uncategorised, wouldCategorise }),
    ...(exists ? [strings.exists] : []),
    ...(isEverything ? [strings.isEverything] : []),
    ...took,
    ...(rows.length === 0 ? [] : ['', list]),
  ].join('\n');
}

function rowTable<Row extends TransactionView>(
  screen: Screen,
  rows: readonly Row[],
  category: (row: Row) => string,
): string {
  const { column } = text();
  return table(
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
      { title: column.category, cell: category },
    ],
    rows,
  );
}
