import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BalanceList, BalanceView } from '../../src/contract/control/balances.ts';
import type { AccountStatus } from '../../src/contract/control/service.ts';
import { daysAgo } from '../fakes/simplefin/bank.ts';
import { shell, unwrapped } from '../simplefin/shell.ts';
import { exceljsPerson } from '../support/exceljs-person.ts';

test('the command line reports a deleted row until it is restored, and otherwise that all rows match the balances', async () => {
  const { server, run, add, sync, rows, folder } = await shell();
  for (const account of server.bank.accounts) account.balanceDate = daysAgo(15);
  await add('--name', 'My banks');
  expect((await sync()).code).toBe(0);
  const first = await run(['account', 'balances']);
  expect(first.code).toBe(0);
  expect(unwrapped(first.stdout)).toContain('Everyday ••4321 €1,222.00');
  expect(unwrapped(first.stdout)).toContain('not checked yet');
  expect(unwrapped(first.stdout)).toContain(
    'Everyday ••4321: there is one balance so far. The next one, from a sync or a statement, shows',
  );

  for (const days of [13, 5, null]) {
    for (const account of server.bank.accounts) {
      if (days === null) delete account.balanceDate;
      else account.balanceDate = daysAgo(days);
    }
    const { code, run: next } = await sync();
    expect([code, next.messages]).toEqual([0, []]);
  }
  const proven = await run(['account', 'balances', '--json']);
  expect(proven.code).toBe(0);
  expect(
    proven.json<BalanceList>().balances.map(({ name, latest, proof }) => [name, latest?.amount, proof.state]),
  ).toEqual([
    ['Card ••8830', '1136.50', 'proven'],
    ['Everyday ••4321', '4064.37', 'proven'],
    ['Savings', '1434.50', 'proven'],
  ]);
  expect(unwrapped((await run(['status'])).stdout)).toMatch(/Balances add up to the cent through /);
  expect(unwrapped((await run(['doctor'])).stdout)).toMatch(
    /Balances of “My money”: The rows add up to the cent through /,
  );

  const salary = (await rows()).findIndex(({ Description }) => String(Description).startsWith('SALARY'));
  await exceljsPerson(join(folder, 'Pennyrow.xlsx')).deleteRow('Transactions', salary + 2);
  const differing = await run(['account', 'balances']);
  expect(differing.code).toBe(1);
  expect(unwrapped(differing.stdout)).toMatch(
    /! Everyday ••4321 does not add up since .*: the rows come to €2,846\.17 less than the bank says\./,
  );
  expect(unwrapped(differing.stdout)).toMatch(/- A row was deleted: “SALARY PAPERMILL” of .*, €2,846\.17\./);
  const german = await run(['account', 'balances'], '', { PENNYROW_LANGUAGE: 'de' });
  expect(unwrapped(german.stdout)).toMatch(
    /Everyday ••4321 geht seit dem .* nicht auf: Die Zeilen ergeben 2\.846,17 € weniger/,
  );
  expect(unwrapped(german.stdout)).toMatch(/- Eine Zeile wurde gelöscht: „SALARY PAPERMILL“ vom .*, 2\.846,17 €\./);
  const status = (await run(['status', '--json'])).json<{ accounts: AccountStatus[] }>();
  expect(status.accounts[0]).toMatchObject({
    health: 'attention',
    notes: [{ about: 'balance', code: 'balance_differs' }],
    balances: { differing: 1, proven: 2, accounts: 3 },
  });
  expect(unwrapped((await run(['status'])).stdout)).toContain('one bank account does not add up');

  const { proof } = (await run(['account', 'balances', '--json'])).json<BalanceList>().balances[1] as BalanceView;
  const shownOn = proof.state === 'differs' ? (proof.differences[0]?.shownOn ?? '') : '';
  const accept = (...args: readonly string[]) => run(['account', 'accept-difference', 'Everyday ••4321', ...args]);
  expect((await accept('2020-01-01')).code).toBe(1);
  expect((await accept(shownOn, '--note', 'paid back in cash')).code).toBe(0);
  const accepted = await run(['account', 'balances']);
  expect([accepted.code, unwrapped(accepted.stdout)]).toEqual([0, expect.stringContaining('paid back in cash')]);
  const health = async () =>
    (await run(['status', '--json'])).json<{ accounts: AccountStatus[] }>().accounts.map((account) => account.health);
  expect(await health()).toEqual(['ok']);
  expect((await accept(shownOn, '--withdraw')).code).toBe(0);
  expect(await health()).toEqual(['attention']);
  expect((await accept(shownOn)).code).toBe(0);
  // The user accepted a difference of a certain amount: another amount needs attention again.
  const last = (await rows()).findLastIndex((row) => row['Account'] === 'Everyday ••4321');
  await exceljsPerson(join(folder, 'Pennyrow.xlsx')).deleteRow('Transactions', last + 2);
  expect((await run(['account', 'balances'])).code).toBe(1);
  expect(await health()).toEqual(['attention']);

  // The next sync succeeds although a row is missing.
  const { code, run: third } = await sync();
  expect([code, third.status]).toEqual([0, 'succeeded']);
  expect((await run(['restore', '--all'])).code).toBe(0);
  expect((await run(['account', 'balances'])).code).toBe(0);
  expect((await run(['status', '--json'])).json<{ accounts: AccountStatus[] }>().accounts[0]).toMatchObject({
    health: 'ok',
    balances: { differing: 0, proven: 3 },
  });
});
