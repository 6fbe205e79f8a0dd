import type { CsvDecision, CsvMapping } from '../../../../core/csv-mapping.ts';
import { problem } from '../../../../messages/problem.ts';
import { report } from '../../../../messages/report.ts';
import { orderInWords } from './guess-date.ts';
import { markInWords } from './guess-money.ts';
import { signInWords } from './guess-sign.ts';

/** A remembered mapping in the words in which a new one is shown. */
export function decisionsOf(mapping: CsvMapping): CsvDecision[] {
  const titleOf = (place: number): string => mapping.columns[place] ?? `Column ${place + 1}`;
  const { amount, currency, account, fee, status, id } = mapping;
  const found: [CsvDecision['about'], string][] = [
    ['date', titleOf(mapping.date)],
    ['dateOrder', orderInWords(mapping.dateOrder)],
    [
      'amount',
      amount.kind === 'two' ? `${titleOf(amount.out)} (out), ${titleOf(amount.in)} (in)` : titleOf(amount.column),
    ],
    ...(amount.kind === 'signed' ? [['sign', signInWords(amount.inverted)] as [CsvDecision['about'], string]] : []),
    ...(amount.kind === 'marked' ? [['direction', titleOf(amount.mark)] as [CsvDecision['about'], string]] : []),
    ...(fee === null ? [] : [['fee', `${titleOf(fee)} is taken off`] as [CsvDecision['about'], string]]),
    ['decimalMark', markInWords(mapping.decimalMark)],
    ['currency', 'code' in currency ? currency.code : `the column ${titleOf(currency.column)}`],
    [
      'account',
      account.kind === 'named'
        ? account.name
        : account.kind === 'column'
          ? `the column ${titleOf(account.column)}`
          : account.kind === 'preamble'
            ? 'the number above the table'
            : account.accounts.map(({ name }) => name).join(' or '),
    ],
    ['description', mapping.description.map(titleOf).join(', ')],
    ...(id === null ? [] : [['id', titleOf(id)] as [CsvDecision['about'], string]]),
    ...(status === null ? [] : [['status', titleOf(status.column)] as [CsvDecision['about'], string]]),
  ];
  const reason = report(problem('statement_csv_reason', { reason: 'other', column: '' }));
  return found.map(([about, value]) => ({ about, value, certainty: 'given', reason }));
}
