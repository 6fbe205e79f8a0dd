import { describe, expect, test } from 'vitest';
import { statedBalances } from '../../../../test/support/statement-fixtures.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import type { Statement } from '../statement.ts';

/** A deviation of a bank in an otherwise plain file. */
interface Habit {
  readonly header?: string;
  readonly currency?: string;
  readonly transactions?: string;
  readonly balance?: string;
  readonly end?: string;
  readonly encoding?: BufferEncoding;
}

const ONE = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260131<TRNAMT>-1.50<FITID>1<NAME>Bäckerei</STMTTRN>';

function bytesOf({
  header = '',
  currency = '<CURDEF>EUR',
  transactions = ONE,
  balance = '',
  end = '</OFX>',
  encoding = 'utf8',
}: Habit): Buffer {
  const account = '<BANKACCTFROM><BANKID>1<ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>';
  return Buffer.from(
    `${header}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${currency}${account}<BANKTRANLIST>${transactions}</BANKTRANLIST>${balance}</STMTRS></STMTTRNRS></BANKMSGSRSV1>${end}`,
    encoding,
  );
}

const read = (habit: Habit): Statement => readStatement({ name: 'habit.ofx', bytes: bytesOf(habit) });

function refusalOf(habit: Habit): string {
  try {
    read(habit);
  } catch (thrown) {
    if (thrown instanceof PennyrowError) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
  return 'was read';
}

const lines = ({ transactions }: Statement): string[] =>
  transactions.map(({ date, amount, description, providerId }) => `${date} ${amount} ${description} ${providerId}`);

const entry = (fields: string): string => `<STMTTRN>${fields}</STMTTRN>`;

describe('readOfx for harmless deviations of banks', () => {
  test.each<[string, Habit]>([
    ['no header at all', {}],
    ['no header, and Windows-1252 letters', { encoding: 'latin1' }],
    ['a header without line breaks', { header: 'OFXHEADER:100DATA:OFXSGMLVERSION:102ENCODING:USASCIICHARSET:1252' }],
    ['a header that claims Windows-1252 for UTF-8', { header: 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n' }],
    [
      'a header with the Java name of an encoding',
      { header: 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:ISO8859_1\n\n', encoding: 'latin1' },
    ],
    [
      'HTTP headers before the OFX header',
      { header: 'HTTP/1.1 200 OK\r\nContent-Type: application/x-ofx\r\n\r\nOFXHEADER:100\r\nVERSION:102\r\n\r\n' },
    ],
    ['a DOS end-of-file mark', { end: '</OFX>\r\n\u001a' }],
    ['a duplicate end tag of a leaf', { transactions: ONE.replace('</STMTTRN>', '</NAME></NAME></STMTTRN>') }],
    ['a duplicate end tag of a transaction', { transactions: `${ONE}</STMTTRN>` }],
    ['a duplicate end tag of the list', { balance: '</BANKTRANLIST>' }],
    ['a duplicate last end tag', { end: '</OFX></OFX>' }],
    ['an end tag without a start', { transactions: ONE.replace('<NAME>', '</TRNUID><NAME>') }],
  ])('reads %s', (_, habit) => {
    expect(lines(read(habit))).toEqual(['2026-01-31 -1.50 Bäckerei 1']);
  });

  test('reads an id that several transactions share, and a missing id', () => {
    const transactions = [
      '<DTPOSTED>20260130120000[-5:EST]<TRNAMT>-1,50<FITID>0<NAME>A & B',
      '<DTPOSTED>20260131<TRNAMT>-2,00<FITID>0<NAME>C <D AT&T',
      '<DTPOSTED>2026-01-31<TRNAMT>-1.234,00<NAME>E&nbsp;F',
    ];
    expect(lines(read({ transactions: transactions.map(entry).join('') }))).toEqual([
      '2026-01-30 -1.50 A & B 0',
      '2026-01-31 -2.00 C <D AT&T 0',
      '2026-01-31 -1234.00 E F null',
    ]);
  });

  test('reads both decimal marks if two digits follow the only mark of each amount', () => {
    const amounts = ['-560,00', '0.07', '600,00', '-12'];
    const transactions = amounts.map((amount) => entry(`<DTPOSTED>20260131<TRNAMT>${amount}<NAME>A`)).join('');
    expect(read({ transactions }).transactions.map(({ amount }) => amount)).toEqual([
      '-560.00',
      '0.07',
      '600.00',
      '-12.00',
    ]);
    const grouped = transactions + entry('<DTPOSTED>20260131<TRNAMT>1.234<NAME>A');
    expect(refusalOf({ transactions: grouped })).toContain('statement_bad_amount');
  });

  test('reads a balance of whole thousands with the decimal mark of the amounts', () => {
    const transactions = entry('<DTPOSTED>20260131<TRNAMT>-12,50<NAME>A');
    const balance = '<LEDGERBAL><BALAMT>1.234<DTASOF>20260131</LEDGERBAL>';
    expect(statedBalances(read({ transactions, balance }))).toEqual(['booked 1234.00 EUR 2026-01-31']);
  });

  test('reads a card statement that ends like the statement of an account', () => {
    const card = '<CURDEF>AUD<CCACCTFROM><ACCTID>12345678</CCACCTFROM>';
    const text = `<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>${card}<BANKTRANLIST>${ONE}</BANKTRANLIST></STMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
    const statement = readStatement({ name: 'card.ofx', bytes: Buffer.from(text) });
    expect(lines(statement)).toEqual(['2026-01-31 -1.50 Bäckerei 1']);
    expect(statement.accounts[0]?.account).toMatchObject({ name: 'Card ••5678', currency: 'AUD' });
  });

  test('reads an amount without digits as zero', () => {
    const transactions = [
      '<DTPOSTED>20260130<TRNAMT>            .  <FITID>0<MEMO>SALDO DIA',
      '<DTPOSTED>20260131<TRNAMT>-2.50<FITID>1<NAME>Padaria',
    ];
    expect(lines(read({ transactions: transactions.map(entry).join('') }))).toEqual([
      '2026-01-30 0.00 SALDO DIA 0',
      '2026-01-31 -2.50 Padaria 1',
    ]);
  });

  test.each([
    ['that is empty', '<LEDGERBAL><BALAMT><DTASOF></LEDGERBAL>', []],
    ['that is empty in XML', '<LEDGERBAL><BALAMT></BALAMT><DTASOF/></LEDGERBAL>', []],
    ['that consists of a point', '<LEDGERBAL><BALAMT> . <DTASOF>20260131</LEDGERBAL>', []],
    ['without content', '<LEDGERBAL></LEDGERBAL><AVAILBAL></AVAILBAL>', []],
    [
      'with another decimal mark than the amounts',
      '<LEDGERBAL><BALAMT>1.234,50<DTASOF>20260131</LEDGERBAL>',
      ['booked 1234.50 EUR 2026-01-31'],
    ],
    ['with an invalid day', '<LEDGERBAL><BALAMT>1.00<DTASOF>00000000</LEDGERBAL>', []],
    [
      'and an available balance, each with its time',
      '<LEDGERBAL><BALAMT>-1.00<DTASOF>20260131233000.000[-5:EST]</LEDGERBAL><AVAILBAL><BALAMT>9.00<DTASOF>20260201 0530[+5.5]</AVAILBAL>',
      [
        'booked -1.00 EUR 2026-01-31 2026-02-01T04:30:00.000Z',
        'available 9.00 EUR 2026-02-01 2026-02-01T00:00:00.000Z',
      ],
    ],
    [
      'with a time without a zone',
      '<LEDGERBAL><BALAMT>1.00<DTASOF>20260131120000</LEDGERBAL>',
      ['booked 1.00 EUR 2026-01-31'],
    ],
  ])('reads a balance %s', (_, balance, expected) => {
    const statement = read({ balance });
    expect(statedBalances(statement)).toEqual(expected);
    expect(statement.warnings).toEqual([]);
  });

  test('reads a transaction list without an end tag, and the content after it', () => {
    const bytes = Buffer.from(
      bytesOf({ balance: '<LEDGERBAL><BALAMT>2.00<DTASOF>20260131</LEDGERBAL>' })
        .toString()
        .replace('<BANKTRANLIST>', '<BANKTRANLIST><DTSTART>20260101<DTEND>20260131')
        .replace('</BANKTRANLIST>', ''),
    );
    const statement = readStatement({ name: 'habit.ofx', bytes });
    expect(lines(statement)).toEqual(['2026-01-31 -1.50 Bäckerei 1']);
    expect(statement.accounts[0]?.period).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect(statedBalances(statement)).toEqual(['booked 2.00 EUR 2026-01-31']);
  });

  test('reads an empty currency, with a warning', () => {
    const statement = read({ currency: '<CURDEF>' });
    expect(statement.transactions[0]?.currency).toBe('XXX');
    expect(statement.warnings).toMatchObject([{ code: 'statement_no_currency' }]);
  });
});

describe('readOfx for an invalid file', () => {
  // The expected place is the field, or the transaction if the field is missing.
  test.each<[string, string, string, string]>([
    [
      'a time without a day',
      '<DTPOSTED>120000<TRNAMT>-1.00',
      '<DTPOSTED>',
      'statement_bad_date: habit.ofx, line 1, column PLACE: "120000" is not a date of the calendar.',
    ],
    [
      'an empty date',
      '<DTPOSTED><TRNAMT>-1.00',
      '<STMTTRN>',
      'statement_bad_date: habit.ofx, line 1, column PLACE: the transaction that begins here has no date.',
    ],
    [
      'an empty amount',
      '<DTPOSTED>20260131<TRNAMT>',
      '<STMTTRN>',
      'statement_bad_amount: habit.ofx, line 1, column PLACE: the transaction that begins here has no amount.',
    ],
    [
      'an exponent',
      '<DTPOSTED>20260131<TRNAMT>1E3',
      '<TRNAMT>',
      'statement_bad_amount: habit.ofx, line 1, column PLACE: the amount "1E3" is not a number that Pennyrow can read.',
    ],
  ])('reports the place of %s', (_, fields, marker, expected) => {
    const habit = { transactions: entry(fields) };
    expect(refusalOf(habit)).toBe(expected.replace('PLACE', String(bytesOf(habit).indexOf(marker) + 1)));
  });

  test.each<[string, Habit, string]>([
    [
      'a missing end tag',
      { end: '' },
      'statement_truncated: habit.ofx, line 1, column 1: the file ends before what begins here is complete.',
    ],
    [
      'ASCII letters that claim to be UTF-16',
      { header: 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:CSUNICODE\n\n', encoding: 'latin1' },
      'statement_encoding: habit.ofx: its text cannot be decoded: it claims to be UTF-16LE, but holds bytes that are not.',
    ],
  ])('rejects %s', (_, habit, expected) => {
    expect(refusalOf(habit)).toBe(expected);
  });
});

describe('signs that contradict the OFX types', () => {
  type Typed = readonly [type: string, amount: string];
  const typed = (...entries: readonly Typed[]) =>
    read({
      transactions: entries
        .map(([type, amount], place) => entry(`<TRNTYPE>${type}<DTPOSTED>20260131<TRNAMT>${amount}<FITID>${place}`))
        .join(''),
    });

  test('cause a warning if no transaction has the sign of its type, and the amounts stay unchanged', () => {
    const statement = typed(['DEBIT', '1.50'], ['POS', '2.00'], ['XFER', '-3.00']);
    expect(statement.transactions.map(({ amount }) => amount)).toEqual(['1.50', '2.00', '-3.00']);
    expect(statement.warnings).toMatchObject([{ code: 'statement_unlikely_signs', severity: 'warning' }]);
    expect(statement.warnings[0]?.message).toContain('habit.ofx: all 2 transactions of Checking ••5678');
    expect(typed(['CREDIT', '-9.00']).warnings[0]?.message).toContain('the only transaction of Checking ••5678');
  });

  test.each<{ readonly by: string; readonly entries: readonly Typed[] }>([
    {
      by: 'a transaction that agrees',
      entries: [
        ['DEBIT', '-1.50'],
        ['DEBIT', '2.00'],
      ],
    },
    {
      by: 'types without a direction',
      entries: [
        ['XFER', '1.00'],
        ['INT', '-1.00'],
        ['OTHER', '1.00'],
      ],
    },
    { by: 'zero amounts', entries: [['DEBIT', '0.00']] },
  ])('cause no warning if the statement has $by', ({ entries }) => {
    expect(typed(...entries).warnings).toEqual([]);
  });
});
