import { oneLine } from '../../../core/one-line.ts';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import { isTrue, readCamtAmount } from './camt-values.ts';
import { withParts, plainText, joinDistinct, type Described } from '../description-parts.ts';
import type { CamtFields } from './camt-document.ts';

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
}

export function describeCamt(about: DescribedEntry): Described {
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

function otherParty({ fields, isMoneyIn, ownIban }: DescribedEntry, details: CamtFields): string {
  // Reversals usually name the parties of the reversed booking.
  const isReversal = isTrue(fields['RvslInd']);
  const isCreditor = isMoneyIn === isReversal;
  const likely = isCreditor ? 'Cdtr' : 'Dbtr';
  const other = isCreditor ? 'Dbtr' : 'Cdtr';
  const isOwn =
    ownIban !== null && details[`RltdPties.${likely}Acct.Id.IBAN`]?.replace(/\s/g, '').toUpperCase() === ownIban;
  if (isOwn) return partyName(details, other);
  return partyName(details, likely) || (isReversal ? partyName(details, other) : '');
}

function partyName(details: CamtFields, role: 'Cdtr' | 'Dbtr'): string {
  const name = plain(details[`RltdPties.${role}.Nm`] ?? details[`RltdPties.${role}.Pty.Nm`]);
  const ultimate = plain(details[`RltdPties.Ultmt${role}.Nm`] ?? details[`RltdPties.Ultmt${role}.Pty.Nm`]);
  if (name === '' || ultimate === '') return name || ultimate;
  return contains(name, ultimate) ? name : `${name} (${ultimate})`;
}

function purposeOf(details: CamtFields): string {
  let text = joinDistinct(plain(details['RmtInf.Ustrd']), plain(details['RmtInf.Strd.AddtlRmtInf']));
  for (const field of REFERENCES) {
    const reference = plain(details[field]);
    if (reference !== '') text = joinDistinct(text, contains(text, reference) ? '' : `Ref. ${reference}`);
  }
  return text;
}

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

/** External code set "Bank transaction family". */
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
