import type { CsvDecided, CsvDecision, CsvMapping } from '../../../../core/csv-mapping.ts';
import { problem } from '../../../../messages/problem.ts';
import { report } from '../../../../messages/report.ts';

/** Describes a remembered mapping in the form of a new one. */
export function decisionsOf(mapping: CsvMapping): CsvDecision[] {
  const { amount, currency, fee, status, id } = mapping;
  const column = (place: number): CsvDecided => ({ kind: 'columns', columns: [place] });
  const found: [CsvDecision['about'], CsvDecided | null][] = [
    ['date', column(mapping.date)],
    ['dateOrder', { kind: 'dateOrder', order: mapping.dateOrder }],
    ['amount', amount.kind === 'two' ? { kind: 'two', out: amount.out, in: amount.in } : column(amount.column)],
    ['sign', amount.kind === 'signed' ? { kind: 'sign', sign: amount.inverted ? 'inverted' : 'as-written' } : null],
    ['direction', amount.kind === 'marked' ? column(amount.mark) : null],
    ['fee', fee === null ? null : column(fee)],
    ['decimalMark', { kind: 'decimalMark', mark: mapping.decimalMark }],
    ['currency', 'code' in currency ? { kind: 'currency', code: currency.code } : column(currency.column)],
    ['account', accountOf(mapping)],
    ['description', { kind: 'columns', columns: mapping.description }],
    ['id', id === null ? null : column(id)],
    ['status', status === null ? null : column(status.column)],
  ];
  const reason = report(problem('statement_csv_reason', { reason: 'other', column: '' }));
  return found.flatMap(([about, value]) => (value === null ? [] : [{ about, value, certainty: 'given', reason }]));
}

function accountOf({ account }: CsvMapping): CsvDecided {
  switch (account.kind) {
    case 'named':
      return { kind: 'account', name: account.name };
    case 'column':
      return { kind: 'columns', columns: [account.column] };
    case 'preamble':
      return { kind: 'preamble' };
    case 'each-file':
      return { kind: 'each-file', names: account.accounts.map(({ name }) => name) };
  }
}
