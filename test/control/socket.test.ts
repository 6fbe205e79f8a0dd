import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { controlAddress } from '../../src/control/socket/address.ts';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { runningService } from '../support/running-service.ts';
import { startedFolder } from '../support/started-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HALF_AN_ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"result":[';

describe('the local socket', () => {
  test.skipIf(process.platform === 'win32')('can be opened by its owner only', async () => {
    const { service } = await runningService({}, await startedFolder());
    const address = controlAddress(service.dataFolder.path);
    expect(statSync(address).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(address)).mode & 0o077).toBe(0);
  });

  test('returns the same message for an invalid input, even if packages have changed Zod’s default messages', async () => {
    const { client } = await runningService({}, await startedFolder());
    const { localeError } = z.config();
    onTestFinished(() => void z.config({ localeError }));
    z.config({ localeError: () => 'Words of a package' });
    const params = { issues: 'accountId: Invalid input: expected string, received undefined' };
    await expect(client.call('token.list', {} as never)).rejects.toMatchObject({ code: 'input_invalid', params });
  });

  test('returns the results and errors of procedures unchanged', async () => {
    const { client, accountId } = await runningService({}, await startedFolder());
    await expect(client.call('account.list', {})).resolves.toMatchObject([{ id: accountId, name: 'My money' }]);
    await expect(client.call('token.list', { accountId: 'nobody' })).rejects.toMatchObject({
      code: 'account_unknown',
      remedy: expect.stringContaining('account list'),
    });
    await expect(client.call('token.list', {} as never)).rejects.toMatchObject({ code: 'input_invalid' });
    await expect(client.call('no.such' as 'token.list', {} as never)).rejects.toMatchObject({
      code: 'input_unknown_procedure',
    });
    await expect(client.call('__proto__' as 'token.list', {} as never)).rejects.toMatchObject({
      code: expect.stringMatching(/^input_/),
    });
  });

  test('sends events to all subscribers', async () => {
    const { client, accountId } = await runningService({}, await startedFolder());
    const events: ControlEvent[] = [];
    const stop = await client.subscribe((event) => events.push(event));
    await client.call('connection.add', { accountId, kind: 'demo' });
    const { runId } = await client.call('run.sync', { accountId });
    const run = await client.call('run.wait', { runId });
    await expect.poll(() => events.findLast((event) => event.type === 'run')).toEqual({ type: 'run', run });
    expect(events).toContainEqual({ type: 'changed', what: 'connections', accountId });
    expect(events).toContainEqual({ type: 'mirror', accountId });
    stop();
  });

  test(
    'fails to open if a folder has the same name, and the error contains its path',
    { skip: process.platform === 'win32' },
    async () => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'control.sock'));
      await expect(runningService({}, folder)).rejects.toMatchObject({
        code: 'control_socket',
        message: expect.stringContaining('control.sock'),
      });
    },
  );

  test('times out if the service does not answer', { skip: process.platform === 'win32' }, async () => {
    const address = join(temporaryFolder(), 'control.sock');
    const mute = createServer().listen(address);
    await once(mute, 'listening');
    onTestFinished(() => void mute.close());
    await expect(connectSocket(address, 50)).rejects.toMatchObject({
      code: 'service_silent',
      message: expect.stringContaining(address),
    });
  });

  test.each([
    ['before a request', (connection: Socket) => connection.destroy()],
    ['after a request', (connection: Socket) => connection.once('data', () => connection.destroy())],
    ['within its response', (connection: Socket) => connection.once('data', () => connection.end(HALF_AN_ANSWER))],
  ])('counts as not in use if the service ends the connection %s', async (_when, ends) => {
    const address = controlAddress(temporaryFolder());
    const dying = createServer(ends).listen(address);
    await once(dying, 'listening');
    onTestFinished(() => void dying.close());
    expect(await connectSocket(address)).toBeNull();
  });

  test('is removed when the service stops, and replaced by the next start after a crash', async () => {
    const folder = temporaryFolder();
    const service = await createService({ ...readConfig({ dataDir: folder }), port: 0 });
    await service.serve();
    const address = controlAddress(service.dataFolder.path);
    await service.close();
    expect(await connectSocket(address)).toBeNull();
    const { client } = await runningService({}, folder);
    await expect(client.call('service.status', {})).resolves.toMatchObject({ dataFolder: folder });
  });
});
