import { addAmounts, negateAmount } from '../../../../core/amount.ts';
import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import type { DecimalMark } from '../../decimal-mark.ts';
import { readNumber } from '../values/csv-amount.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import { columnChoices, type Findings, type ReasonCode } from './findings.ts';
import { balanceColumn, fitsBalance, guessDecimalMark, ZERO } from './guess-money.ts';
import { guessMarkedSign, guessSign, guessTwoSigns } from './guess-sign.ts';

export interface GuessedAmounts {
  readonly amount: CsvAmountColumns;
  readonly fee: number | null;
  readonly decimalMark: DecimalMark;
}

type AmountColumns =
  | { readonly kind: 'one'; readonly column: CsvColumn }
  | { readonly kind: 'two'; readonly out: CsvColumn; readonly in: CsvColumn };

/** Null when a part of it is a question. */
export function guessAmounts(findings: Findings, decimals: number): GuessedAmounts | null {
  const columns = guessColumns(findings);
  if (columns === null) return null;
  const balance = balanceColumn(findings);
  const feeColumn = feeColumnOf(findings);
  const money = [
    ...(columns.kind === 'one' ? [columns.column] : [columns.out, columns.in]),
    ...(balance === null ? [] : [balance]),
    ...(feeColumn === null ? [] : [feeColumn]),
  ];
  const decimalMark = guessDecimalMark(findings, money, decimals);
  if (decimalMark === null) return null;
  const amount =
    columns.kind === 'two'
      ? guessTwoSigns(findings, columns.out, columns.in, decimalMark)
      : (guessMarkedSign(findings, columns.column, decimalMark) ?? guessSign(findings, columns.column, decimalMark));
  const fee = columns.kind === 'one' ? guessFee(findings, columns.column, feeColumn, decimalMark) : null;
  return amount === null || fee === undefined ? null : { amount, fee, decimalMark };
}

function guessColumns(findings: Findings): AmountColumns | null {
  const { answers, columns, sample } = findings;
  if (answers.out !== undefined && answers.in !== undefined) {
    const given = { kind: 'two', out: findings.column(answers.out), in: findings.column(answers.in) } as const;
    findings.given('amount', `${given.out.title} (out), ${given.in.title} (in)`);
    return given;
  }
  if (answers.amount !== undefined) {
    const column = findings.column(answers.amount);
    findings.given('amount', column.title);
    return { kind: 'one', column };
  }
  const net = netColumn(findings);
  if (net !== null) return net;
  const isWhole = ({ numbers }: CsvColumn): boolean => numbers === sample.rows.length;
  const titled = columnsOf(columns, 'amount');
  const whole = titled.filter(isWhole);
  const [only] = whole.length > 0 ? whole : titled;
  if (only !== undefined && (whole.length === 1 || titled.length === 1)) return one(findings, only, 'title');
  const two = twoColumns(findings);
  if (two !== null) return two;
  const untitled = columns.filter(
    (column) =>
      isWhole(column) &&
      column.dates === 0 &&
      (column.role === null || column.role === 'amount') &&
      (column.marked > 0 || column.negatives > 0),
  );
  const [single] = untitled;
  if (single !== undefined && untitled.length === 1 && titled.length === 0) return one(findings, single, 'onlyAmount');
  const balanced = byBalance(findings, untitled);
  if (balanced !== null) return one(findings, balanced, 'balanceBeside');
  const candidates = columns.filter(
    ({ numbers, dates, role }) => numbers > 0 && dates === 0 && role !== 'other-account' && role !== 'id',
  );
  findings.ask(
    'amount',
    {},
    'Which column is the amount? For two columns, one for money out and one for money in, name both.',
    columnChoices(candidates),
    (whole[0] ?? single)?.title ?? null,
  );
  return null;
}

function one(findings: Findings, column: CsvColumn, reason: ReasonCode): AmountColumns {
  findings.decide('amount', column.title, reason);
  return { kind: 'one', column };
}

