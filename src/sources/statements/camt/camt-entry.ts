import { type Amount, AmountSum } from '../../../core/amount.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import { compact } from '../account-identity.ts';
import { currencyCode } from '../../../core/currency.ts';
import { ZERO } from '../statement-builder.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import type { CamtFields, CamtRecord } from './camt-document.ts';
import { detailIds, entryReference, type ProviderIds } from './camt-identity.ts';
import { readCamtAmount, readCamtDate, isTrue } from './camt-values.ts';
import { oneLine } from '../../../core/one-line.ts';
import { withParts, plainText, joinDistinct, type Described } from '../description-parts.ts';

/** Named after the messages camt.052 (report), camt.053 (statement) and camt.054 (notification). */
export type CamtKind = '052' | '053' | '054';

export interface EntryContext {
  readonly text: StatementText;
  readonly kind: CamtKind;
  readonly account: BankAccount;
  readonly ownIban: string | null;
  readonly ids: ProviderIds;
}

type EntryValues = Pick<BankTransaction, 'date' | 'amount' | 'currency' | 'status'>;

/** Null for advice (INFO) and announcements (FUTR), which are not bookings. Errors name the entry's place. */
export function readEntry(context: EntryContext, entry: CamtRecord) {
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
          const about = { fields, detail, count: 1, isPart: true };
          return transactionOf(context, part, about, references[index] ?? null, { Ntry: fields, TxDtls: detail });
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

const MOST_RAW_DETAILS = 20;

function transactionOf(
  { account, ids, ownIban }: EntryContext,
  { date, amount, currency, status }: EntryValues,
  about: Pick<DescribedEntry, 'fields' | 'detail' | 'count' | 'isPart'>,
  reference: string | null,
  raw: unknown,
): BankTransaction {
  const isReturn = RETURNS.some((field) => field in (about.detail ?? {}));
  const described = { ...about, isMoneyIn: !amount.startsWith('-'), currency, ownIban, isReturn };
  const texts = {
    ...describeCamt(described),
    // Finds rows of earlier versions of Pennyrow, which named the account holder instead of the counterparty.
    ...(isReturn && { formerDescription: describeCamt({ ...described, isReturn: false }).description }),
  };
  const transaction = { account, providerId: null as string | null, date, amount, currency, ...texts, status, raw };
  // Sets the id on the same object, because `ids` keeps a reference to it. A copy would double the memory.
  if (reference !== null) transaction.providerId = ids.idOf(reference, transaction);
  return transaction;
}

const RETURNS = ['RtrInf.Rsn.Cd', 'RtrInf.Rsn.Prtry', 'RtrInf.AddtlInf'];

/** The amounts of a collective booking's parts; null unless each part has one in the entry's currency and all add up. */
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
  throw placeError('statement_bad_amount', text, offset, {
    reason: 'direction',
    text: excerpt(indicator || 'CdtDbtInd'),
  });
}

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
  throw placeError('statement_unreadable', text, offset, { reason: 'status', text: excerpt(status || 'Sts') });
}

interface DescribedEntry {
  readonly fields: CamtFields;
  readonly detail: CamtFields | null;
  readonly count: number;
  /** True if the entry's text describes several payments, of which this is one. */
  readonly isPart: boolean;
  readonly isMoneyIn: boolean;
  readonly currency: string;
  /** Distinguishes the counterparty from the account holder. */
  readonly ownIban: string | null;
  readonly isReturn: boolean;
}

function describeCamt(about: DescribedEntry): Described {
  const { fields: entry, detail, count, isPart } = about;
  const details = detail ?? {};
  const payee = otherParty(about, details);
  const purpose = purposeOf(details);
  const isDescribed = isPart ? payee !== '' || purpose !== '' : payee !== '' && purpose !== '';
  const info = joinDistinct(
    isDescribed ? '' : plain(entry['AddtlNtryInf']),
    payee !== '' && purpose !== '' ? '' : plain(details['AddtlTxInf']),
  );
  const text =
    joinDistinct(joinDistinct(payee, info), purpose) ||
    bookingWords(entry, details) ||
    (count > 1 ? 'Collective booking' : 'No description');
  const foreign = foreignAmount(details, about.currency, text);
  const more = `${foreign}${count > 1 ? ` (${count} payments)` : ''}${isTrue(entry['RvslInd']) ? ' (reversal)' : ''}`;
  const notes = joinDistinct(info, purpose);
  return withParts(`${text}${more}`, { payee, notes: notes === '' ? '' : `${notes}${more}` });
}

