import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, runningService, type RunningService } from '../support/running-service.ts';
import { signIn } from '../support/sign-in.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface LocalizedMessage {
  readonly result?: unknown;
  readonly problem?: { readonly code: string; readonly remedy: string };
}

/** Returns a function that calls procedures over HTTP, as the page of the dashboard does. */
async function page(running: RunningService): Promise<(name: string, input: object) => Promise<LocalizedMessage>> {
  const key = await signIn(running);
  const { origin } = new URL(running.url);
  return async (name, input) => {
    const { body } = await ask(running, `${origin}/dashboard/control/call/${name}`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { Authorization: `Bearer ${key}`, Origin: origin, 'Content-Type': 'application/json' },
    });
    return JSON.parse(body) as LocalizedMessage;
  };
}

function program(): string {
  const file = join(temporaryFolder(), 'bank.mjs');
  const lines = [
    { type: 'schema', version: 1 },
    { type: 'account', id: '1', name: 'Giro', currency: 'EUR' },
  ];
  writeFileSync(
    file,
    `if (process.env.PIN !== '2222') process.exit(77);\n${lines.map((line) => `console.log('${JSON.stringify(line)}');`).join('\n')}`,
    { mode: 0o600 },
  );
  return file;
}

test('a page cannot add a connection to a program or change its command, but can show, test, rename and remove it', async () => {
  const running = await runningService();
  const call = await page(running);
  const [account] = await running.client.call('account.list', {});
  const accountId = account?.id ?? '';
  const command = [process.execPath, program()];
  const newConnection = {
    accountId,
    kind: 'own-program',
    settings: { command, secretName: ['PIN'] },
    secret: { PIN: '2222' },
  };
  const refused = { problem: { code: 'input_terminal', remedy: expect.stringContaining('pennyrow connection add') } };
  expect(await call('connection.add', newConnection)).toMatchObject(refused);
  expect(await running.client.call('connection.list', { accountId })).toEqual([]);

  const { id: connectionId } = await running.client.call('connection.add', newConnection);
  const evil = { command: ['/bin/sh', '-c', 'true'] };
  expect(await call('connection.update', { connectionId, settings: evil })).toMatchObject(refused);
  expect(await call('connection.update', { connectionId, settings: {} })).toMatchObject(refused);
  expect(await call('connection.list', { accountId })).toMatchObject({ result: [{ settings: { command } }] });
  expect(await call('connection.test', { connectionId })).toMatchObject({ result: { accounts: [{ name: 'Giro' }] } });
  expect(await call('connection.update', { connectionId, name: 'Mine' })).toMatchObject({ result: { name: 'Mine' } });

  // A page may change the values of existing variables. The service ignores other variables, such as PATH.
  const wrong = await call('connection.reauthorise', { connectionId, secret: { PIN: '3333', PATH: '/tmp' } });
  expect(wrong.problem?.code).toBe('source_access_failed');
  const right = await call('connection.reauthorise', { connectionId, secret: { PIN: '2222', LD_PRELOAD: '/tmp/x' } });
  expect(right).toMatchObject({ result: { settings: { command, secretName: ['PIN'] } } });
  expect(JSON.stringify(await call('connection.list', { accountId }))).not.toContain('2222');
  expect(await call('connection.remove', { connectionId })).toEqual({ result: { revoked: null } });
});

test('a page gets the terminal command for a kind of connection that it cannot add', async () => {
  const running = await runningService();
  const { sources } = await running.client.call('kind.list', {});
  expect(sources.filter(({ terminalCommand }) => terminalCommand !== null)).toMatchObject([
    { id: 'own-program', terminalCommand: 'pennyrow connection add own-program -- ~/bank.py' },
  ]);
});

test('kinds of connections for demos and for developers are listed last', async () => {
  const running = await runningService();
  const { sources } = await running.client.call('kind.list', {});
  expect(sources.map(({ id }) => id).slice(-3)).toEqual(['gocardless', 'demo', 'own-program']);
});
