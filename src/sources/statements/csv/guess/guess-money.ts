import { DecimalMarkSearch, type DecimalMark, isUsual, plainNumber, readNumber } from '../../../../core/amount-text.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { excerpt } from '../../statement-error.ts';
import { rowError } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { type Findings, choiceOf } from './unclear.ts';

/**
 * The decimal mark that all these columns share; null if "1,234" is ambiguous. Throws `statement_bad_amount` if two
 * amounts contradict each other.
 * @param decimals of the currency; two if it is unknown.
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
      // Skips amounts in the same notation as the first one, for speed.
      if (usual !== null && isUsual(cell, usual)) continue;
      const plain = plainNumber(cell);
      if (plain === null || isDateShaped(cell)) continue;
      // Reading reports cells that are no amounts.
      if (search.see(plain, decimals, cell) !== 'conflicting') {
        usual ??= isUsual(cell, ',') ? ',' : isUsual(cell, '.') ? '.' : null;
        continue;
      }
      throw rowError(table, index, title, 'statement_bad_amount', { reason: 'conflicting', text: excerpt(cell) });
    }
  }
  const found = search.decide();
  const mark = typeof found === 'string' ? found : (markAbove(table) ?? found);
  if (typeof mark === 'string') {
    findings.decide('decimalMark', { kind: 'decimalMark', mark }, 'onlyMark');
    return mark;
  }
  if (decimals === 0) {
    // In a currency without decimals, a mark can only group digits.
    const grouped: DecimalMark = mark.ambiguous.includes('.') ? ',' : '.';
    findings.decide('decimalMark', { kind: 'decimalMark', mark: grouped }, 'onlyMark');
    return grouped;
  }
  askForMark(findings, mark.ambiguous);
  return null;
}

/** The mark of the amounts above the table, such as a balance; null without one or if they differ. */
function markAbove(table: CsvTable): DecimalMark | null {
  const above = table.rows
    .slice(0, table.header ?? table.first)
    .flat()
    .join('\n');
  const amounts = above.match(/(?<![\d.,])\d[\d.,]*[.,]\d\d(?![\d.,])/g) ?? [];
  const marks = new Set((['.', ','] as const).filter((mark) => amounts.some((amount) => isUsual(amount, mark))));
  const [mark] = marks;
  return marks.size === 1 ? (mark ?? null) : null;
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

/** The column with the balance after each line; null if there is none. */
export function balanceColumn({ columns, sample }: Findings): CsvColumn | null {
  return columnsOf(columns, 'balance').find(({ numbers }) => numbers > sample.rows.length / 2) ?? null;
}