function otherParty({ fields, isMoneyIn, ownIban, isReturn }: DescribedEntry, details: CamtFields): string {
  // Reversals and returns usually name the parties of the original payment, so creditor and debtor are swapped.
  const isReversal = isTrue(fields['RvslInd']) || isReturn;
  const isCreditor = isMoneyIn === isReversal;
  const likely = isCreditor ? 'Cdtr' : 'Dbtr';
  const other = isCreditor ? 'Dbtr' : 'Cdtr';
  if (ownIban !== null && compact(details[`RltdPties.${likely}Acct.Id.IBAN`]) === ownIban)
    return partyName(details, other);
  return partyName(details, likely) || (isReversal ? partyName(details, other) : '');
}

function partyName(details: CamtFields, role: 'Cdtr' | 'Dbtr'): string {
  const name = plain(details[`RltdPties.${role}.Nm`] ?? details[`RltdPties.${role}.Pty.Nm`]);
  const ultimate = plain(details[`RltdPties.Ultmt${role}.Nm`] ?? details[`RltdPties.Ultmt${role}.Pty.Nm`]);
  if (name === '' || ultimate === '') return name || ultimate;
  return contains(name, ultimate) ? name : `${name} (${ultimate})`;
}

function purposeOf(details: CamtFields): string {
  const more = details['RmtInf.Strd.AddtlRmtInf']?.replace(NO_ERROR, '');
  let text = joinDistinct(plain(details['RmtInf.Ustrd']), plain(more));
  for (const field of REFERENCES) {
    const reference = plain(details[field]);
    if (reference !== '') text = joinDistinct(text, contains(text, reference) ? '' : `Ref. ${reference}`);
  }
  return text;
}

/** PostFinance adds these codes to payments with a payment slip. Other numbers report an error, so they are kept. */
const NO_ERROR = /\?(?:REJECT\?0|ERROR\?000)(?!\d)/g;

const REFERENCES = ['RmtInf.Strd.RfrdDocInf.Nb', 'RmtInf.Strd.CdtrRefInf.Ref'];

/** " (USD 18.00)" if the payment was in another currency than the account. */
function foreignAmount(details: CamtFields, currency: string, text: string): string {
  for (const field of ['AmtDtls.InstdAmt.Amt', 'AmtDtls.TxAmt.Amt']) {
    const amount = readCamtAmount(details[field] ?? '');
    const foreign = plain(details[`${field}.Ccy`]).toUpperCase();
    if (amount === null || foreign === '' || foreign === currency) continue;
    return contains(text, amount) || contains(text, amount.replace('.', ',')) ? '' : ` (${foreign} ${amount})`;
  }
  return '';
}

function plain(text: string | undefined): string {
  if (text === undefined || isPlaceholder(text)) return '';
  return plainText(text);
}

function contains(text: string, piece: string): boolean {
  return text.length >= piece.length && text.toLowerCase().includes(piece.toLowerCase());
}

function bookingWords(entry: CamtFields, details: CamtFields): string {
  for (const fields of [details, entry]) {
    const words =
      SUB_FAMILIES.get(fields['BkTxCd.Domn.Fmly.SubFmlyCd'] ?? '') ?? FAMILIES.get(fields['BkTxCd.Domn.Fmly.Cd'] ?? '');
    if (words !== undefined) return words;
  }
  return oneLine(details['BkTxCd.Prtry.Cd'] ?? entry['BkTxCd.Prtry.Cd'] ?? '', 60);
}

/** Common codes of personal accounts in the external code set "Bank transaction sub family" of ISO 20022. */
const SUB_FAMILIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ATXN: 'Foreign exchange',
    BOOK: 'Internal transfer',
    CDPT: 'Cash deposit',
    CHRG: 'Charges',
    CWDL: 'Cash withdrawal',
    DMCT: 'Transfer',
    ESCT: 'SEPA credit transfer',
    ESDD: 'SEPA direct debit',
    BBDD: 'SEPA direct debit',
    FEES: 'Fees',
    INTR: 'Interest',
    POSD: 'Card purchase',
    POSC: 'Card purchase',
    PRDD: 'Returned direct debit',
    RRTN: 'Returned transfer',
    SALA: 'Salary',
    STDO: 'Standing order',
    UPDD: 'Returned direct debit',
    XBCT: 'Transfer from or to abroad',
  }),
);

const FAMILIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CCRD: 'Card',
    CHRG: 'Charges',
    CNTR: 'Cash',
    ICDT: 'Transfer',
    ICHQ: 'Cheque',
    IDDT: 'Direct debit',
    IRCT: 'Instant transfer',
    MCRD: 'Card',
    RCCN: 'Transfer',
    RCDT: 'Transfer',
    RCHQ: 'Cheque',
    RDDT: 'Direct debit',
    RRCT: 'Instant transfer',
  }),
);
