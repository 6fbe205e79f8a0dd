import { parseAmount, type Amount } from '../../../../core/amount.ts';
import { DecimalMarkSearch, type DecimalMark, isUsual, plainNumber, readNumber } from '../../../../core/amount-text.ts';
import { checkBalance, type BalanceFit } from './csv-balance.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { excerpt } from '../../statement-error.ts';
import { rowError } from '../table/csv-rows.ts';
import { clean } from '../table/csv-table.ts';
import type { Findings } from './findings.ts';
import { choiceOf } from './unclear.ts';

/**
 * The decimal mark that all these columns agree on over the whole file; null when "1,234" stays open. Throws
 * `statement_bad_amount` when two amounts contradict each other.
 *
 * @param decimals of the file's currency, two where it is not known.
 */
export function guessDecimalMark(
  findings: Findings,
  columns: readonly CsvColumn[],
  decimals: number,
): DecimalMark | null {
  const { table, answers } = findings;
  if (answers.decimalMark !== undefined) {
    findings.given('decimalMark', { kind: 'decimalMark', mark: answers.decimalMark });
    return answers.decimalMark;
  }
  const search = new DecimalMarkSearch<string>();
  let usual: DecimalMark | null = null;
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    for (const { place, title } of columns) {
      const cell = clean(row[place]);
      // Millions of cells are written in this way, and the first one says it for all.
      if (usual !== null && isUsual(cell, usual)) continue;
      const plain = plainNumber(cell);
      if (plain === null || isDateShaped(cell)) continue;
      // What is no amount is met again when its line is read.
      if (search.see(plain, decimals, cell) !== 'conflicting') {
        usual ??= isUsual(cell, ',') ? ',' : isUsual(cell, '.') ? '.' : null;
        continue;
      }
      throw rowError(table, index, title, 'statement_bad_amount', { reason: 'conflicting', text: excerpt(cell) });
    }
  }
  const mark = search.decide();
  if (typeof mark === 'string') {
    findings.decide('decimalMark', { kind: 'decimalMark', mark }, 'onlyMark');
    return mark;
  }
  if (decimals === 0) {
    // What has no cents can only be grouped.
    const grouped: DecimalMark = mark.ambiguous.includes('.') ? ',' : '.';
    findings.decide('decimalMark', { kind: 'decimalMark', mark: grouped }, 'onlyMark');
    return grouped;
  }
  askForMark(findings, mark.ambiguous);
  return null;
}

function askForMark(findings: Findings, example: string): void {
  const number = plainNumber(example) ?? '';
  const choices = (['.', ','] as const).map((value) =>
    choiceOf(value, {
      choice: value === '.' ? 'point' : 'comma',
      sum: { amount: readNumber(number, value) ?? '0.00', currency: '' },
    }),
  );
  findings.ask('decimalMark', { example }, choices);
}

/** Where the file tells the balance after each line; null when it does not. */
export function balanceColumn({ columns, sample }: Findings): CsvColumn | null {
  return columnsOf(columns, 'balance').find(({ numbers }) => numbers > sample.rows.length / 2) ?? null;
}

/** Whether the running balance fits amounts that are read in this way from each line; the first lines are enough to tell. */
export function fitsBalance(
  findings: Findings,
  balance: CsvColumn | null,
  mark: DecimalMark,
  amountOf: (row: readonly string[]) => Amount | null,
): BalanceFit {
  if (balance === null) return 'no';
  const { table, columns } = findings;
  const groups = columnsOf(columns, 'currency', 'own-account');
  const lines = table.rows.slice(table.first, table.first + BALANCED_ROWS).flatMap((row) => {
    const amount = amountOf(row);
    const after = readNumber(clean(row[balance.place]), mark);
    return after === null
      ? []
      : [{ amount, balance: after, group: groups.map(({ place }) => clean(row[place])).join('\n') }];
  });
  return checkBalance(lines);
}

const BALANCED_ROWS = 500;

export const ZERO = parseAmount('0') as Amount;
