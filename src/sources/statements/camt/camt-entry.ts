import { type Amount, AmountSum } from '../../../core/amount.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import { currencyCode } from '../currency.ts';
import { ZERO } from '../statement-builder.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { describeCamt } from './camt-description.ts';
import type { CamtFields, CamtRecord } from './camt-document.ts';
import { detailIds, entryReference, type ProviderIds } from './camt-identity.ts';
import { readCamtAmount, readCamtDate } from './camt-values.ts';

/** Named after the messages camt.052 (report), camt.053 (statement) and camt.054 (notification). */
export type CamtKind = '052' | '053' | '054';

export interface EntryContext {
  readonly text: StatementText;
  readonly kind: CamtKind;
  readonly account: BankAccount;
  readonly ownIban: string | null;
  readonly ids: ProviderIds;
}

interface EntryValues {
  readonly date: CalendarDate;
  readonly amount: Amount;
  readonly currency: string;
  readonly status: 'pending' | 'posted';
}

interface ReadEntry extends EntryValues {
  readonly transactions: readonly BankTransaction[];
  readonly isValueDate: boolean;
}

/** Null for advice (INFO) and announcements (FUTR), which are not bookings. Errors name the entry's place. */
export function readEntry(context: EntryContext, entry: CamtRecord): ReadEntry | null {
  const { fields, details } = entry;
  const status = statusOf(context, entry);
  if (status === null) return null;
  const amount = signed(context, entry, fields['CdtDbtInd'], amountOf(context, entry));
  const currency = currencyCode(fields['Amt.Ccy']) ?? context.account.currency;
  const whole: EntryValues = { date: dateOf(context, entry), amount, currency, status };
  const amounts = partAmounts(context, entry, whole);
  const references = amounts === null ? [] : detailIds(fields, details);
  const transactions =
    amounts === null
      ? [wholeEntry(context, entry, whole)]
      : details.map((detail, index) => {
          const part = { ...whole, amount: amounts[index] as Amount };
          const raw = { Ntry: fields, TxDtls: detail };
          return transactionOf(
            context,
            part,
            { fields, detail, count: 1, isPart: true },
            references[index] ?? null,
            raw,
          );
        });
  const isValueDate = !('BookgDt.Dt' in fields || 'BookgDt.DtTm' in fields);
  return { ...whole, transactions, isValueDate };
}

function wholeEntry(context: EntryContext, { fields, details }: CamtRecord, whole: EntryValues): BankTransaction {
  const [first = null] = details;
  const single = details.length === 1 ? first : null;
  const count = details.length > 1 ? details.length : (announcedCount(fields) ?? 1);
  const payments = single ?? (details.length === 0 ? undefined : details.slice(0, MOST_RAW_DETAILS));
  const raw = payments === undefined ? { Ntry: fields } : { Ntry: fields, TxDtls: payments };
  const about = { fields, detail: count > 1 ? null : single, count, isPart: false };
  return transactionOf(context, whole, about, entryReference(fields, single), raw);
}

/** The number of parts of an unsplit collective booking that are kept as raw data. */
const MOST_RAW_DETAILS = 20;

function transactionOf(
  { account, ids, ownIban }: EntryContext,
  { date, amount, currency, status }: EntryValues,
  about: Pick<Parameters<typeof describeCamt>[0], 'fields' | 'detail' | 'count' | 'isPart'>,
  reference: string | null,
  raw: unknown,
): BankTransaction {
  const described = describeCamt({ ...about, isMoneyIn: !amount.startsWith('-'), currency, ownIban });
  const transaction = { account, providerId: null as string | null, date, amount, currency, ...described, status, raw };
  // `ids` keeps the transaction itself, because a copy would double the memory.
  if (reference !== null) transaction.providerId = ids.idOf(reference, transaction);
  return transaction;
}

/** The amounts of a collective booking's parts; null unless each has one in the entry's currency and they add up. */
function partAmounts(
  context: EntryContext,
  entry: CamtRecord,
  { amount, currency }: EntryValues,
): readonly Amount[] | null {
  if (entry.details.length < 2) return null;
  const amounts: Amount[] = [];
  for (const detail of entry.details) {
    const part = partAmount(detail, currency);
    if (part === null) return null;
    amounts.push(signed(context, entry, detail['CdtDbtInd'] ?? entry.fields['CdtDbtInd'], part));
  }
  const sum = new AmountSum();
  for (const part of amounts) sum.add(part);
  return sum.total === amount ? amounts : null;
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

function amountOf({ text }: EntryContext, { fields, offset }: CamtRecord): Amount {
  const amount = readCamtAmount(fields['Amt'] ?? '');
  if (amount !== null) return amount;
  throw placeError('statement_bad_amount', text, offset, { reason: 'missing' });
}

/** The indicator describes the booking itself, also for a reversal: DBIT is always money out (ISO 20022, CdtDbtInd). */
function signed({ text }: EntryContext, { offset }: CamtRecord, indicator: string | undefined, amount: Amount): Amount {
  if (indicator === 'CRDT') return amount;
  if (indicator === 'DBIT') return amount === ZERO ? amount : (`-${amount}` as Amount);
  const fault =
    (indicator ?? '') === ''
      ? ({ reason: 'noDirection' } as const)
      : ({ reason: 'direction', text: excerpt(indicator ?? '') } as const);
  throw placeError('statement_bad_amount', text, offset, fault);
}

/** The booking day. Pending entries may have a value date only. */
function dateOf({ text }: EntryContext, { fields, offset }: CamtRecord): CalendarDate {
  for (const field of ['BookgDt.Dt', 'BookgDt.DtTm', 'ValDt.Dt', 'ValDt.DtTm']) {
    const date = readCamtDate(fields[field] ?? '');
    if (date !== null) return date;
  }
  throw placeError('statement_bad_date', text, offset, { reason: 'missing' });
}

/** The code is the element's text up to version 7, and a child element from version 8. */
function statusOf({ text, kind }: EntryContext, { fields, offset }: CamtRecord): 'pending' | 'posted' | null {
  const status = fields['Sts.Cd'] ?? fields['Sts'] ?? fields['Sts.Prtry'] ?? '';
  if (status === 'BOOK') return 'posted';
  if (status === 'PDNG') return 'pending';
  if (status === 'INFO' || status === 'FUTR') return null;
  if (isPlaceholder(status) && kind === '053') return 'posted';
  const fault =
    status === '' ? ({ reason: 'noStatus' } as const) : ({ reason: 'unknownStatus', text: excerpt(status) } as const);
  throw placeError('statement_unreadable', text, offset, fault);
}
