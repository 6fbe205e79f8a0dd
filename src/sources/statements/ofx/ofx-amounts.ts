import { decimalsOf } from '../currency.ts';
import { DecimalMarkSearch, type DecimalMark, type DecimalMarkProblem } from '../../../core/amount-text.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import type { OfxStatement, OfxTransaction } from './ofx-statement.ts';
import { placeOfField } from './ofx-place.ts';

/**
 * The decimal mark that all amounts of the file agree on. Throws `statement_bad_amount` with the place of
 * the first one that is no amount, contradicts the others, or could mean two things.
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
 * Empty when the transaction has none. A mark without a digit is nothing, as a printed form leaves out zeros: the day's balance
 * of Caixa in Brazil is such a line.
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
