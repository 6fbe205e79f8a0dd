import { oneLine } from '../../../core/one-line.ts';
import type { CamtFields } from './camt-record.ts';

/** What BkTxCd says of a booking, for entries that say nothing else; empty when it says nothing that people read. */
export function bookingWords(entry: CamtFields, details: CamtFields | null): string {
  for (const fields of [details, entry]) {
    const family = fields?.['BkTxCd.Domn.Fmly.Cd'] ?? '';
    const detail = fields?.['BkTxCd.Domn.Fmly.SubFmlyCd'] ?? '';
    const words = SUB_FAMILIES.get(detail) ?? FAMILIES.get(family);
    if (words !== undefined) return words;
  }
  return oneLine(details?.['BkTxCd.Prtry.Cd'] ?? entry['BkTxCd.Prtry.Cd'] ?? '', 60);
}

/** External code set "Bank transaction sub family" of ISO 20022: the usual ones of private accounts. */
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
