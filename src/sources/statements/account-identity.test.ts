import { describe, expect, test } from 'vitest';
import { localAccount } from './account-identity.ts';
import { readStatement } from '../../../test/support/read-statement.ts';

const idOf = (bank: string | null, number: string) => localAccount({ bank, number, kind: null, currency: 'EUR' })?.id;

describe('an account number that is not an IBAN', () => {
  test.each([
    ['SPTADE21XXX', '1234567'],
    ['SPTADE21', '0001234567'],
    ['sptade21', '12 345 67'],
    ['SPTADE21', '12.34.567'],
  ])('identifies the same account with the BIC %s and written as %s', (bank, number) => {
    expect(idOf(bank, number)).toBe(idOf('SPTADE21', '1234567'));
  });

  test('identifies another account at another bank or branch, or without a bank', () => {
    const ids = [
      ['SPTADE21', '1234567'],
      ['SPTADE2A', '1234567'],
      ['SPTADE21050', '1234567'],
      [null, '1234567'],
      ['SPTADE21', '1234568'],
    ] as const;
    expect(new Set(ids.map(([bank, number]) => idOf(bank, number))).size).toBe(ids.length);
  });

  test.each([
    ['2345678901/0800', '8901'],
    ['19-2000145399/0800', '5399'],
    ['11773016-11111018-00000000', '1018'],
    ['117730161111101812345678', '5678'],
    ['PK1234/5678', '5678'],
  ])('shows its own last digits, not those of the bank or of filling zeros: %s', (number, lastDigits) => {
    expect(localAccount({ bank: null, number, kind: null, currency: 'EUR' })).toMatchObject({ lastDigits });
  });

  test('identifies nothing if it has no letters or digits', () => {
    expect(localAccount({ bank: 'SPTADE21', number: ' ', kind: null, currency: 'EUR' })).toBeNull();
  });
});

describe('statements in different formats', () => {
  const accountOf = (name: string, text: string) =>
    readStatement({ name, bytes: Buffer.from(text) }).accounts[0]?.account.id;
  const camt = (account: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct>${account}<Ccy>EUR</Ccy></Acct></Stmt></BkToCstmrStmt></Document>`;
  const mt940 = (account: string) =>
    `:20:X\r\n:25:${account}\r\n:28C:1\r\n:60F:C260101EUR1,00\r\n:62F:C260131EUR1,00\r\n-\r\n`;
  const csv = (account: string) => `Date,Amount,Currency,Payee,Own account\n2026-01-31,-1.00,EUR,Baker,${account}\n`;

  test('identify one account by its IBAN', () => {
    const ids = [
      accountOf('a.xml', camt('<Id><IBAN>NL91 ABNA 0417 1643 00</IBAN></Id>')),
      accountOf('a.xml', camt('<Id><Othr><Id>NL91ABNA0417164300</Id></Othr></Id>')),
      accountOf('a.sta', mt940('NL91ABNA0417164300EUR')),
      accountOf('a.csv', csv('nl91abna0417164300')),
    ];
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^iban:4300-/)));
    expect(new Set(ids).size).toBe(1);
  });

  test('identify one account by its number and bank', () => {
    const svcr = '<Svcr><FinInstnId><BIC>SPTADE21XXX</BIC></FinInstnId></Svcr>';
    const ids = [
      accountOf('a.xml', camt(`<Id><Othr><Id>0001234567</Id></Othr></Id>${svcr}`)),
      accountOf('a.sta', mt940('SPTADE21/1234567')),
    ];
    expect(ids[0]).toMatch(/^account:4567-/);
    expect(ids[1]).toBe(ids[0]);
  });

  test('identify one account by its number without a bank', () => {
    expect(accountOf('a.csv', csv('00012345678'))).toBe(accountOf('a.sta', mt940('12345678')));
  });
});
