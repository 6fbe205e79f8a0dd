import { oneLine } from '../../../core/one-line.ts';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import { isTrue, readCamtAmount } from './camt-values.ts';
import { described, saidOnce, type Described } from '../said-once.ts';
import { bookingWords } from './camt-bank-codes.ts';
import type { CamtFields } from './camt-record.ts';

export interface DescribedEntry {
  readonly entry: CamtFields;
  /** What is known of the single payment; null for an entry without, or for a collective one. */
  readonly details: CamtFields | null;
  /** How many payments a collective entry stands for; 1 for any other. */
  readonly count: number;
  /** Whether it is one of several payments of the entry: then the entry's own text is about all of them. */
  readonly isPart: boolean;
  readonly isMoneyIn: boolean;
  readonly currency: string;
  /** To tell the other party from the account's own holder. */
  readonly ownIban: string | null;
}

/** The other party and what the payment is for, as one line; what says the same is said once. Never empty. */
export function describeCamt(about: DescribedEntry): Described {
  const { entry, details, count, isPart } = about;
  const payee = details === null ? '' : otherParty(about, details);
  const purpose = details === null ? '' : purposeOf(details);
  const isTold = isPart ? payee !== '' || purpose !== '' : payee !== '' && purpose !== '';
  const info = saidOnce(
    isTold ? '' : plain(entry['AddtlNtryInf']),
    payee !== '' && purpose !== '' ? '' : plain(details?.['AddtlTxInf']),
  );
  const text =
    saidOnce(saidOnce(payee, info), purpose) ||
    bookingWords(entry, details) ||
    (count > 1 ? 'Collective booking' : 'No description');
  const foreign = details === null ? '' : foreignAmount(details, about.currency, text);
  const more = `${foreign}${count > 1 ? ` (${count} payments)` : ''}${isTrue(entry['RvslInd']) ? ' (reversal)' : ''}`;
  const notes = saidOnce(info, purpose);
  return described(`${text}${more}`, { payee, notes: notes === '' ? '' : `${notes}${more}` });
}

/** Who got the money, or who sent it, with the one it was for in the end if that is somebody else. */
function otherParty({ entry, isMoneyIn, ownIban }: DescribedEntry, details: CamtFields): string {
  // A reversal names the parties of what it reverses, mostly.
  const isReversal = isTrue(entry['RvslInd']);
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
  return saysAlready(name, ultimate) ? name : `${name} (${ultimate})`;
}

/** Free text as it is; structured references only where they add something. */
function purposeOf(details: CamtFields): string {
  let text = saidOnce(plain(details['RmtInf.Ustrd']), plain(details['RmtInf.Strd.AddtlRmtInf']));
  for (const field of REFERENCES) {
    const reference = plain(details[field]);
    if (reference !== '') text = saidOnce(text, saysAlready(text, reference) ? '' : `Ref. ${reference}`);
  }
  return text;
}

const REFERENCES = ['RmtInf.Strd.RfrdDocInf.Nb', 'RmtInf.Strd.CdtrRefInf.Ref'];

/** " (USD 18.00)" when the payment was made in other money; the amount of the row is in the account's. */
function foreignAmount(details: CamtFields, currency: string, text: string): string {
  for (const field of ['AmtDtls.InstdAmt.Amt', 'AmtDtls.TxAmt.Amt']) {
    const amount = readCamtAmount(details[field] ?? '');
    const foreign = plain(details[`${field}.Ccy`]).toUpperCase();
    if (amount === null || foreign === '' || foreign === currency) continue;
    return saysAlready(text, amount) || saysAlready(text, amount.replace('.', ',')) ? '' : ` (${foreign} ${amount})`;
  }
  return '';
}

function plain(text: string | undefined): string {
  if (text === undefined || isPlaceholder(text)) return '';
  return oneLine(text, LONGEST_PART);
}

/** Several remittance lines of 140 characters are usual. */
const LONGEST_PART = 500;

function saysAlready(text: string, piece: string): boolean {
  return text.length >= piece.length && text.toLowerCase().includes(piece.toLowerCase());
}
