import fc from 'fast-check';
import { parseSync } from 'ofx-js';
import { expect, test } from 'vitest';
import { fromEpochDay } from '../../../core/calendar-date.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';

const word = fc.stringMatching(/^[A-Za-z0-9.,'#*é寿-]{1,12}$/);
const transactions = fc.array(
  fc.record({
    TRNTYPE: fc.constantFrom('DEBIT', 'CREDIT', 'POS'),
    DTPOSTED: fc
      .integer({ min: 10_000, max: 30_000 })
      .map((day) => `${fromEpochDay(day).replaceAll('-', '')}120000[-5:EST]`),
    TRNAMT: fc.stringMatching(/^[-+]?(0|[1-9]\d{0,6})\.\d\d$/),
    FITID: word,
    NAME: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  }),
  // At least two, because ofx-js returns a list with one item as an object.
  { minLength: 2, maxLength: 12 },
);

type Fields = typeof transactions extends fc.Arbitrary<(infer T)[]> ? T : never;

const STYLES = {
  'OFX 1 with unclosed tags': (name: string, value: string) => `<${name}>${value}\r\n`,
  'OFX 2 with closed tags': (name: string, value: string) => `<${name}>${value}</${name}>`,
};

function write(list: readonly Fields[], leaf: (name: string, value: string) => string): string {
  const leaves = (fields: Fields) => Object.entries(fields).map(([name, value]) => leaf(name, value));
  const body = list.map((fields) => `<STMTTRN>${leaves(fields).join('')}</STMTTRN>`);
  const account = `<BANKACCTFROM>${leaf('BANKID', '1')}${leaf('ACCTID', '42')}${leaf('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>`;
  const statement = `<STMTRS>${leaf('CURDEF', 'USD')}${account}<BANKTRANLIST>${body.join('\n')}</BANKTRANLIST></STMTRS>`;
  return `OFXHEADER:100\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS>${statement}</STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

test.each(Object.entries(STYLES))('the OFX reader reads %s like another OFX parser', (_, leaf) => {
  fc.assert(
    fc.property(transactions, (list) => {
      const text = write(list, leaf);
      const ours = readStatement({ name: 'x.ofx', bytes: Buffer.from(text) }).transactions.map(({ raw }) => raw);
      const theirs: unknown = parseSync(text).OFX['BANKMSGSRSV1'].STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN;
      expect(ours).toEqual(list);
      expect(ours).toEqual(theirs);
    }),
  );
});
