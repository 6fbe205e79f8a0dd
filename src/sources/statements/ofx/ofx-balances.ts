import type { Balance, BalanceKind } from '../../../core/balance.ts';
import type { SourceMessage } from '../../source.ts';
import { readDecimal, type DecimalMark } from '../../../core/amount-text.ts';
import { excerpt, type StatementText } from '../statement-error.ts';
import { readOfxDate, readOfxMoment } from './ofx-date.ts';
import type { OfxFields, OfxStatement } from './ofx-statement.ts';
import type { StatementSide } from './ofx-transaction.ts';
import { balanceWarning } from './ofx-warnings.ts';

export interface ReadBalances {
  readonly balances: readonly Balance[];
  readonly warnings: readonly SourceMessage[];
}

/**
 * What a statement says that the account holds. One without a day says nothing of any. A balance is no booking: one that
 * cannot be read is told, and does not stop the file.
 */
export function readBalances(
  text: StatementText,
  statement: OfxStatement,
  side: StatementSide,
  mark: DecimalMark,
): ReadBalances {
  const balances: Balance[] = [];
  const warnings: SourceMessage[] = [];
  const stated: readonly (readonly [BalanceKind, OfxFields | null])[] = [
    // What trades took from the cash is not imported, so no balance of an investment account proves anything.
    [statement.kind === 'investment' ? 'available' : 'booked', statement.balance],
    ['available', statement.available],
  ];
  for (const [kind, fields] of stated) {
    const written = fields?.['BALAMT'] ?? '';
    if (isNothing(written)) continue;
    // Where the bank writes it with another mark than the amounts, only that one can be meant.
    const amount = readDecimal(written, mark) ?? readDecimal(written, mark === '.' ? ',' : '.');
    const date = readOfxDate(fields?.['DTASOF'] ?? '');
    if (amount === null) warnings.push(balanceWarning(text, side.account, excerpt(written)));
    else if (date !== null) {
      const at = readOfxMoment(fields?.['DTASOF'] ?? '');
      balances.push({ account: side.account, kind, amount, currency: side.currency, date, at });
    }
  }
  return { balances, warnings };
}

/** What banks fill the field with that have no balance to tell. */
function isNothing(written: string): boolean {
  return /^[\s.,-]*$/.test(written);
}
