import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../src/core/amount.ts';
import { parseCalendarDate, type CalendarDate } from '../../src/core/calendar-date.ts';
import { oneLine } from '../../src/core/one-line.ts';
import { readAnswer } from '../../src/sources/simplefin/answer.ts';
import { createCurrencies } from '../../src/sources/simplefin/currencies.ts';
import { mergeWindows, serverMessages } from '../../src/sources/simplefin/merge-windows.ts';
import { parseJson } from '../../src/sources/json.ts';
import { noon } from '../fakes/simplefin/bank.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';

const TODAY = '2026-03-10' as CalendarDate;

describe('protocol versions', () => {
  test('stay at 1 for a server that later supports version 2, so that account ids do not change', async () => {
    const old = await fakeSimplefin({ versions: ['1.0'] });
    const bench = sourceBench(old);
    const before = await bench.fetch();
    const renewed = await fakeSimplefin();
    const after = await sourceBench(renewed, { settings: { ...bench.remembered } }).fetch();
    expect(after.transactions.map(({ account }) => account.id)).toEqual(
      before.transactions.map(({ account }) => account.id),
    );
    expect(renewed.seen.at(-1)?.path).toContain('version=1');
  });

  test('are unchanged for a server that answers in both versions during its migration, and each message is shown once', async () => {
    const old = await fakeSimplefin({ versions: ['1.0'] });
    const bench = sourceBench(old);
    const before = await bench.fetch();
    const changing = await fakeSimplefin({ versions: ['1', '2'], isMixed: true });
    changing.bank.errors = [{ code: 'con.auth', msg: 'Sign in', conn_id: 'CON-harbour' }];
    for (const remembered of [bench.remembered, { version: '2' as const }]) {
      const result = await sourceBench(changing, { settings: { ...remembered } }).fetch();
      expect(result.messages).toMatchObject([{ code: 'source_bank_reauthorise', message: 'Harbour Union: Sign in' }]);
      expect(result.completeAccountIds).toHaveLength(2);
      const isAsBefore = result.transactions[0]?.account.id === before.transactions[0]?.account.id;
      expect(isAsBefore).toBe(remembered === bench.remembered);
    }
  });

  test.each([[['1', '2']], [['1.0']]])('distinguish accounts of %j with the same id at two banks', async (versions) => {
    const server = await fakeSimplefin({ versions });
    const { transactions } = await sourceBench(server).fetch();
    expect(new Set(transactions.map(({ account }) => account.id)).size).toBe(3);
  });
});

test('accounts with the same name at two banks are distinguished by the bank', async () => {
  const server = await fakeSimplefin();
  for (const account of server.bank.accounts) account.name = account.id === 'ACT-1' ? 'Checking' : 'Savings';
  const { transactions } = await sourceBench(server).fetch();
  expect(new Set(transactions.map(({ account }) => account.name))).toEqual(
    new Set(['Checking (Linden Bank)', 'Checking (Harbour Union)', 'Savings']),
  );
});

