import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../../../../test/support/cases.ts';
import { countTried, cutLengths, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import type { BankTransaction } from '../../../core/bank-transaction.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { readStatementFile } from '../read-statement.ts';
import type { Statement } from '../statement.ts';

const FIXTURES = new URL('../../../../test/fixtures/statements/camt/', import.meta.url);
const files = readdirSync(FIXTURES)
  .filter((name) => /\.(xml|zip)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(new URL(name, FIXTURES)) }));
const RUNS = caseCount(30, 60);
const tried = countTried('CAMT and zip');

/** The statement, or the code of a statement error. Other errors fail the test. */
async function attempt(bytes: Buffer): Promise<Statement | string> {
  tried();
  const name = 'fuzz.xml';
  const outcome = await readStatementFile({ name, bytes }).then(
    (statement) => () => statement,
    (thrown: unknown) => () => {
      throw thrown;
    },
  );
  return readOrRefused(name, outcome);
}

function expectSound(result: Statement | string): void {
  if (typeof result === 'string') return;
  for (const { date, amount } of result.transactions)
    expect([parseCalendarDate(date), parseAmount(amount)]).toEqual([date, amount]);
}

/** The number of entries that became transactions; a collective booking counts once. */
function entriesOf(result: Statement | string): number {
  if (typeof result === 'string') return 0;
  return new Set(result.transactions.map(({ raw }) => (raw as { Ntry: unknown }).Ntry)).size;
}

/** True if a warning reports entries with a skipped status. */
function reportsSkipped({ warnings }: Statement): boolean {
  return warnings.some(({ code }) => code === 'statement_not_booked');
}

const PIECES = [
  '<',
  '>',
  '&',
  '</',
  '<Ntry>',
  '</Ntry>',
  '</Stmt>',
  '<A/>',
  '&#0;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '\0',
  '\n',
  '"',
  '<!DOCTYPE a>',
];

describe.each(files)('the reader of $name', ({ name, bytes }) => {
  test('rejects a truncated file, or reads it whole if the cut is after its end', async () => {
    const whole = await attempt(bytes);
    for (const length of cutLengths(bytes.length)) {
      const result = await attempt(bytes.subarray(0, length));
      expect(typeof result === 'string' ? whole : result).toEqual(whole);
    }
  });

  test('rejects a file with a replaced, omitted or doubled piece, or reads it correctly', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((some) => Buffer.from(some)),
      fc.constantFrom(...PIECES).map((text) => Buffer.from(text)),
      fc.tuple(fc.nat(bytes.length), fc.nat(200)).map(([from, length]) => bytes.subarray(from, from + length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), fc.oneof(fc.nat(3), fc.nat(300)), piece, async (at, removed, inserted) => {
        expectSound(await attempt(Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)])));
      }),
      { numRuns: RUNS },
    );
  });

  test('loses no entry silently if any letter changes', async () => {
    if (name.endsWith('.zip')) return;
    const entries = entriesOf(await attempt(bytes));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.constantFrom('a', 'Z', '9'), async (at, letter) => {
        const changed = Buffer.from(bytes);
        changed[at] = letter.charCodeAt(0);
        const result = await attempt(changed);
        if (typeof result !== 'string' && !reportsSkipped(result)) expect(entriesOf(result)).toBe(entries);
      }),
      { numRuns: RUNS },
    );
  });
});

test('random bytes after a valid beginning of a CAMT or zip file are read or rejected', async () => {
  const beginning = fc.constantFrom(
    '',
    '<BkToCstmrStmt>',
    'PK\u0003\u0004',
    'PK\u0005\u0006',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">',
  );
  await fc.assert(
    fc.asyncProperty(beginning, fc.uint8Array({ maxLength: 300 }), async (beginning, bytes) =>
      expectSound(await attempt(Buffer.concat([Buffer.from(beginning), bytes]))),
    ),
    { numRuns: RUNS * 5 },
  );
});

test.each([
  ['unclosed nested tags', '<A>'.repeat(100_000)],
  ['a million "<"', '<'.repeat(1_000_000)],
  ['ampersands', `<Nm>${'&'.repeat(500_000)}`],
  ['unterminated references', `<Nm>${'&#'.repeat(300_000)}</Nm>`],
  ['unterminated comments', '<!--'.repeat(250_000)],
  ['very many tag names', Array.from({ length: 100_000 }, (_, index) => `<T${index}/>`).join('')],
  ['a field that is repeated very often', `<Stmt><Ntry>${'<A>1</A>'.repeat(200_000)}</Ntry></Stmt>`],
  ['very many attributes', `<A ${Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(' ')}>`],
])('the CAMT reader parses or rejects %s quickly', async (_, text) => {
  expect(await attempt(Buffer.from(`<BkToCstmrStmt>${text}</BkToCstmrStmt>`))).toMatch(/^statement_/);
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a CAMT element named %s is read like any other field',
  async (name) => {
    const bytes = readFileSync(new URL('german-v2.xml', FIXTURES));
    const whole = (await attempt(bytes)) as Statement;
    const text = bytes.toString().replaceAll(/<(Ntry|Stmt|Document[^>]*)>/g, (tag) => `${tag}<${name}>1</${name}>`);
    const result = (await attempt(Buffer.from(text))) as Statement;
    expect(result.accounts).toEqual(whole.accounts);
    expect(result.transactions.map(withoutRaw)).toEqual(whole.transactions.map(withoutRaw));
    expect(result.transactions[0]?.raw).toMatchObject({ Ntry: { [`${name}_`]: '1' } });
  },
);

test('CAMT codes with the names of object properties are ignored', async () => {
  const text = readFileSync(new URL('german-v2.xml', FIXTURES), 'utf8')
    .replace('<SubFmlyCd>CHRG', '<SubFmlyCd>constructor')
    .replace('<Cd>MDOP', '<Cd>toString')
    .replace('<Ccy>EUR</Ccy>', '<Tp><Cd>valueOf</Cd></Tp><Ccy>EUR</Ccy>');
  const result = (await attempt(Buffer.from(text))) as Statement;
  expect(result.transactions.at(-1)?.description).toBe('No description');
  expect(result.accounts[0]?.account.name).toBe('Sparbank Tannenfels ••6199');
});

function withoutRaw(transaction: BankTransaction): BankTransaction {
  return { ...transaction, raw: null };
}
