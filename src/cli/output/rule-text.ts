import type { ReviewedRule, RuleReview, RulesPreview, RuleTrial } from '../../contract/control/rules.ts';
import type { MatchingRule } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { localize, text } from '../locale.ts';
import { moneyCell, paragraph, table, type Column, type Screen } from './table.ts';

export function ruleTable(screen: Screen, rules: readonly MatchingRule[]): string {
  return table(screen, ruleColumns(rules), rules.map(numbered));
}

type Numbered<Rule extends MatchingRule> = Rule & { readonly number: number };

function numbered<Rule extends MatchingRule>(rule: Rule, place: number): Numbered<Rule> {
  return { ...rule, number: place + 1 };
}

function ruleColumns<Rule extends MatchingRule>(rules: readonly Rule[]): Column<Numbered<Rule>>[] {
  const { column, rule } = text();
  const more: readonly Column<Numbered<Rule>>[] = [
    { title: column.account, cell: ({ account = '' }) => account },
    { title: rule.column.renameTo, cell: ({ renameTo = '' }) => renameTo },
  ];
  return [
    { title: rule.column.number, cell: ({ number }) => String(number), align: 'right', whole: true },
    { title: column.description, cell: ({ description }) => description },
    { title: column.category, cell: ({ category }) => category },
    { title: rule.column.min, cell: ({ minAmount }) => minAmount ?? '', align: 'right', whole: true },
    { title: rule.column.max, cell: ({ maxAmount }) => maxAmount ?? '', align: 'right', whole: true },
    ...more.filter(({ cell }) => rules.some((one, place) => cell(numbered(one, place)) !== '')),
  ];
}

export function reviewText(screen: Screen, { rules, uncategorised, fillable }: RuleReview): string {
  const { column, rule: strings } = text();
  if (rules.length === 0) return strings.none;
  const list = table(
    screen,
    [
      ...ruleColumns(rules),
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

export function appliedText(screen: Screen, { count, rows }: RulesPreview): string {
  const { rule: strings } = text();
  const list = rowTable(screen, rows, ({ gets }) => gets);
  const more = count - rows.length;
  return [
    strings.wouldApply({ count }),
    ...(count === 0 ? [] : ['', list]),
    ...(more > 0 ? [strings.more({ count: more })] : []),
  ].join('\n');
}

export function trialText(
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
