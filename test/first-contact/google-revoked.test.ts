import { expect, test } from 'vitest';
import type { FaultKind } from '../fakes/google/faults.ts';
import { useGoogleHome, impatient, QUICK } from './world/google-home.ts';

// Google is unreachable, so the permission cannot be revoked: it is removed from the account, and the message says
// where to revoke it.

const home = useGoogleHome();

const TROUBLES: readonly FaultKind[] = [{ status: 503 }, 'reset', 'hang'];
const WITHDRAW =
  /Pennyrow has\s+forgotten its permission\s+but\s+could\s+not\s+reach\s+Google:\s+withdraw\s+it\s+at\s+https:\/\/myaccount\.google\.com\/permissions\./;

const COLUMNS = ['Date', 'Description', 'Amount', 'Category', 'Account', 'Transaction ID'];

/** Adds a spreadsheet to the Drive and connects it to the account. */
async function connect(account: string): Promise<string> {
  const { fake, runWithConsent } = await home();
  const id = fake.addSpreadsheet({ title: 'Household', sheets: [{ title: 'Transactions', rows: [COLUMNS] }] });
  const args = ['workbook', 'connect', 'google', '--existing', '--account', account];
  expect((await runWithConsent(args, { pick: [id] })).code).toBe(0);
  return id;
}

test('disconnecting a workbook or removing an account works while Google is unreachable, and explains what to do', async () => {
  const { fake, run } = await home();
  await run(['workbook', 'disconnect', '--yes']);
  for (const how of TROUBLES) {
    const environment = how === 'hang' ? impatient(700) : QUICK;
    const id = await connect('My money');
    fake.fail({ call: 'oauth.revoke', how, times: 10_000 });
    const left = await run(['workbook', 'disconnect', '--yes'], environment);
    fake.clearFaults();
    expect({ how, ...left }).toMatchObject({ how, code: 0, stdout: expect.stringMatching(WITHDRAW), stderr: '' });
    expect(await run(['workbook', 'show'])).toMatchObject({ code: 0, stdout: expect.stringContaining('no workbook') });

    await run(['account', 'add', 'Two']);
    await connect('Two');
    fake.fail({ call: 'oauth.revoke', how, times: 10_000 });
    const removed = await run(['account', 'remove', 'Two', '--yes'], environment);
    fake.clearFaults();
    expect({ how, ...removed }).toMatchObject({
      how,
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^Removed the account “Two”\\.[^]*${WITHDRAW.source}`)),
      stderr: '',
    });
    expect((await run(['account', 'list'])).stdout).not.toContain('Two');
    expect((await fake.hand(id).shown('Transactions'))[0]).toEqual(COLUMNS);
  }
});

test('the JSON output of removing an account includes the state of its permission', async () => {
  const { fake, run } = await home();
  await run(['account', 'add', 'Two']);
  await connect('Two');
  const removed = await run(['account', 'remove', 'Two', '--yes', '--json']);
  expect({ code: removed.code, result: removed.json() }).toMatchObject({ code: 0, result: { permission: 'revoked' } });
  expect(fake.requests.at(-1)?.call).toBe('oauth.revoke');
});
