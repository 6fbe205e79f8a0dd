import type { ReviewedRule, RuleReview, RulesPreview, RuleTrial } from '../../contract/control/rules.ts';
import type { MatchingRule } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { localize, text } from '../locale.ts';
import { amountColumn, numberColumn, paragraph, table, type Column, type Screen } from './table.ts';

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
    numberColumn(text().parts.number, ({ number }) => String(number)),
    { title: column.description, cell: ({ description }) => description },
    { title: column.category, cell: ({ category }) => category },
    numberColumn(rule.column.min, ({ minAmount }) => minAmount ?? ''),
    numberColumn(rule.column.max, ({ maxAmount }) => maxAmount ?? ''),
    ...more.filter(({ cell }) => rules.some((one, place) => cell(numbered(one, place)) !== '')),
  ];
}

export function reviewText(screen: Screen, { rules, uncategorised, fillable }: RuleReview): string {
  const { column, rule: strings, rules: shared } = text();
  if (rules.length === 0) return strings.none;
  const list = table(
    screen,
    [
      ...ruleColumns(rules),
      numberColumn(strings.column.matches, ({ matches }: ReviewedRule) => String(matches)),
      numberColumn(strings.column.decides, ({ decides }: ReviewedRule) => String(decides)),
      { title: column.note, cell: reviewNote, style: ({ matches, decides }) => (matches > decides ? 'yellow' : null) },
    ],
    rules.map(numbered),
  );
  const filled = uncategorised === 0 ? '' : shared.fillable({ count: fillable });
  return [list, '', `${shared.lack({ count: uncategorised })} ${filled}`.trim()].join('\n');
}

function reviewNote({ problem: fault, matches, decides, above, category }: ReviewedRule): string {
  const strings = text().rule.review;
  if (fault !== null) return localize(fault).message;
  if (matches === 0) return text().rules.noMatch;
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
    ...(more > 0 ? [text().parts.more({ count: more })] : []),
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
  const { rule: strings, rules } = text();
  const took = earlier === null ? [] : [paragraph(screen, '', rules.earlier({ ...earlier, count: earlier.takes }))];
  const list = rowTable(screen, rows, ({ category }) => category);
  return [
    strings.matches({ matches, uncategorised, wouldCategorise }),
    ...(exists ? [rules.exists] : []),
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
      amountColumn(),
      { title: column.description, cell: ({ description }) => description },
      { title: column.category, cell: category },
    ],
    rows,
  );
}