/** Gross, fee and net: the net amount is what the account moves by, when the three agree in every line. */
function netColumn(findings: Findings): AmountColumns | null {
  const { columns, sample } = findings;
  const [net] = columnsOf(columns, 'net');
  const [gross] = columnsOf(columns, 'amount');
  const [fee] = columnsOf(columns, 'fee');
  if (net === undefined || net.numbers < sample.rows.length) return null;
  if (gross === undefined || fee === undefined) return gross === undefined ? one(findings, net, 'title') : null;
  const mark: DecimalMark = sample.rows.some((row) => /,\d\d$/.test(clean(row[net.place]))) ? ',' : '.';
  const agrees = sample.rows.every((row) => {
    const [a, b, c] = [gross, fee, net].map(({ place }) => readNumber(clean(row[place]), mark));
    return a != null && c != null && (addAmounts(a, b ?? ZERO) === c || addAmounts(a, negateAmount(b ?? ZERO)) === c);
  });
  return agrees ? one(findings, net, 'net') : null;
}

/** One for money out and one for money in, of which every line fills one. */
function twoColumns(findings: Findings): AmountColumns | null {
  const { columns, sample } = findings;
  const [out, ...moreOut] = columnsOf(columns, 'out');
  const [into, ...moreIn] = columnsOf(columns, 'in');
  if (out === undefined || into === undefined || moreOut.length + moreIn.length > 0) return null;
  const isFilled = (cell: string): boolean => /[1-9]/.test(cell);
  const both = sample.rows.filter((row) => isFilled(clean(row[out.place])) && isFilled(clean(row[into.place])));
  // A single line that fills both is named when it is read.
  if (both.length > sample.rows.length / 2) return null;
  findings.decide('amount', `${out.title} (out), ${into.title} (in)`, 'filledTitles');
  return { kind: 'two', out, in: into };
}

/** Without titles: the column whose amounts lead from one number of another column to the next. */
function byBalance(findings: Findings, columns: readonly CsvColumn[]): CsvColumn | null {
  const fitting = columns.filter((column) =>
    columns.some((balance) => {
      if (balance === column) return false;
      const marks: readonly DecimalMark[] = ['.', ','];
      return marks.some(
        (mark) => fitsBalance(findings, balance, mark, (row) => readNumber(clean(row[column.place]), mark)) === 'fits',
      );
    }),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** A column of fees that are not all zero. */
function feeColumnOf(findings: Findings): CsvColumn | null {
  const { columns, answers } = findings;
  if (answers.fee === 'none') return null;
  if (answers.fee !== undefined) return findings.column(answers.fee);
  return columnsOf(columns, 'fee').find(({ positives, negatives }) => positives + negatives > 0) ?? null;
}

/** Undefined when it is a question whether the fees are in the amounts already. */
function guessFee(
  findings: Findings,
  amount: CsvColumn,
  fee: CsvColumn | null,
  mark: DecimalMark,
): number | null | undefined {
  const { answers } = findings;
  if (fee === null || amount.role === 'net') return null;
  if (answers.fee !== undefined) {
    findings.given('fee', fee.title);
    return fee.place;
  }
  const balance = balanceColumn(findings);
  const plain = (row: readonly string[]) => readNumber(clean(row[amount.place]), mark);
  const without = (row: readonly string[]) => {
    const value = plain(row);
    return value === null ? null : addAmounts(value, negateAmount(readNumber(clean(row[fee.place]), mark) ?? ZERO));
  };
  if (fitsBalance(findings, balance, mark, plain) === 'fits') return null;
  if (fitsBalance(findings, balance, mark, without) === 'fits') {
    findings.decide('fee', `${fee.title} is taken off`, 'balance');
    return fee.place;
  }
  findings.ask('fee', { column: fee.title }, `Are the fees of the column “${fee.title}” in the amounts already?`, [
    { value: 'none', label: 'yes, leave the amounts as they are' },
    { value: fee.title, label: 'no, take them off' },
  ]);
  return undefined;
}
