import { decimalsOf } from '../currency.ts';
import { DecimalMarkSearch, type DecimalMark, type DecimalMarkProblem } from '../../../core/amount-text.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import type { OfxStatement, OfxTransaction } from './ofx-statement.ts';

/**
 * The decimal mark of all amounts in the file. Throws `statement_bad_amount` with the place of the first amount that is
 * invalid, contradicts the others, or is ambiguous.
 */
export function agreedDecimalMark(text: StatementText, statements: readonly OfxStatement[]): DecimalMark {
  const search = new DecimalMarkSearch<OfxTransaction>();
  for (const statement of statements) {
    const decimals = decimalsOf(statement.currency);
    for (const transaction of statement.transactions) {
      const problem = search.see(amountText(transaction), decimals, transaction);
      if (problem !== null) throw badAmount(text, transaction, problem);
    }
  }
  const mark = search.decide();
  if (typeof mark === 'string') return mark;
  throw badAmount(text, mark.ambiguous, 'ambiguous');
}

/**
 * Empty if the transaction has none. A mark without digits counts as none: Caixa in Brazil lists the balance of a day
 * this way.
 */
export function amountText(transaction: OfxTransaction): string {
  const text = transaction.fields['TRNAMT'] ?? '';
  return text === '.' || text === ',' ? '0' : text;
}

export function badAmount(text: StatementText, transaction: OfxTransaction, problem: DecimalMarkProblem) {
  const place = placeOfField(text, transaction, 'TRNAMT');
  const written = amountText(transaction);
  return placeError(
    'statement_bad_amount',
    text,
    place,
    written === '' ? { reason: 'missing' } : { reason: problem, text: excerpt(written) },
  );
}

/** The place of a field for messages; the transaction's place if the field is missing. */
export function placeOfField(
  statement: StatementText,
  { fields, offset, income }: OfxTransaction,
  field: string,
): number {
  if (fields[field] === undefined) return offset;
  const tag = new RegExp(`<${income?.tags[field] ?? field}[\\s>]`, 'gi');
  tag.lastIndex = offset;
  return tag.exec(statement.text)?.index ?? offset;
}
