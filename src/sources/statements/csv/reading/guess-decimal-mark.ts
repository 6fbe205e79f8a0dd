import { DecimalMarkSearch, isUsual, plainNumber, readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { excerpt } from '../../statement-error.ts';
import type { CsvColumn } from '../table/csv-columns.ts';
import { rowError } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { choiceOf, type Findings } from './findings.ts';

const MARKS: readonly DecimalMark[] = ['.', ','];

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
  const found = answers.decimalMark ?? decimalMarkIn(table, columns, decimals);
  if (typeof found === 'string') {
    findings.because('decimalMark', answers.decimalMark === undefined ? 'format' : 'given');
    return found;
  }
  const example = plainNumber(found.ambiguous) ?? '';
  const choices = MARKS.map((mark) =>
    choiceOf(mark, { choice: 'sum', sum: { amount: readNumber(example, mark) ?? '0.00', currency: '' } }),
  );
  findings.ask('decimalMark', { example: found.ambiguous }, choices);
  return null;
}

function decimalMarkIn(table: CsvTable, columns: readonly CsvColumn[], decimals: number) {
  const search = new DecimalMarkSearch<string>();
  let usual: DecimalMark | undefined;
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    for (const { place, title } of columns) {
      const cell = clean(row[place]);
      // Skips amounts in the same notation as the first one, for speed.
      if (usual !== undefined && isUsual(cell, usual)) continue;
      const plain = plainNumber(cell);
      // Reading reports cells that are no amounts.
      if (plain === null || isDateShaped(cell)) continue;
      if (search.see(plain, decimals, cell) === 'conflicting')
        throw rowError(table, index, title, 'statement_bad_amount', { reason: 'conflicting', text: excerpt(cell) });
      usual ??= MARKS.find((mark) => isUsual(cell, mark));
    }
  }
  const found = search.decide();
  if (typeof found === 'string') return found;
  const above = markAbove(table);
  if (above !== null || decimals > 0) return above ?? found;
  // In a currency without decimals, a mark can only group digits.
  return found.ambiguous.includes('.') ? ',' : '.';
}

/** The mark of the amounts above the table, such as a balance; null without one or if they differ. */
function markAbove(table: CsvTable): DecimalMark | null {
  const above = table.rows
    .slice(0, table.header ?? table.first)
    .flat()
    .join('\n');
  const amounts = above.match(/(?<![\d.,])\d[\d.,]*[.,]\d\d(?![\d.,])/g) ?? [];
  const [mark, ...more] = MARKS.filter((mark) => amounts.some((amount) => isUsual(amount, mark)));
  return mark === undefined || more.length > 0 ? null : mark;
}
