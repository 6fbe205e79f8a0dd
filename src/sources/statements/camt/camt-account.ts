import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { compact, isIban, localAccount } from '../account-identity.ts';
import type { CamtFields } from './camt-document.ts';
import { negateAmount } from '../../../core/amount.ts';
import type { Balance, BalanceKind } from '../../../core/balance.ts';
import { toInstant, type Instant } from '../../../core/calendar-date.ts';
import { currencyCode } from '../../../core/currency.ts';
import { openingBalance, type FirstBooking } from '../stated-balances.ts';
import { readCamtAmount, readCamtDate } from './camt-values.ts';

export function camtAccount(fields: CamtFields, currency: string): BankAccount | null {
  // `PrtryAcct`, `BBAN` and `UPIC` are element names of version 1.
  const number = fields['Id.Othr.Id'] ?? fields['Id.PrtryAcct.Id'] ?? fields['Id.BBAN'] ?? fields['Id.UPIC'] ?? '';
  const bank = bankOf(fields) ?? null;
  return localAccount({ iban: ibanOf(fields), bank, number, kind: kindOf(fields), currency });
}

export function ibanOf(fields: CamtFields): string | null {
  const iban = compact(fields['Id.IBAN']);
  if (iban !== '') return iban;
  const other = compact(fields['Id.Othr.Id']);
  return isIban(other) ? other : null;
}

/** The bank's name for the account, the type of account such as "Savings", or the bank. */
function kindOf(fields: CamtFields): string | null {
  const type = fields['Tp.Cd'] ?? '';
  const candidates = [fields['Nm'], TYPES.get(type), fields['Tp.Prtry'], fields['Svcr.FinInstnId.Nm'], bicOf(fields)];
  for (const candidate of candidates) {
    const name = oneLine(candidate ?? '', LONGEST_NAME);
    // Skips names that contain the account number, which the id hides.
    if (name !== '' && !/\d(?:[ .-]?\d){6}/.test(name)) return name;
  }
  return null;
}

const LONGEST_NAME = 60;

/** Personal accounts in the external code set "Cash account type" of ISO 20022. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CACC: 'Current account',
    CARD: 'Card',
    CASH: 'Cash account',
    LOAN: 'Loan',
    MOMA: 'Money market',
    ODFT: 'Overdraft',
    SVGS: 'Savings',
    TRAN: 'Current account',
  }),
);

function bicOf(fields: CamtFields): string | undefined {
  return fields['Svcr.FinInstnId.BICFI'] ?? fields['Svcr.FinInstnId.BIC'];
}

function bankOf(fields: CamtFields): string | undefined {
  return (
    bicOf(fields) ?? fields['Svcr.FinInstnId.ClrSysMmbId.MmbId'] ?? fields['Svcr.FinInstnId.CmbndId.ClrSysMmbId.Id']
  );
}

export type CamtBalance = NonNullable<ReturnType<typeof readBalance>>;

export function readBalance(fields: CamtFields) {
  const unsigned = readCamtAmount(fields['Amt'] ?? '');
  const indicator = fields['CdtDbtInd'];
  if (unsigned === null || (indicator !== 'CRDT' && indicator !== 'DBIT')) return null;
  const day = fields['Dt.Dt'] ?? fields['Dt.DtTm'] ?? fields['Dt'] ?? '';
  return {
    // Version 1 has the code one element higher.
    kind: fields['Tp.CdOrPrtry.Cd'] ?? fields['Tp.Cd'] ?? '',
    amount: indicator === 'DBIT' ? negateAmount(unsigned) : unsigned,
    currency: currencyCode(fields['Amt.Ccy']),
    date: readCamtDate(day),
    at: momentOf(day),
    /** True for a balance at the edge of a page rather than of the statement. */
    isIntermediate: (fields['Tp.SubTp.Cd'] ?? '') === 'INTM',
  };
}

/** Null without a time zone, because the moment is ambiguous. */
function momentOf(text: string): Instant | null {
  const ms = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : toInstant(ms);
}

/** Skips the balances of pages and of future days. */
export function accountBalances(
  stated: readonly CamtBalance[],
  account: BankAccount,
  first: FirstBooking | null,
): Balance[] {
  const end = stated.findLast(({ kind, isIntermediate }) => kind === 'CLBD' && !isIntermediate)?.date ?? null;
  return stated.flatMap(({ kind, amount, currency, date, at, isIntermediate }) => {
    if (date === null || isIntermediate) return [];
    const balance = { account, amount, currency: currency ?? account.currency, date, at };
    if (OPENINGS.has(kind)) return openingBalance(balance, first, end) ?? [];
    const balanceKind = KINDS.get(kind);
    return balanceKind === undefined ? [] : { ...balance, kind: balanceKind };
  });
}

/** PRCD, the closing balance of the previous statement, is the opening balance of this one. */
const OPENINGS: ReadonlySet<string> = new Set(['OPBD', 'PRCD']);

const KINDS: ReadonlyMap<string, BalanceKind> = new Map([
  ['CLBD', 'closing'],
  ['ITBD', 'booked'],
  ['CLAV', 'available'],
  ['ITAV', 'available'],
]);

export function outerBalances(
  balances: readonly CamtBalance[],
): { readonly opening: CamtBalance; readonly closing: CamtBalance } | null {
  const opening = onlyOne(balances, 'OPBD') ?? onlyOne(balances, 'PRCD');
  const closing = onlyOne(balances, 'CLBD');
  if (opening === null || closing === null || opening.currency !== closing.currency) return null;
  return { opening, closing };
}

function onlyOne(balances: readonly CamtBalance[], kind: string): CamtBalance | null {
  const found = balances.filter((balance) => balance.kind === kind && !balance.isIntermediate);
  return found.length === 1 ? (found[0] as CamtBalance) : null;
}
