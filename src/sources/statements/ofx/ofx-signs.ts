import type { BankTransaction } from '../../../core/bank-transaction.ts';
import type { SourceMessage } from '../../source.ts';
import type { StatementText } from '../statement-error.ts';
import { fileMessage } from '../statement-message.ts';
import type { OfxStatement } from './ofx-statement.ts';

/**
 * A word about each statement in which every transaction goes the other way than its type says: all debits come in,
 * all credits go out. The amounts are taken as they are, since the sign is what OFX goes by, but a
 * bank that leaves out the minus would turn what was spent into income.
 *
 * @param transactions what the statements' transactions became, in their order
 */
export function signWarnings(
  text: StatementText,
  statements: readonly OfxStatement[],
  transactions: readonly BankTransaction[],
): SourceMessage[] {
  let from = 0;
  return statements.flatMap((statement) => {
    const read = transactions.slice(from, from + statement.transactions.length);
    from += statement.transactions.length;
    const [first] = read;
    const contrary = statement.transactions.filter(
      (transaction, place) => isContrary(transaction.fields['TRNTYPE'], read[place]?.amount ?? '') === true,
    ).length;
    const agreeing = statement.transactions.some(
      (transaction, place) => isContrary(transaction.fields['TRNTYPE'], read[place]?.amount ?? '') === false,
    );
    return first === undefined || contrary === 0 || agreeing
      ? []
      : [
          fileMessage('warning', 'statement_unlikely_signs', text.name, {
            account: first.account.name,
            count: contrary,
          }),
        ];
  });
}

/** Null for a type or an amount that tells nothing. */
function isContrary(type: string | undefined, amount: string): boolean | null {
  const expected = DIRECTIONS.get((type ?? '').trim().toUpperCase());
  if (expected === undefined || /^[-0.]*$/.test(amount)) return null;
  return amount.startsWith('-') !== (expected === 'out');
}

/** Types that mean one direction alone; transfers, interest and the like go both ways. */
const DIRECTIONS: ReadonlyMap<string, 'in' | 'out'> = new Map([
  ['DEBIT', 'out'],
  ['CHECK', 'out'],
  ['PAYMENT', 'out'],
  ['ATM', 'out'],
  ['POS', 'out'],
  ['FEE', 'out'],
  ['SRVCHG', 'out'],
  ['DIRECTDEBIT', 'out'],
  ['CREDIT', 'in'],
  ['DEP', 'in'],
  ['DIRECTDEP', 'in'],
]);
