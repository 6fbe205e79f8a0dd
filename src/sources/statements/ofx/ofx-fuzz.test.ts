import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../../../../test/support/cases.ts';
import { countTried, cutLengths, pieceOf, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import type { Statement } from '../statement.ts';

const FIXTURES = new URL('../../../../test/fixtures/statements/', import.meta.url);
const files = readdirSync(FIXTURES)
  .filter((name) => /\.[oq]fx$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(new URL(name, FIXTURES)) }));

const tried = countTried('OFX');

/** The statement, or the code of a statement error. Other errors fail the test. */
function attempt(bytes: Buffer): Statement | string {
  tried();
  return readOrRefused('fuzz.ofx', () => readStatement({ name: 'fuzz.ofx', bytes }));
}

const PIECES = ['<', '>', '&', '</', '<STMTTR', '</OFX>', '<A>', '&#0;', '<![CDATA[', ']]>', '<!--', '-->', '\0', '\n'];

/** The first lost or inconsistent transaction; null if there is none. */
function faultOf(result: Statement | string, bytes: Buffer): string | null {
  if (typeof result === 'string') return null;
  const begun = (tag: RegExp) => plain(bytes).match(tag)?.length ?? 0;
  const income = begun(/<INCOME(?:\s[^<>]*)?>/gi);
  const expected = begun(/<STMTTRNP?(?:\s[^<>]*)?>/gi) + income;
  const read = result.transactions.length;
  // Income without an amount is not read, but counted in the warning about trades.
  const reported = income > 0 && result.warnings.some(({ code }) => code === 'statement_security_trades') ? income : 0;
  if (read > expected || read + reported < expected) return `${expected} transactions begin, ${read} were read`;
  const unsound = result.transactions.find(
    ({ date, amount }) => parseCalendarDate(date) !== date || parseAmount(amount) !== amount,
  );
  return unsound === undefined ? null : `unsound: ${JSON.stringify(unsound)}`;
}

describe.each(files)('the reader of $name', ({ bytes }) => {
  test('rejects a truncated file, or reads it whole if the cut is after its end', () => {
    const whole = attempt(bytes) as Statement;
    const results = cutLengths(bytes.length).map((length) => attempt(bytes.subarray(0, length)));
    const read = results.filter((result) => typeof result !== 'string');
    for (const result of read) expectSameOrFirstDocument(result, whole);
    expect(read.length).toBeLessThan(results.length / 2);
  });

  test('rejects a file with a replaced piece, or reads it whole', () => {
    const piece = pieceOf(PIECES);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(3), piece, (at, removed, inserted) => {
        const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
        const result = attempt(changed);
        expect(sameMarkup(changed, bytes) ? faultOf(result, changed) : null).toBeNull();
      }),
      // In this case, the two bytes of one letter of UTF-16 look like the end of another tag.
      { numRuns: caseCount(120, 400), examples: [[313, 0, Buffer.from('\t\0')]] },
    );
  });

  test('reads the same transactions if a NUL is anywhere in the file', () => {
    const { transactions } = attempt(bytes) as Statement;
    const first = bytes.indexOf('<OFX>');
    const places = first === -1 ? [] : Array.from({ length: 500 }, (_, index) => first + index * 7);
    const results = places
      .filter((at) => at < bytes.length)
      .map((at) => attempt(Buffer.concat([bytes.subarray(0, at), Buffer.from('\0'), bytes.subarray(at)])))
      .filter((result) => typeof result !== 'string');
    expect(results.filter((result) => result.transactions.length !== transactions.length)).toEqual([]);
  });

  test('rejects a file with an omitted or doubled part, or reads it whole', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(bytes.length), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        for (const changed of [
          Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
          Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]),
        ]) {
          const result = attempt(changed);
          expect(sameMarkup(changed, bytes) ? faultOf(result, changed) : null).toBeNull();
        }
      }),
      // In this case, text replaces the income of dividends-v1.ofx.
      { numRuns: caseCount(60, 200), examples: [[787, 1463]] },
    );
  });
});

