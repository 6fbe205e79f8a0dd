import { parseAmount, type Amount } from '../../../../core/amount.ts';
import type { Balance } from '../../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../../core/bank-transaction.ts';
import type { ProvenLines } from '../proof/proven-lines.ts';
import type { Units } from '../proof/units.ts';

export interface ReadRow {
  /** The place of the row among those of the file. */
  readonly index: number;
  readonly transaction: BankTransaction;
}

export function amountOf(units: Units): Amount {
  const digits = String(Math.abs(units)).padStart(5, '0');
  return parseAmount(`${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`) as Amount;
}

/**
 * What the table states before its oldest transaction and after its newest one, on their days. Of a table of several
 * accounts such lines do not say whose they are.
 */
export function statedBalances(
  rows: readonly ReadRow[],
  accounts: readonly BankAccount[],
  { stated, order }: Pick<ProvenLines, 'stated' | 'order'>,
): Balance[] {
  const [account] = accounts;
  const booked = rows.filter(({ transaction: { status } }) => status === 'posted');
  const days = booked.map(({ transaction }) => transaction.date);
  const [first, last] = order === 'oldest-first' ? [days[0], days.at(-1)] : [days.at(-1), days[0]];
  if (account === undefined || accounts.length > 1 || first === undefined || last === undefined) return [];
  const newest = order === 'oldest-first' ? booked.at(-1)?.index : booked[0]?.index;
  const opening = stated.find(({ kind }) => kind === 'opening');
  // Only one behind the newest transaction is of the end: others stand between months.
  const closing = stated.findLast(
    ({ kind, index }) => kind === 'closing' && newest !== undefined && (order === 'oldest-first') === index > newest,
  );
  const balance = (kind: Balance['kind'], units: Units, date: Balance['date']): Balance => ({
    account,
    kind,
    amount: amountOf(units),
    currency: account.currency,
    date,
    at: null,
  });
  return [
    ...(opening === undefined ? [] : [balance('opening', opening.units, first)]),
    ...(closing === undefined ? [] : [balance('closing', closing.units, last)]),
  ];
}
