import { expect, test } from 'vitest';
import type { ConnectionView } from '../../src/contract/control/connections.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { shell } from './shell.ts';

test('a token is read from standard input, and the connection can be synced, tested, shown and given new credentials', async () => {
  const { server, run } = await shell();
  const token = server.newSetupToken();
  const added = await run(['connection', 'add', 'simplefin', '--name', 'My banks', '--json'], `${token}\n`);
  expect(added.stderr).toBe('');
  expect(added.json<ConnectionView>()).toMatchObject({
    source: 'simplefin',
    name: 'My banks',
    health: { nextTryAt: null },
  });
  expect(added.stdout).not.toContain(token);

  expect((await run(['sync'])).stdout).toContain('5 added');
  expect((await run(['connection', 'test', 'My banks'])).stdout).toMatch(
    /answers, with 3 accounts\.\n.*\nEveryday ••4321 +Linden Bank +EUR/,
  );
  const answers = (await run(['connection', 'answers', 'My banks', '--json'])).json<
    { number: number; request: string }[]
  >();
  expect(answers[0]?.request).toMatch(/^accounts\?start-date=\d+/);
  const shown = await run(['connection', 'answers', 'My banks', '--show', String(answers.at(-1)?.number)]);
  expect(JSON.parse(shown.stdout)).toHaveProperty('accounts');

  const again = await run(['connection', 'reauthorise', 'My banks'], token);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('was used before');
  expect(again.stderr).not.toContain(token);
  expect((await run(['connection', 'reauthorise', 'My banks'], server.newSetupToken())).stdout).toContain(
    'Reconnected “My banks”',
  );
  expect((await run(['connection', 'list'])).stdout).toMatch(/My banks +simplefin .*manual only +connected/);
});

test('nothing is added without a token, and an untrusted certificate is rejected', async () => {
  const { server, run } = await shell();
  const none = await run(['connection', 'add', 'simplefin', '--json'], '\n');
  expect(none.code).toBe(2);
  expect(JSON.parse(none.stderr)).toMatchObject({ error: { code: 'input_secret' } });
  const stranger = await fakeSimplefin({ certificate: 'untrusted' });
  const refused = await run(['connection', 'add', 'simplefin', '--json'], stranger.newSetupToken());
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'source_certificate' } });
  expect(stranger.seen).toEqual([]);
  expect((await run(['connection', 'list', '--json'])).json()).toEqual([]);
  expect(server.seen).toEqual([]);
});
