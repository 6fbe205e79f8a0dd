import { expect, test } from 'vitest';
import type { Dialect } from '../fakes/simplefin/dialects.ts';
import { daysAgo } from '../fakes/simplefin/bank.ts';
import { shell } from '../simplefin/shell.ts';

test('a provider like the public Bridge is asked for protocol version 2, which names the bank that needs a sign-in', async () => {
  const person = await shell({ dialect: 'bridge', versions: ['1.0'] });
  const { server } = person;
  server.isGzipped = true;
  await person.add();
  const failing = server.bank.accounts.pop();
  server.bank.errors = [{ code: 'con.auth', msg: 'Authentication required', conn_id: 'CON-harbour' }];
  const { code, run } = await person.sync();
  expect(code).toBe(1);
  expect(run).toMatchObject({ status: 'partial', counts: { added: 4 } });
  expect(run.messages).toContainEqual(
    expect.objectContaining({
      code: 'source_bank_reauthorise',
      message: 'Harbour Union: Authentication required',
      remedy: expect.stringContaining(`Sign in at ${server.origin}`),
    }),
  );
  expect(
    server.seen
      .filter(({ path }) => path.startsWith('/simplefin/accounts'))
      .every(({ path }) => path.includes('version=2')),
  ).toBe(true);
  if (failing !== undefined) server.bank.accounts.push(failing);
  server.bank.errors = [];
  server.isGzipped = false;
  expect(await person.sync()).toMatchObject({ code: 0, run: { counts: { added: 1 } } });
});

test.each<[Dialect, Dialect]>([
  ['version 1', 'version 2'],
  ['both', 'version 1, strict'],
])(
  'an account is recognized if the server changes from “%s” to “%s” and back, so no row is duplicated',
  async (before, after) => {
    const person = await shell({ dialect: before });
    const { server } = person;
    server.budget = 1000;
    await person.add();
    expect(await person.sync()).toMatchObject({ code: 0, run: { counts: { added: 5 } } });
    const idsOf = async (): Promise<string[]> =>
      [...new Set((await person.rows()).map((row) => String(row['Account ID'])))].sort();
    const ids = await idsOf();
    expect(ids).toHaveLength(3);
    for (const dialect of [after, before]) {
      server.dialect = dialect;
      server.bank.accounts[0]?.transactions.push({
        id: `T-${dialect}`,
        posted: daysAgo(2),
        amount: '-1.11',
        description: `Asked in ${dialect}`,
      });
      expect(await person.sync()).toMatchObject({ code: 0, run: { status: 'succeeded', counts: { added: 1 } } });
      expect(await idsOf()).toEqual(ids);
    }
    expect(await person.rows()).toHaveLength(7);
  },
);
