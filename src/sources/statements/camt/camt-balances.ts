import { addAmounts, negateAmount, type Amount } from '../../../core/amount.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { currencyCode } from '../currency.ts';
import type { LedgerBalance } from '../statement.ts';
import type { CamtFields } from './camt-record.ts';
import { ZERO } from './camt-sum.ts';
import { readCamtAmount, readCamtDate } from './camt-values.ts';

export interface CamtBalance {
  /** OPBD, CLBD, ITBD…; empty when the bank uses a name of its own. */
  readonly kind: string;
  readonly amount: Amount;
  readonly currency: string | null;
  readonly date: CalendarDate | null;
}

/** Null when it cannot be read: a balance is for show and for checking, and does not stop the file. */
export function readBalance(fields: CamtFields): CamtBalance | null {
  const unsigned = readCamtAmount(fields['Amt'] ?? '');
  const indicator = fields['CdtDbtInd'];
  if (unsigned === null || (indicator !== 'CRDT' && indicator !== 'DBIT')) return null;
  return {
    // Version 1 has the code one element higher.
    kind: fields['Tp.CdOrPrtry.Cd'] ?? fields['Tp.Cd'] ?? '',
    amount: indicator === 'DBIT' ? negateAmount(unsigned) : unsigned,
    currency: currencyCode(fields['Amt.Ccy']),
    date: readCamtDate(fields['Dt.Dt'] ?? fields['Dt.DtTm'] ?? fields['Dt'] ?? ''),
  };
}

/** What is on the account in the end: booked, else as of the report, else what is available. */
export function ledgerBalance(balances: readonly CamtBalance[]): LedgerBalance | null {
  for (const kind of BEST_FIRST) {
    const found = balances.findLast((balance) => balance.kind === kind);
    if (found !== undefined) return { amount: found.amount, date: found.date };
  }
  return null;
}

const BEST_FIRST = ['CLBD', 'ITBD', 'CLAV', 'ITAV'];

/** What the balances say that the bookings should come to; null when they do not say it clearly. */
export function expectedChange(
  balances: readonly CamtBalance[],
): { opening: CamtBalance; closing: CamtBalance } | null {
  const opening = onlyOne(balances, 'OPBD') ?? onlyOne(balances, 'PRCD');
  const closing = onlyOne(balances, 'CLBD');
  if (opening === null || closing === null || opening.currency !== closing.currency) return null;
  return { opening, closing };
}

function onlyOne(balances: readonly CamtBalance[], kind: string): CamtBalance | null {
  const found = balances.filter((balance) => balance.kind === kind);
  return found.length === 1 ? (found[0] as CamtBalance) : null;
}

/** What is missing between the two balances; null when the bookings explain it. */
export function unexplained(
  { amount: opening }: CamtBalance,
  booked: Amount,
  { amount: closing }: CamtBalance,
): Amount | null {
  const difference = addAmounts(closing, negateAmount(addAmounts(opening, booked)));
  return difference === ZERO ? null : difference;
}
