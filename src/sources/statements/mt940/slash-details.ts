import { saidOnce } from '../said-once.ts';
import type { EntryDetails } from './entry-details.ts';

/**
 * The Dutch banks' coding: "/TRTP/SEPA OVERBOEKING/IBAN/…/NAME/…/REMI/…/EREF/…", also "/ORDP//NAME/…" and ING's
 * "/CNTP/IBAN/BIC/NAME/CITY///REMI/USTD//…/". Null for a text that is not coded so.
 */
export function readSlashDetails(text: string): EntryDetails | null {
  if (!BEGINS.test(text)) return null;
  const parts = text.split(CODE);
  const values = new Map<string, string>();
  let outer = '';
  let counterparty = '';
  for (let index = 1; index + 1 < parts.length; index += 2) {
    const [code, value] = [parts[index] as string, parts[index + 1] as string];
    // "/ULTD//NAME/…" names the one behind the other party, who is named as well.
    const key = code === 'NAME' && outer.startsWith('ULT') ? 'ULTIMATE' : code;
    if (GROUPS.has(code)) outer = code;
    if (code === 'CNTP') counterparty = value;
    if (!values.has(key)) values.set(key, trimSlashes(value));
  }
  const party = values.get('NAME') || counterparty.split('/')[COUNTERPARTY_NAME] || '';
  const reference = values.get('EREF') ?? '';
  return {
    party: saidOnce(party.trim(), values.get('ULTIMATE') ?? ''),
    purpose: remittance(values.get('REMI') ?? ''),
    kind: values.get('TRTP') ?? values.get('RTYP') ?? '',
    reference: reference === 'NOTPROVIDED' ? '' : reference,
  };
}

/** "USTD//text" is free text, "STRD/CUR/1234" a structured reference. */
function remittance(value: string): string {
  return trimSlashes(value.replace(/^(?:USTD|STRD\/(?:CUR|ISO))(?=\/)/, ''));
}

function trimSlashes(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isSlashOrSpace(value, start)) start += 1;
  while (end > start && isSlashOrSpace(value, end - 1)) end -= 1;
  return value.slice(start, end);
}

function isSlashOrSpace(text: string, at: number): boolean {
  return text[at] === '/' || text[at] === ' ';
}

const CODES =
  'TRTP|RTYP|PREF|EREF|IREF|CREF|MARF|CSID|CNTP|IBAN|BIC|NAME|ADDR|REMI|PURP|ORDP|BENM|RTRN|ULTD|ULTB|ULTC|ISDT|SVCL|TRCD|OCMT|EXCH|CHGS|CHGB';
/** Only codes that exist: a text may hold slashes of its own. */
const CODE = new RegExp(`/(${CODES})(?=/)`);
const BEGINS = new RegExp(`^\\s*/(?:${CODES})/`);
/** Codes that say whom the names behind them belong to. */
const GROUPS = new Set(['ORDP', 'BENM', 'ULTD', 'ULTB', 'ULTC']);
/** "/CNTP/IBAN/BIC/NAME/…": behind the slash, the IBAN and the BIC. */
const COUNTERPARTY_NAME = 3;
