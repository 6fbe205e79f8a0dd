import { oneLine } from '../../../core/one-line.ts';
import { described, saidOnce, type Described } from '../said-once.ts';
import { readDetails } from './mt940-details.ts';

/** What an entry has to say for itself, as the file has it. */
export interface EntryTexts {
  /** The ":86:", or empty. */
  readonly details: string;
  readonly supplement: string;
  readonly customerReference: string;
  /** "NTRF". */
  readonly type: string;
}

/** The other party and the purpose as one line; what says the same is said once. Never empty. */
export function describeMt940({ details, supplement, customerReference, type }: EntryTexts): Described {
  const { party, purpose, kind, reference } = readDetails(details);
  const [payee, notes] = [plain(party), plain(purpose)];
  const text = saidOnce(payee, notes);
  if (text !== '') return described(detached(text), { payee: detached(payee), notes: detached(notes) });
  const other = plain(supplement) || plain(kind) || plain(reference);
  if (other !== '') return { description: other };
  const words = TYPES[type.slice(1).toUpperCase()];
  if (isNoReference(customerReference)) return { description: words ?? 'No description' };
  const called = plain(customerReference);
  return { description: words === 'Check' ? `Check ${called}` : called };
}

/** A copy of its own: a piece of a text keeps the whole text in memory, which is several times as long. */
function detached(text: string): string {
  return [text.slice(0, 1), text.slice(1)].join('');
}

/** Whether a reference says that there is none: "NONREF", "NOTPROVIDED", zeros, or nothing. */
export function isNoReference(reference: string): boolean {
  return /^[0\W_]*$|^(?:NONE?REF|NO ?REF|NOTPROVIDED|NOT PROVIDED|NONE|N\/?A)$/i.test(reference);
}

function plain(text: string): string {
  return oneLine(text, LONGEST_PART);
}

/** Six lines of 65 characters, and banks send more. */
const LONGEST_PART = 500;

/** The three letters of a type in words (SWIFT, MT940, field 61). */
const TYPES: Readonly<Record<string, string>> = {
  BNK: 'Bank',
  BOE: 'Bill of exchange',
  BRF: 'Brokerage fee',
  CHG: 'Charges',
  CHK: 'Check',
  CLR: 'Cash letter',
  CMI: 'Cash management',
  COL: 'Collection',
  COM: 'Commission',
  DDT: 'Direct debit',
  DIV: 'Dividend',
  ECK: 'Eurocheque',
  FEX: 'Foreign exchange',
  INT: 'Interest',
  LBX: 'Lock box',
  LDP: 'Loan deposit',
  MSC: 'Miscellaneous',
  RTI: 'Returned item',
  SEC: 'Securities',
  STO: 'Standing order',
  TCK: "Traveller's check",
  TRF: 'Transfer',
  VDA: 'Value date adjustment',
};
