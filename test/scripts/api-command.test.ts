import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import type { TokenView } from '../../src/contract/control/tokens.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { runningService } from '../support/running-service.ts';
import type { Transactions } from '../support/transactions-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, runPennyrow, spawnPennyrow, startService, statementFile } from '../cli/pennyrow.ts';

async function served(): Promise<string> {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer', 'Corner Café']));
  await startService(folder);
  return folder;
}

/** An installation for tests that change nothing. */
const shared = sharedByTests(served);
/** An installation shared by tests that change it; each test describes the state that it leaves. */
const changed = sharedByTests(served);

const JANUARY = 'transactions?start_date=2026-01-01&end_date=2026-01-31';

describe('pennyrow api', () => {
  test('prints the API’s answer however its path is written, and keeps no token afterwards', async () => {
    const folder = await shared();
    const typed = [['GET', `/${JANUARY}`], ['get', JANUARY], [`/api/v2/${JANUARY}`]];
    for (const args of typed) {
      const { code, stdout, stderr, json } = await pennyrow(folder, 'api', ...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^\{.*\}\n$/);
      expect(
        Object.values(json<Transactions>().transactions).map(({ sheet_description }) => sheet_description),
      ).toEqual(['Green Grocer', 'Corner Café']);
    }
    expect((await pennyrow(folder, 'api', '/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.1' });
    expect((await pennyrow(folder, 'token', 'list', '--json')).json<TokenView[]>()).toEqual([]);
  });

  test('sends a body from an argument or a pipe', async () => {
    const folder = await shared();
    const given = await pennyrow(folder, 'api', '/schedule', '--data', '{"start_time":"07:30"}');
    expect(given).toMatchObject({ code: 0, stdout: '{"success":true}\n' });
    const piped = await runPennyrow(
      folder,
      ['api', 'POST', '/schedule', '--data', '-'],
      {},
      '{"start_time":"08:15","hours":6}',
    );
    expect(piped).toMatchObject({ code: 0, stdout: '{"success":true}\n' });
    expect((await pennyrow(folder, 'api', '/schedule')).json()).toMatchObject({
      start_time: '08:15',
      period_minutes: 360,
    });
    expect(await pennyrow(folder, 'api', 'DELETE', '/schedule')).toMatchObject({ code: 0 });
    expect((await pennyrow(folder, 'api', '/schedule')).json()).toMatchObject({ active: false });
  });

  test('explains a rejection on standard error, and prints nothing to standard output', async () => {
    const folder = await shared();
    const refusals: readonly (readonly [string[], number, string, string])[] = [
      [['GET', '/transactions?start_date=31.01.2026'], 2, 'input_api_refused', 'start_date must be a day'],
      [['POST', '/schedule', '--data', '{'], 2, 'input_api_refused', 'not valid JSON'],
      [['PUT', '/schedule'], 2, 'input_api_refused', '405'],
      [['GET', '/nothing'], 2, 'input_api_refused', '404'],
      [['GET'], 2, 'input_api_path', 'GET'],
      [['https://example.org/transactions'], 2, 'input_api_path', 'example.org'],
      [['FETCH', '/rules'], 2, 'input_api_method', 'FETCH'],
    ];
    for (const [args, code, problem, expected] of refusals) {
      const { stdout, stderr, ...ended } = await pennyrow(folder, 'api', ...args, '--json');
      expect({ args, code: ended.code, stdout }).toEqual({ args, code, stdout: '' });
      expect(JSON.parse(stderr)).toEqual({
        error: { code: problem, message: expect.stringContaining(expected), remedy: expect.stringMatching(/.+/) },
      });
    }
  });

  test('exits with code 75 if the same call can succeed later', async () => {
    // Five syncs: after them, the API rejects syncs of the account for an hour.
    const folder = await changed();
    for (let call = 1; call <= 5; call += 1)
      expect(await pennyrow(folder, 'api', 'POST', '/sync-transactions')).toMatchObject({ code: 0 });
    const refused = await pennyrow(folder, 'api', 'POST', '/sync-transactions');
    expect(refused).toMatchObject({ code: 75, stdout: '' });
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /^pennyrow: The API did not answer now \(429\): The sync limit has been reached: .* Try again later\. $/,
    );
  });

  test('reports that no service is running, and creates no data folder', async () => {
    const folder = temporaryFolder();
    expect((await pennyrow(folder, 'api', '/rules')).code).toBe(1);
    await pennyrow(folder, 'status');
    await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer']));
    const { code, stdout, stderr } = await pennyrow(folder, 'api', '/rules');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'pennyrow: The service is not running, so there is no API to call.\n  Start it with `pennyrow serve`, then ask again.\n',
    );
  });

  test('gives no API access to a page of the dashboard', async () => {
    const { service, accountId } = await runningService();
    const input = { accountId, scopes: ['read'] };
    const apiAccess = service.control.call('service.apiAccess', input, new AbortController().signal, 'page');
    await expect(apiAccess).rejects.toMatchObject({ code: 'input_terminal' });
  });

  test('requires the account’s name if there are several, and uses the given one', async () => {
    // Leaves two accounts, so this test must be the last.
    const folder = await changed();
    await pennyrow(folder, 'account', 'add', 'Club');
    const unclear = await pennyrow(folder, 'api', '/rules', '--json');
    expect(unclear.code).toBe(2);
    expect(JSON.parse(unclear.stderr)).toMatchObject({ error: { code: 'input_account' } });
    const { code, json } = await pennyrow(folder, 'api', `/${JANUARY}`, '--account', 'Club');
    expect(code).toBe(0);
    expect(json()).toMatchObject({ count: 0 });
  });

  test('exits when its reader closes the pipe', async () => {
    const folder = await shared();
    const child = spawnPennyrow(folder, ['api', '/api/openapi.json']);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    child.stdout.destroy();
    expect(line).toContain('"openapi"');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
  });
});
