import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { mappingOf, remembering } from '../../../../test/support/csv-files.ts';
import { parseAmount, type Amount } from '../../../core/amount.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { readStatementFile } from '../read-statement.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { zipFormat } from './zip-format.ts';

const FIXTURES = new URL('../../../../test/fixtures/statements/', import.meta.url);
const amount = (text: string) => parseAmount(text) as Amount;

/** A format whose files are "LINES" and descriptions, all of one account. */
const lines: StatementFormat = {
  name: 'lines',
  extensions: ['.lines'],
  scheme: null,
  recognizes: (beginning) => beginning.startsWith('LINES'),
  read: ({ bytes }): Statement => {
    const account = { id: 'a', name: 'Account', currency: 'EUR', lastDigits: null };
    const [, day = '', ...descriptions] = bytes.toString().split('\n');
    const date = day as never;
    return {
      format: 'lines',
      accounts: [{ account, period: { from: date, to: date } }],
      balances: [{ account, kind: 'closing', amount: amount('1'), currency: 'EUR', date, at: null }],
      transactions: descriptions.map((description) => ({
        account,
        providerId: null,
        date,
        amount: amount('-1'),
        currency: 'EUR',
        description,
        status: 'posted',
        raw: null,
      })),
      warnings: [],
    };
  },
};

interface Packed {
  readonly name: string;
  readonly content: string | Buffer;
  readonly flags?: number;
  readonly method?: number;
  /** The size that the directory claims, if it is wrong. */
  readonly size?: number;
  readonly offset?: number;
}

function zip(...files: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  for (const { name, content, flags = 0, method = 8, size, offset } of files) {
    const plain = Buffer.from(content);
    const data = method === 8 ? deflateRawSync(plain) : plain;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(plain), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(size ?? plain.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const at = Buffer.concat(locals).length;
    locals.push(Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), data]));
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset ?? at, 10);
    centrals.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, rest, Buffer.from(name)]),
    );
  }
  const body = Buffer.concat(locals);
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(body.length, 12);
  return Buffer.concat([body, directory, Buffer.from('PK\u0005\u0006'), end]);
}

function read(bytes: Buffer): Promise<Statement> {
  const file: StatementFile = { name: 'bank.zip', bytes };
  return zipFormat([lines], { entries: 3, totalBytes: 10_000 }).read(file);
}

async function refusal(bytes: Buffer): Promise<[code: string, message: string]> {
  try {
    await read(bytes);
  } catch (thrown) {
    if (thrown instanceof PennyrowError) return [thrown.code, thrown.message];
    throw thrown;
  }
  throw new Error('it was read');
}

const first = { name: 'b.lines', content: 'LINES\n2026-01-02\nsecond' };
const other = { name: 'a.lines', content: 'LINES\n2026-01-01\nfirst', method: 0 };

test('reads the files of a zip as one statement, which lists each account once', async () => {
  const statement = await read(zip(first, other));
  expect(statement.format).toBe('zip: lines');
  expect(statement.transactions.map(({ description }) => description)).toEqual(['second', 'first']);
  expect(statement.accounts).toEqual([
    {
      account: { id: 'a', name: 'Account', currency: 'EUR', lastDigits: null },
      period: { from: '2026-01-01', to: '2026-01-02' },
    },
  ]);
  expect(statement.balances.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
    '2026-01-02 1.00',
    '2026-01-01 1.00',
  ]);
});

test('reads a duplicate file in a zip once, and reports files that are not statements, but not folders', async () => {
  const statement = await read(zip(first, { ...first, name: 'copy.lines' }, { name: 'read me.pdf', content: 'Hello' }));
  expect(statement.transactions).toHaveLength(1);
  expect(statement.warnings).toMatchObject([
    { code: 'statement_zip_left_out', message: expect.stringContaining('bank.zip/read me.pdf') },
  ]);
  const mac = await read(zip(first, { name: 'folder/', content: '' }, { name: '__MACOSX/._b.lines', content: 'x' }));
  expect([mac.transactions.length, mac.warnings]).toEqual([1, []]);
});

