import type { Amount } from '../../../core/amount.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import { currencyCode } from '../currency.ts';
import { ExactSum, ZERO } from '../sum-check.ts';
import { excerpt } from '../statement-error.ts';
import { describeCamt } from './camt-description.ts';
import type { Described } from '../description-parts.ts';
import { camtError } from './camt-xml.ts';
import { detailIds, entryReference, type ProviderIds } from './camt-identity.ts';
import type { CamtEntry, CamtFields, CamtKind } from './camt-record.ts';
import { readCamtAmount } from './camt-values.ts';

export interface EntryContext {
  readonly file: string;
  readonly kind: CamtKind;
  readonly account: BankAccount;
  readonly ownIban: string | null;
  readonly ids: ProviderIds;
  readonly readDate: (text: string) => CalendarDate | null;
}

export interface ReadEntry {
  readonly transactions: readonly BankTransaction[];
  readonly amount: Amount;
  readonly currency: string;
  readonly status: 'pending' | 'posted';
  readonly date: CalendarDate;
  readonly isValueDate: boolean;
}

/** Null for advice (INFO) and announcements (FUTR), which are not bookings. Errors name the entry's place. */
export function readEntry(context: EntryContext, entry: CamtEntry): ReadEntry | null {
  const status = statusOf(context, entry);
  if (status === null) return null;
  const amount = signed(context, entry, entry.fields['CdtDbtInd'], amountOf(context, entry));
  const currency = currencyCode(entry.fields['Amt.Ccy']) ?? context.account.currency;
  const whole: EntryParts = { date: dateOf(context, entry), amount, currency, status };
  const parts = partAmounts(context, entry, whole);
  const transactions = parts === null ? [one(context, entry, whole)] : split(context, entry, whole, parts);
  const isValueDate = !('BookgDt.Dt' in entry.fields || 'BookgDt.DtTm' in entry.fields);
  return { transactions, amount, currency, status, date: whole.date, isValueDate };
}

type EntryParts = Pick<ReadEntry, 'date' | 'amount' | 'currency' | 'status'>;

function one(context: EntryContext, { fields, details }: CamtEntry, whole: EntryParts): BankTransaction {
  const single = details.length === 1 ? (details[0] as CamtFields) : null;
  const count = details.length > 1 ? details.length : (announcedCount(fields) ?? 1);
  const raw = single ?? (details.length === 0 ? undefined : details.slice(0, MOST_RAW_DETAILS));
  return transactionOf(context, whole, {
    reference: entryReference(fields, single),
    ...describe(context, fields, count > 1 ? null : single, whole, count),
    raw: raw === undefined ? { Ntry: fields } : { Ntry: fields, TxDtls: raw },
  });
}

/** The number of parts of an unsplit collective booking that are kept as raw data. */
const MOST_RAW_DETAILS = 20;

function split(
  context: EntryContext,
  { fields, details }: CamtEntry,
  whole: EntryParts,
  amounts: readonly Amount[],
): BankTransaction[] {
  const references = detailIds(fields, details);
  return details.map((detail, index) => {
    const part = { ...whole, amount: amounts[index] as Amount };
    return transactionOf(context, part, {
      reference: references[index] ?? null,
      ...describe(context, fields, detail, part, 1, true),
      raw: { Ntry: fields, TxDtls: detail },
    });
  });
}

function describe(
  context: EntryContext,
  entry: CamtFields,
  details: CamtFields | null,
  { amount, currency }: EntryParts,
  count: number,
  isPart = false,
): Described {
  return describeCamt({
    entry,
    details,
    count,
    isPart,
    isMoneyIn: !amount.startsWith('-'),
    currency,
    ownIban: context.ownIban,
  });
}

function transactionOf(
  { account, ids }: EntryContext,
  { date, amount, currency, status }: EntryParts,
  { reference, raw, ...described }: Described & { reference: string | null; raw: unknown },
): BankTransaction {
  const transaction = { account, providerId: null as string | null, date, amount, currency, ...described, status, raw };
  // `ids` keeps the transaction itself, because a copy would double the memory.
  if (reference !== null) transaction.providerId = ids.idOf(reference, transaction);
  return transaction;
}

/** The amounts of a collective booking's parts; null unless each has one in the entry's currency and they add up. */
function partAmounts(
  context: EntryContext,
  entry: CamtEntry,
  { amount, currency }: EntryParts,
): readonly Amount[] | null {
  if (entry.details.length < 2) return null;
  const amounts: Amount[] = [];
  for (const detail of entry.details) {
    const part = partAmount(detail, currency);
    if (part === null) return null;
    amounts.push(signed(context, entry, detail['CdtDbtInd'] ?? entry.fields['CdtDbtInd'], part));
  }
  const sum = new ExactSum();
  for (const part of amounts) sum.add(part);
  return sum.total() === amount ? amounts : null;
}

/** Version 2 has no Amt for a part, only the amount of its transaction. */
function partAmount(detail: CamtFields, currency: string): Amount | null {
  for (const field of ['Amt', 'AmtDtls.TxAmt.Amt', 'AmtDtls.InstdAmt.Amt']) {
    const amount = readCamtAmount(detail[field] ?? '');
    if (amount !== null && (currencyCode(detail[`${field}.Ccy`]) ?? currency) === currency) return amount;
  }
  return null;
}

function announcedCount(fields: CamtFields): number | null {
  const text = fields['NtryDtls.Btch.NbOfTxs'] ?? fields['Btch.NbOfTxs'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function amountOf({ file }: EntryContext, { fields, place }: CamtEntry): Amount {
  const amount = readCamtAmount(fields['Amt'] ?? '');
  if (amount !== null) return amount;
  throw camtError('statement_bad_amount', file, place, { reason: 'missing' });
}

/** The indicator describes the booking itself, also for a reversal: DBIT is always money out (ISO 20022, CdtDbtInd). */
function signed({ file }: EntryContext, { place }: CamtEntry, indicator: string | undefined, amount: Amount): Amount {
  if (indicator === 'CRDT') return amount;
  if (indicator === 'DBIT') return amount === ZERO ? amount : (`-${amount}` as Amount);
  throw camtError(
    'statement_bad_amount',
    file,
    place,
    indicator === undefined || indicator === ''
      ? { reason: 'noDirection' }
      : { reason: 'direction', text: excerpt(indicator) },
  );
}

/** The booking day. Pending entries may have a value date only. */
function dateOf({ file, readDate }: EntryContext, { fields, place }: CamtEntry): CalendarDate {
  for (const field of ['BookgDt.Dt', 'BookgDt.DtTm', 'ValDt.Dt', 'ValDt.DtTm']) {
    const date = readDate(fields[field] ?? '');
    if (date !== null) return date;
  }
  throw camtError('statement_bad_date', file, place, { reason: 'missing' });
}

/** The code is the element's text up to version 7, and a child element from version 8. */
function statusOf({ file, kind }: EntryContext, { fields, place }: CamtEntry): 'pending' | 'posted' | null {
  const status = fields['Sts.Cd'] ?? fields['Sts'] ?? fields['Sts.Prtry'] ?? '';
  if (status === 'BOOK') return 'posted';
  if (status === 'PDNG') return 'pending';
  if (status === 'INFO' || status === 'FUTR') return null;
  if (isPlaceholder(status) && kind === '053') return 'posted';
  throw camtError(
    'statement_unreadable',
    file,
    place,
    status === '' ? { reason: 'noStatus' } : { reason: 'unknownStatus', text: excerpt(status) },
  );
}