test('the OFX reader rejects or reads random bytes after a header', () => {
  const header = fc.constantFrom('', 'OFXHEADER:100\n<OFX>', '<?xml version="1.0"?><OFX>');
  fc.assert(
    fc.property(header, fc.uint8Array({ maxLength: 300 }), (header, bytes) => {
      const file = Buffer.concat([Buffer.from(header), bytes]);
      expect(faultOf(attempt(file), file)).toBeNull();
    }),
    { numRuns: caseCount(150, 500) },
  );
});

test('the OFX reader rejects randomly nested tags, or reads every transaction', () => {
  const tag = fc.constantFrom(
    'OFX',
    'BANKMSGSRSV1',
    'STMTRS',
    'BANKACCTFROM',
    'BANKTRANLIST',
    'STMTTRN',
    'NAME',
    'MEMO',
    'X',
  );
  const leaf = fc.constantFrom(
    '<ACCTID>1',
    '<CURDEF>EUR',
    '<TRNAMT>-1.00',
    '<DTPOSTED>20260101',
    '<FITID>1',
    '<NAME>',
    'text',
  );
  const whole = fc.constantFrom(
    '<STMTTRN><DTPOSTED>20260101<TRNAMT>-1.00</STMTTRN>',
    '<STMTTRNP><DTTRAN>20260101<TRNAMT>2</STMTTRNP>',
  );
  const token = fc.oneof(
    { weight: 5, arbitrary: whole },
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    leaf,
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
      const account = '<BANKACCTFROM><ACCTID>1</BANKACCTFROM>';
      const file = Buffer.from(`<OFX><STMTRS>${account}<BANKTRANLIST>${tokens.join('')}</BANKTRANLIST></STMTRS></OFX>`);
      expect(faultOf(attempt(file), file)).toBeNull();
    }),
    { numRuns: caseCount(600, 2000) },
  );
});

test.each([
  ['unclosed nested tags', '<A>'.repeat(100_000)],
  ['a million "<"', '<'.repeat(1_000_000)],
  ['a million "<" before one ">"', `${'<'.repeat(1_000_000)}>`],
  ['starts of tags with spaces', '<a '.repeat(300_000)],
  ['ampersands', `<NAME>${'&#'.repeat(500_000)}`],
  ['unterminated comments', '<!--'.repeat(250_000)],
  ['very many tag names', Array.from({ length: 100_000 }, (_, index) => `<T${index}>x`).join('')],
])('the OFX reader parses or rejects %s quickly', (_, text) => {
  expect(attempt(Buffer.from(`<OFX>${text}</OFX>`))).toMatch(/^statement_/);
});

/** True if comments and CDATA sections are the same; otherwise they may contain tags, so that counting tags proves nothing. */
function sameMarkup(a: Buffer, b: Buffer): boolean {
  const markup = (bytes: Buffer) =>
    plain(bytes)
      .match(/<[!?]|CDATA\[|[\]?-]+>/g)
      ?.join(' ');
  return markup(a) === markup(b);
}

/** The text of a file in any of the encodings, without the NULs that damage may have left. */
function plain(bytes: Buffer): string {
  const beginning = bytes.toString('latin1', 0, 2);
  // Without decoding, a damaged letter of UTF-16 could look like the two letters of a tag.
  const encoding = ['\xff\xfe', '<\0'].includes(beginning)
    ? 'utf-16le'
    : ['\xfe\xff', '\0<'].includes(beginning)
      ? 'utf-16be'
      : 'latin1';
  return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '');
}

/** Also accepts the first of two documents alone, because the cut may be between them. */
function expectSameOrFirstDocument(result: Statement, whole: Statement): void {
  expect(whole.transactions.slice(0, result.transactions.length)).toEqual(result.transactions);
  expect(result.accounts.map(({ account }) => account)).toEqual(whole.accounts.map(({ account }) => account));
}
