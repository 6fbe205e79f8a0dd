import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer, type Answer } from '../../src/sources/simplefin/answer.ts';
import { matchAccounts, type KnownAccount } from '../../src/sources/simplefin/known-accounts.ts';
import { answerBody, twoBanks, type FakeBank, type Shape } from '../fakes/simplefin/bank.ts';
import type { Dialect } from '../fakes/simplefin/dialects.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';

const DIALECTS: readonly Dialect[] = ['version 1, strict', 'version 1', 'both', 'version 2', 'bridge', 'mixed'];

/** Ids of accounts by their name and bank. */
async function idsOf(bench: ReturnType<typeof sourceBench>): Promise<Record<string, string>> {
  const { transactions } = await bench.fetch();
  return Object.fromEntries(transactions.map(({ account }) => [account.name, account.id]));
}

describe('protocol versions', () => {
  test('begin with version 2 regardless of the versions page, without an extra request once the version is known', async () => {
    const server = await fakeSimplefin({ versions: ['1.0'], dialect: 'bridge' });
    const bench = sourceBench(server);
    await bench.fetch();
    await bench.fetch();
    expect(bench.remembered).toMatchObject({ version: '2', naming: 2 });
    expect(server.seen.map(({ path }) => path.replace(/\?.*(?=&version)/, ''))).toEqual([
      '/simplefin/accounts&version=2',
      '/simplefin/accounts&version=2',
    ]);
  });

  test.each(
    DIALECTS.flatMap((before) => DIALECTS.filter((after) => after !== before).map((after) => [before, after] as const)),
  )('accounts of “%s” keep their ids when the server changes to “%s” and back', async (before, after) => {
    const server = await fakeSimplefin({ dialect: before });
    server.budget = 1000;
    const bench = sourceBench(server);
    const ids = await idsOf(bench);
    expect(new Set(Object.values(ids)).size).toBe(3);
    for (const dialect of [after, before, after]) {
      server.dialect = dialect;
      expect(await idsOf(bench)).toEqual(ids);
    }
    // The version is stored: no additional request is sent while the server does not change.
    const seenBefore = server.seen.length;
    await bench.fetch();
    expect(server.seen.length - seenBefore).toBe(1);
  });

  test('do not duplicate an account that cannot be identified, which is left out and reported', async () => {
    const server = await fakeSimplefin({ dialect: 'version 1' });
    // Both banks have the same name, and an account of the same id.
    for (const bank of Object.values(server.bank.banks)) bank.name = 'Savings Bank';
    const bench = sourceBench(server);
    const ids = await idsOf(bench);
    server.dialect = 'version 2';
    const result = await bench.fetch();
    expect(new Set(result.transactions.map(({ account }) => account.id))).toEqual(new Set([ids['Savings']]));
    expect(result.messages).toContainEqual(
      expect.objectContaining({
        severity: 'problem',
        code: 'source_account_unclear',
        message: expect.stringContaining('2 of them'),
      }),
    );
    expect(result.unfinished).toEqual({ notBeforeMs: null });
    server.dialect = 'both';
    expect(await idsOf(bench)).toEqual(ids);
  });
});

const arbitraryBank = fc
  .uniqueArray(fc.record({ bank: fc.integer({ min: 1, max: 3 }), id: fc.integer({ min: 1, max: 4 }) }), {
    selector: ({ bank, id }) => `${bank} ${id}`,
    minLength: 1,
    maxLength: 8,
  })
  .map((accounts): FakeBank => {
    const banks = Object.fromEntries(
      [1, 2, 3].map((bank) => [`CON-${bank}`, { name: `Bank ${bank}`, domain: `bank-${bank}.example` }]),
    );
    return {
      ...twoBanks(),
      banks,
      accounts: accounts.map(({ bank, id }) => ({
        conn_id: `CON-${bank}`,
        id: String(id),
        name: `Account ${id}`,
        currency: 'EUR',
        transactions: [],
      })),
    };
  });

/** A server's answer with the bank's accounts in this order, in the version of `shape`. */
function sent(bank: FakeBank, shape: Shape, order: readonly number[]): Answer {
  const accounts = order.flatMap((place) => bank.accounts[place] ?? []);
  const body = answerBody({ ...bank, accounts }, shape, {
    start: 0,
    end: 1,
    pending: false,
    balancesOnly: true,
    accounts: [],
    now: 0,
  });
  return readAnswer(JSON.parse(JSON.stringify(body)), 2) as Answer;
}

test('no account is confused or duplicated when versions alternate and entries are missing', () => {
  const step = fc.record({
    shape: fc.constantFrom<Shape>(1, 2, 'both', 'bridge'),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]),
  });
  fc.assert(
    fc.property(arbitraryBank, fc.array(step, { minLength: 1, maxLength: 6 }), (bank, steps) => {
      let knownAccounts: readonly KnownAccount[] = [];
      const identities = new Map<string, string>();
      for (const { shape, order } of steps) {
        const answer = sent(bank, shape, order);
        const recognized = matchAccounts(answer, knownAccounts);
        knownAccounts = recognized.knownAccounts;
        for (const account of recognized.answer.accounts) {
          const real = `${account.bank} ${account.id}`;
          expect(identities.get(real) ?? account.connection).toBe(account.connection);
          identities.set(real, account.connection);
        }
        expect(recognized.answer.accounts.length + recognized.answer.unclear).toBe(answer.accounts.length);
      }
      const all = [...identities].map(([real, connection]) => `${connection} ${real.split(' ').at(-1)}`);
      expect(new Set(all).size).toBe(all.length);
    }),
    { numRuns: 500 },
  );
});