test.each<[string, Buffer, string, string]>([
  [
    'a file that unpacks to more than the limit',
    zip({ name: 'a.lines', content: `LINES${'x'.repeat(20_000)}` }),
    'statement_too_large',
    'holds too much',
  ],
  [
    'a file that unpacks to more than it claims',
    zip({ name: 'a.lines', content: `LINES${'x'.repeat(20_000)}`, size: 100 }),
    'statement_zip_damaged',
    'damaged or incomplete',
  ],
  [
    'files that together unpack to more than the limit',
    zip(...['a', 'b'].map((name) => ({ name, content: `LINES${name.repeat(6000)}` }))),
    'statement_too_large',
    'holds too much',
  ],
  [
    'too many files',
    zip(...['a', 'b', 'c', 'd'].map((name) => ({ name, content: 'x' }))),
    'statement_too_large',
    'holds too much',
  ],
  [
    'overlapping parts',
    zip(first, { ...first, name: 'c.lines', offset: 0 }),
    'statement_zip_damaged',
    'damaged or incomplete',
  ],
  ['a missing part', zip({ ...first, offset: 5 }), 'statement_zip_damaged', 'damaged or incomplete'],
  ['a password', zip({ ...first, flags: 1 }), 'statement_zip_damaged', 'password'],
  ['an unsupported compression method', zip({ ...first, method: 14 }), 'statement_zip_damaged', '(14)'],
  [
    'a zip within the zip',
    zip({ name: 'inner.zip', content: zip(first), method: 0 }),
    'statement_zip_damaged',
    'bank.zip/inner.zip',
  ],
  [
    'a file with the extension but not the content of a statement',
    zip({ name: 'a.lines', content: 'else' }),
    'statement_unknown_format',
    'bank.zip/a.lines',
  ],
  ['no files', zip(), 'statement_empty', 'no statement'],
])('rejects a zip with %s', async (_, bytes, code, words) => {
  const [found, message] = await refusal(bytes);
  expect(found).toBe(code);
  expect(message).toContain(words);
});

test('rejects a truncated zip file', async () => {
  const whole = zip(first, other);
  for (let length = 0; length < whole.length; length += 1)
    expect((await refusal(whole.subarray(0, length)))[0]).toBe('statement_zip_damaged');
});

test('reads a zip from a common archiver with statements of several formats', async () => {
  const statement = await readStatementFile({
    name: 'day.zip',
    bytes: readFileSync(new URL('camt/day.zip', FIXTURES)),
  });
  expect(statement.format).toBe('zip: CAMT.053.001.04, CAMT.053.001.02, OFX');
  expect(statement.accounts.map(({ account }) => account.name)).toEqual([
    'Vereinskonto ••2957',
    'Sparbank Tannenfels ••6199',
    'Credit line ••551',
  ]);
  expect(statement.transactions).toHaveLength(9);
  expect(statement.warnings.map(({ message }) => message)).toEqual([
    'day.zip/hinweise.pdf: left out, since it is not a statement file.',
  ]);
});

test('reads an ambiguous table in a zip with the mapping that the user chose for the same file without a zip', async () => {
  const content = 'Date,Payee,Amount,Currency\n2026-01-31,Baker,-1.50,EUR\n';
  const file = { name: 'bank.zip', bytes: zip({ name: 'giro.csv', content }) };
  await expect(readStatementFile(file)).rejects.toThrow(
    expect.objectContaining({
      code: 'statement_csv_question',
      message: 'bank.zip/giro.csv needs an answer: Which account is this file from? Give it a name that you recognize.',
      remedy: expect.stringContaining('Unpack the zip file'),
    }),
  );
  const remembered = remembering(mappingOf({ name: 'giro.csv', bytes: Buffer.from(content) }, { account: 'Giro' }));
  expect((await readStatementFile(file, remembered)).transactions).toMatchObject([
    { amount: '-1.50', account: { name: 'Giro' } },
  ]);
});
