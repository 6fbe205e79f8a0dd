import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseCount } from '../../../test/support/cases.ts';
import { countTried } from '../../../test/support/fuzzing.ts';
import { parseAmount } from '../../core/amount.ts';
import { parseCalendarDate, type CalendarDate } from '../../core/calendar-date.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { readAccessUrl, parsePastedText } from './access.ts';
import { readAnswer } from './answer.ts';
import { parseJson } from '../json.ts';
import { readTransaction } from './transaction.ts';

const tried = countTried('SimpleFIN');

const TRANSACTION = {
  id: 'T-1',
  posted: 1769860800,
  amount: '-12.50',
  description: 'GREEN GROCER',
  payee: 'Green Grocer',
  memo: 'Card 1234',
  transacted_at: 1769774400,
  pending: false,
};
const PENDING = { id: 'T-2', posted: 0, amount: '3.40', description: 'Corner Café', pending: true };
const ACCOUNT = {
  id: 'A-1',
  name: 'Checking (1234)',
  currency: 'EUR',
  balance: '100.00',
  'balance-date': 1769860800,
  transactions: [TRANSACTION, PENDING],
};

const ANSWERS = [
  {
    errors: ['Bank is away'],
    accounts: [{ ...ACCOUNT, org: { domain: 'bank.example', 'sfin-url': 'https://sfin.example' } }],
  },
  {
    errlist: [{ code: 'con.auth', msg: 'Sign in again', conn_id: 'C-1' }],
    connections: [{ conn_id: 'C-1', name: 'Bank' }],
    accounts: [{ ...ACCOUNT, conn_id: 'C-1' }],
  },
].map((answer) => JSON.stringify(answer));

const context = {
  account: { id: 'simplefin:1', name: 'Checking', currency: 'EUR', lastDigits: null },
  today: '2026-02-01' as CalendarDate,
  timeZone: 'Europe/Berlin',
};

/** The first inconsistency in the transactions of a response; null if there is none. */
function faultOf(text: string): string | null {
  tried();
  const json = parseJson(text);
  for (const version of [1, 2] as const) {
    for (const { transactions } of readAnswer(json, version)?.accounts ?? []) {
      for (const entry of transactions ?? []) {
        const read = readTransaction(entry, context);
        if ('problem' in read) continue;
        if (
          parseCalendarDate(read.date) !== read.date ||
          parseAmount(read.amount) !== read.amount ||
          read.description === ''
        )
          return JSON.stringify(read);
      }
    }
  }
  return null;
}

test('rejects a SimpleFIN response with replaced characters, or reads it correctly', () => {
  const piece = fc.constantFrom(
    '',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    'null',
    '-1',
    '1e999',
    '0',
    'true',
    '""',
    '"__proto__":',
    '\u0000',
    '\ud800',
    '9'.repeat(40),
  );
  fc.assert(
    fc.property(fc.constantFrom(...ANSWERS), fc.nat(), fc.nat(12), piece, (answer, place, removed, inserted) => {
      const at = place % answer.length;
      expect(faultOf(answer.slice(0, at) + inserted + answer.slice(at + removed))).toBeNull();
    }),
    { numRuns: caseCount(700, 2000) },
  );
});

test('rejects a SimpleFIN response with another value in any field, or reads it correctly', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ANSWERS), fc.nat(), fc.jsonValue({ maxDepth: 2 }), (answer, place, value) => {
      let at = 0;
      const fields = JSON.stringify(JSON.parse(answer)).match(/":/g)?.length ?? 1;
      const changed: unknown = JSON.parse(answer, (_, old: unknown) =>
        (at += 1) === (place % fields) + 1 ? value : old,
      );
      expect(faultOf(JSON.stringify(changed) ?? '')).toBeNull();
    }),
    { numRuns: caseCount(700, 2000) },
  );
});

test('rejects a truncated SimpleFIN response', () => {
  for (const answer of ANSWERS)
    for (let length = 0; length < answer.length; length += 1)
      expect(readAnswer(parseJson(answer.slice(0, length)), 2)).toBeNull();
});

test('reads pasted text as a SimpleFIN token or Access URL, or rejects it', () => {
  const begun = fc.constantFrom(
    '',
    'https://user:secret@sfin.example/accounts',
    Buffer.from('https://sfin.example/claim/1').toString('base64'),
  );
  fc.assert(
    fc.property(begun, fc.nat(60), fc.string({ unit: 'binary', maxLength: 8 }), (text, at, inserted) => {
      tried();
      const pasted = text.slice(0, at) + inserted + text.slice(at);
      readAccessUrl(pasted);
      try {
        parsePastedText(pasted);
      } catch (thrown) {
        if (!(thrown instanceof PennyrowError && thrown.code === 'input_setup_token')) throw thrown;
        expect(thrown.message).not.toContain('secret');
      }
    }),
    { numRuns: caseCount(200, 500) },
  );
});
