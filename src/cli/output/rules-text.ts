import type { ReviewedRule, RuleReview, RulesPreview, RuleTrial } from '../../contract/control/rules.ts';
import type { MatchingRule } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { tell, text } from '../speech.ts';
import { moneyCell } from './cells.ts';
import { paragraph } from './paragraph.ts';
import type { Screen } from './screen.ts';
import { table, type Column } from './table.ts';

/** The rules with their numbers, in the order in which they are tried. */
export function ruleTable(screen: Screen, rules: readonly MatchingRule[]): string {
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

/** The same, with what each does to the rows that are there. */
export function reviewText(screen: Screen, { rules, uncategorised, fillable }: RuleReview): string {
  const { column, rule: say } = text();
  if (rules.length === 0) return say.none;
  const list = table(
    screen,
    [
      ...ruleColumns<ReviewedRule>(),
      { title: say.column.matches, cell: ({ matches }) => String(matches), align: 'right', whole: true },
      { title: say.column.decides, cell: ({ decides }) => String(decides), align: 'right', whole: true },
      { title: column.note, cell: reviewNote, style: ({ matches, decides }) => (matches > decides ? 'yellow' : null) },
    ],
    rules.map(numbered),
  );
  return [list, '', say.fillable({ uncategorised, fillable })].join('\n');
}

/** Why a rule does nothing, or not all that it says. */
function reviewNote({ problem: fault, matches, decides, above, category }: ReviewedRule): string {
  const say = text().rule.review;
  if (fault !== null) return tell(fault).message;
  if (matches === 0) return say.unused;
  if (above === null) return '';
  const place = above.place + 1;
  if (decides === 0) return say.never({ place });
  return above.category === category ? '' : say.conflict({ place, category: above.category, rows: above.takes });
}

/** What the rules would give to rows without a category. */
export function appliedText(screen: Screen, { count, rows }: RulesPreview): string {
  const { rule: say } = text();
  const list = rowTable(screen, rows, ({ gets }) => gets);
  const more = count - rows.length;
  return [
    say.wouldApply({ count }),
    ...(count === 0 ? [] : ['', list]),
    ...(more > 0 ? [say.more({ count: more })] : []),
  ].join('\n');
}

/** What one rule would do. */
export function trialText(
  screen: Screen,
  { problem: fault, exists, isEverything, matches, uncategorised, wouldCategorise, rows, earlier }: RuleTrial,
): string {
  if (fault !== null) {
    const { message, remedy } = tell(fault);
    return `${screen.paint('red', '!')} ${message} ${remedy}`.trim();
  }
  const { rule: say } = text();
  const took = earlier === null ? [] : [paragraph(screen, '', say.earlier({ ...earlier, rows: earlier.takes }))];
  const list = rowTable(screen, rows, ({ category }) => category);
  return [
    say.matches({ matches, uncategorised, wouldCategorise }),
    ...(exists ? [say.exists] : []),
    ...(isEverything ? [say.isEverything] : []),
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
