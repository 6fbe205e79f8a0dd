import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statementFixtures } from '../../../test/support/statement-fixtures.ts';
import { addAmounts, parseAmount, type Amount } from '../../core/amount.ts';
import { readStatement } from '../../../test/support/read-statement.ts';
import { StatementBuilder } from './statement-builder.ts';

const amount = (text: string) => parseAmount(text) as Amount;
const between = { account: 'Everyday', currency: 'EUR', offset: null } as const;
const stated = (sum: Amount) => ({ amount: sum, date: null });
const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => amount((cents / 100).toFixed(2)));

test('checkSum reports a difference only if a statement does not add up', () => {
  fc.assert(
    fc.property(cents, cents, cents, (opening, booked, off) => {
      const check = new StatementBuilder({ name: 'may.sta', text: '' });
      const closing = addAmounts(opening, booked);
      check.checkSum({ ...between, opening: stated(opening), booked, closing: stated(closing) });
      expect(check.finish('MT940').warnings).toEqual([]);
      check.checkSum({ ...between, opening: stated(opening), booked, closing: stated(addAmounts(closing, off)) });
      const warnings = check
        .finish('MT940')
        .warnings.map(({ params }) => (params as { difference: { amount: string } }).difference.amount);
      expect(warnings).toEqual(off === '0.00' ? [] : [off]);
    }),
  );
});

test('checkSum lists the first few warnings, and counts the others', () => {
  const check = new StatementBuilder({ name: 'many.sta', text: '' });
  for (let index = 0; index < 9; index += 1)
    check.checkSum({ ...between, opening: stated(amount('0')), booked: amount('1'), closing: stated(amount('3')) });
  expect(check.finish('MT940').warnings).toHaveLength(6);
  expect(check.finish('MT940').warnings).toHaveLength(6);
  expect(check.finish('MT940').warnings.at(-1)?.message).toBe('many.sta: the same in 4 more places.');
});

const MT940 = [
  ':20:X',
  ':25:NL91ABNA0417164300',
  ':28C:1',
  ':60F:C260130EUR10,00',
  ':61:2601310131C1,00NTRFNONREF',
  ':61:2601310131EC5,00NTRFNONREF',
  ':62F:C260131EUR12,00',
  '-',
];
const entry = (amount: string, sts: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${sts}</Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt></Ntry>`;
const balance = (kind: string, amount: string, day: string, currency = 'EUR') =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
const camt = (inside: string) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id><Ccy>EUR</Ccy></Acct>${inside}</Stmt></BkToCstmrStmt></Document>`;
const ENTRIES = entry('1.00', 'BOOK') + entry('5.00', 'PDNG');

const read = (text: string) => readStatement({ name: 'odd', bytes: Buffer.from(text) });
const SAID =
  'odd: Account ••4300, 30 Jan 2026 to 31 Jan 2026: opening balance €10.00 and bookings of €1.00 do not give the closing balance €12.00';

describe('a statement whose balances do not match its transactions', () => {
  test.each([
    ['MT940', MT940.join('\n')],
    ['CAMT', camt(balance('OPBD', '10.00', '2026-01-30') + balance('CLBD', '12.00', '2026-01-31') + ENTRIES)],
    [
      'CAMT with the previous closing balance',
      camt(balance('PRCD', '10.00', '2026-01-30') + balance('CLBD', '12.00', '2026-01-31') + ENTRIES),
    ],
  ])('causes a warning with the difference in %s', (_, text) => {
    const { transactions, warnings } = read(text);
    expect(transactions.map(({ amount }) => amount)).toEqual(['1.00', '5.00']);
    expect(warnings).toMatchObject([{ code: 'statement_balance_mismatch', severity: 'warning' }]);
    expect(warnings[0]?.message).toContain(SAID);
    expect(warnings[0]?.message).toContain('€1.00 are not explained.');
  });

  test.each([
    ['without an opening balance', camt(balance('CLBD', '12.00', '2026-01-31') + ENTRIES)],
    [
      'with an interim balance',
      camt(balance('OPBD', '10.00', '2026-01-30') + balance('ITBD', '12.00', '2026-01-31') + ENTRIES),
    ],
    [
      'in two currencies',
      camt(balance('OPBD', '10.00', '2026-01-30', 'USD') + balance('CLBD', '12.00', '2026-01-31') + ENTRIES),
    ],
  ])('causes no warning %s', (_, text) => {
    expect(read(text).warnings).toEqual([]);
  });
});

describe('a consistent statement causes no warning', () => {
  const inconsistent = new Set(['unbalanced.sta', 'bare-ampersands-v2.xml']);
  const formats = ['mt940', 'camt', 'csv', 'qif', '.'];
  const files = formats.flatMap((format) => {
    const { folder } = statementFixtures(format);
    return readdirSync(folder, { withFileTypes: true })
      .filter((file) => file.isFile() && /[^.]\.\w+$/.test(file.name) && !file.name.endsWith('.zip'))
      .map(({ name }) => ({ format, name }));
  });

  test.each(files.filter(({ name }) => !inconsistent.has(name)))('$format/$name', ({ format, name }) => {
    let codes: readonly string[] = [];
    try {
      codes = statementFixtures(format)
        .read(name)
        .warnings.map(({ code }) => code);
    } catch {
      // A table that requires answers of the user has no warnings.
    }
    expect(codes).not.toContain('statement_balance_mismatch');
  });
});