describe('transactions', () => {
  test('use the day of purchase if the bank omits the posting day', async () => {
    const server = await fakeSimplefin();
    const [account] = server.bank.accounts;
    const bought = (id: string, changes: object) => ({
      id,
      posted: null,
      amount: '-20.10',
      description: `Shop ${id}`,
      transacted_at: noon('2026-03-08'),
      ...changes,
    });
    account?.transactions.splice(
      0,
      Infinity,
      bought('1', {}),
      bought('2', { posted: undefined }),
      bought('3', { pending: true }),
      bought('4', { posted: 0 }),
    );
    const { transactions, messages } = await sourceBench(server).fetch();
    expect(
      transactions
        .filter(({ description }) => description.startsWith('Shop'))
        .map(({ providerId, date, status }) => `${providerId} ${date} ${status}`),
    ).toEqual(['1 2026-03-08 posted', '2 2026-03-08 posted', '3 2026-03-08 pending', '4 2026-03-08 pending']);
    expect(messages.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('have the day, text, amount and status that the server sends', async () => {
    const server = await fakeSimplefin();
    const [account] = server.bank.accounts;
    if (account !== undefined) {
      account.transactions = [
        {
          id: '1',
          posted: 0,
          amount: '-20.10',
          description: 'RESTAURANT',
          pending: true,
          transacted_at: noon('2026-03-08'),
        },
        { id: '2', posted: 0, amount: '-5', description: 'Kiosk', pending: true },
        {
          id: '3',
          posted: noon('2026-03-06'),
          amount: '+1000.5',
          description: 'AMZN MKTP 12',
          payee: 'Amazon',
          memo: 'Order 7',
        },
        {
          id: '4',
          posted: noon('2026-03-05'),
          amount: '.5',
          description: 'CORNER-SHOP #12',
          payee: 'Corner Shop',
          memo: 'corner-shop',
        },
        {
          id: '5',
          posted: Date.parse('2026-03-04T23:30:00Z') / 1000,
          amount: '-0.00',
          description: ' =HYPERLINK("x")\u202e\n ',
          mcc: '5812',
        },
      ];
    }
    const { transactions } = await sourceBench(server).fetch();
    expect(
      transactions
        .filter(({ account }) => account.name.startsWith('Everyday'))
        .map(({ date, status, amount, description }) => [date, status, amount, description]),
    ).toEqual([
      ['2026-03-05', 'posted', '0.50', 'CORNER-SHOP #12'],
      // 23:30 UTC is the next day in Berlin.
      ['2026-03-05', 'posted', '0.00', '=HYPERLINK("x")'],
      ['2026-03-06', 'posted', '1000.50', 'Amazon - AMZN MKTP 12 - Order 7'],
      ['2026-03-08', 'pending', '-20.10', 'RESTAURANT'],
      ['2026-03-10', 'pending', '-5.00', 'Kiosk'],
    ]);
  });

  test('include pending ones, which must be requested explicitly', async () => {
    const server = await fakeSimplefin();
    await sourceBench(server).fetch();
    expect(server.seen.at(-1)?.path).toContain('pending=1');
  });
});

describe('currencies', () => {
  test('are upper-case codes, or are looked up once if they are URLs', async () => {
    const server = await fakeSimplefin();
    const [everyday] = server.bank.accounts;
    if (everyday !== undefined) everyday.currency = `${server.origin}/currency/miles`;
    const bench = sourceBench(server);
    const names = (result: Awaited<ReturnType<typeof bench.fetch>>) =>
      new Set(result.transactions.map(({ currency }) => currency));
    expect(names(await bench.fetch())).toEqual(new Set(['MILES', 'EUR', 'USD']));
    expect(names(await bench.fetch())).toEqual(new Set(['MILES', 'EUR', 'USD']));
    const lookups = server.seen.filter(({ path }) => path === '/currency/miles');
    expect(lookups).toEqual([{ method: 'GET', path: '/currency/miles', authorization: undefined }]);
  });

  test.each(['https://localhost:1/currency/points', 'http://localhost:1/currency/points'])(
    '%s that cannot be looked up becomes the last part of its URL, with a warning',
    async (currency) => {
      const server = await fakeSimplefin();
      for (const account of server.bank.accounts) account.currency = currency;
      const { transactions, messages } = await sourceBench(server).fetch();
      expect(new Set(transactions.map((transaction) => transaction.currency))).toEqual(new Set(['POINTS']));
      expect(messages).toMatchObject([
        {
          severity: 'warning',
          code: 'source_currency',
          message: expect.stringContaining('it is called POINTS for now'),
        },
      ]);
    },
  );

  test('are XXX with a message if they are missing', async () => {
    const server = await fakeSimplefin();
    server.bank.accounts.length = 1;
    for (const account of server.bank.accounts) account.extra = { currency: '' };
    const { transactions, messages } = await sourceBench(server).fetch();
    expect(transactions[0]?.currency).toBe('XXX');
    expect(messages).toMatchObject([{ code: 'source_currency' }]);
  });
});

/** An arbitrarily malformed answer of a server. */
const field = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer({ min: -10, max: 2_000_000_000 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '1.5', '-3', 'CON-1', noon('2026-03-01'), null, true),
);
const transaction = fc.record(
  {
    id: field,
    posted: field,
    amount: field,
    description: field,
    payee: field,
    memo: field,
    pending: field,
    transacted_at: field,
  },
  { requiredKeys: [] },
);
const account = fc.record(
  {
    conn_id: field,
    org: field,
    id: field,
    name: field,
    currency: fc.constantFrom('EUR', 'eur', '', 7, null),
    transactions: fc.oneof(field, fc.array(fc.oneof(transaction, field))),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    errlist: fc.oneof(
      field,
      fc.array(
        fc.oneof(
          field,
          fc.record(
            { code: field, msg: field, message: field, conn_id: field, account_id: field },
            { requiredKeys: [] },
          ),
        ),
      ),
    ),
    errors: field,
    connections: field,
    accounts: fc.array(fc.oneof(account, field)),
  },
  { requiredKeys: ['accounts'] },
);

describe('any response', () => {
  test('is read without a crash as valid transactions and plain messages', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(body, fc.jsonValue()),
        fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles'),
        fc.constantFrom(1 as const, 2 as const),
        async (sent, timeZone, version) => {
          const answer = readAnswer(parseJson(JSON.stringify(sent)), version);
          if (answer === null) return;
          const currencies = createCurrencies({}, { signal: new AbortController().signal });
          const window = { from: '2026-02-01' as CalendarDate, to: TODAY };
          const accounts = await mergeWindows(
            [{ window, answer, isArchived: false }],
            { since: window.from, today: TODAY, timeZone },
            currencies,
          );
          for (const { transactions } of accounts) {
            for (const { date, amount, description, providerId, raw } of transactions) {
              expect(parseCalendarDate(date)).toBe(date);
              expect(parseAmount(amount)).toBe(amount);
              for (const text of [description, providerId ?? ''])
                expect(text !== '' && oneLine(text) === text).toBe(true);
              expect(JSON.parse(JSON.stringify(raw))).toEqual(raw);
            }
          }
          for (const { message } of serverMessages([answer], 'localhost')) expect(message).toBe(oneLine(message));
        },
      ),
      { numRuns: 400 },
    ));

  test('is rejected unless it is JSON within the limits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const read = parseJson(text);
        if (read !== undefined) expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    expect(parseJson('['.repeat(1_000_000))).toBeUndefined();
    expect(parseJson(`"${'['.repeat(1000)}"`)).toBe('['.repeat(1000));
  });
});
