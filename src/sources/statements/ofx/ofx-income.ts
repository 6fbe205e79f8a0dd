import type { OfxFields, OfxTransaction } from './ofx-statement.ts';

/**
 * Income of an investment account as the movement of cash that it is, by the names of a bank's transaction; null for one
 * that does not say how much it was. A purchase of securities with it stands beside it, as a trade.
 *
 * @param sent the leaves of an INCOME, such as a dividend.
 */
export function incomeTransaction(sent: OfxFields, offset: number): OfxTransaction | null {
  const date = sent['INVTRAN.DTSETTLE'] === undefined ? 'DTTRADE' : 'DTSETTLE';
  const fields: Record<string, string> = { TRNTYPE: TYPES[(sent['INCOMETYPE'] ?? '').toUpperCase()] ?? 'INCOME' };
  for (const [name, from] of [
    ['DTPOSTED', `INVTRAN.${date}`],
    ['TRNAMT', 'TOTAL'],
    ['FITID', 'INVTRAN.FITID'],
    ['MEMO', 'INVTRAN.MEMO'],
    ['CURRENCY.CURSYM', 'CURRENCY.CURSYM'],
  ] as const) {
    const value = sent[from];
    if (value !== undefined) fields[name] = value;
  }
  if (fields['TRNAMT'] === undefined) return null;
  return { fields, offset, pending: false, income: { sent, tags: { DTPOSTED: date, TRNAMT: 'TOTAL' } } };
}

/** The fields of an income that names the security it is from, once the file has said how that is called. */
export function namedIncome({ fields, income }: OfxTransaction, securities: ReadonlyMap<string, string>): OfxFields {
  if (income === undefined) return fields;
  const called = securities.get(income.sent['SECID.UNIQUEID'] ?? '') ?? '';
  return called === ''
    ? fields
    : { ...fields, NAME: called, MEMO: fields['MEMO'] ?? WORDS[fields['TRNTYPE'] ?? ''] ?? 'Income' };
}

/** INCOMETYPE (OFX 2.2, section 13.9.2.4) as the TRNTYPE that people know. */
const TYPES: Readonly<Record<string, string>> = { DIV: 'DIV', INTEREST: 'INT' };
const WORDS: Readonly<Record<string, string>> = { DIV: 'Dividend', INT: 'Interest' };
