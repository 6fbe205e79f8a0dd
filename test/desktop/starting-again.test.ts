import type { App } from 'electron';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../../src/desktop/host/start-service.ts';
import type { Desktop } from '../../src/desktop/run-desktop.ts';
import { desktopInUse } from '../support/desktop.ts';
import { startHere } from '../support/service-here.ts';
import { startedFolder } from '../support/started-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { computerDouble } from './double/app.ts';

function callerOf(desktop: Desktop | null): (name: string, input: unknown) => Promise<unknown> {
  return async (name, input) => desktop?.service.control.call(name, input, new AbortController().signal, 'trusted');
}

describe('a start that the user retries', () => {
  test('continues once the port is free, and serves on it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { desktop, around } = await desktopInUse({
      startService: ({ ...config }, surroundings) => startService({ ...config, port }, surroundings),
      duringStart: async ({ box }) => {
        await expect.poll(() => box.shown.length).toBe(1);
        // The port is still in use.
        box.press('Retry');
        await expect.poll(() => box.shown.length).toBe(2);
        await new Promise((resolve) => other.close(resolve));
        box.press('Retry');
      },
    });
    expect(around.box.shown.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('service_port_taken'),
      expect.stringContaining('service_port_taken'),
    ]);
    expect(await callerOf(desktop)('service.status', {})).toMatchObject({ url: `https://127.0.0.1:${port}` });
  });

  test('continues once the damaged database was moved away', async () => {
    const folder = temporaryFolder();
    const database = join(folder, 'pennyrow.db');
    writeFileSync(database, 'this is no database, however long one looks at it'.repeat(100));
    const { desktop, around } = await desktopInUse({
      folder,
      duringStart: async ({ box }) => {
        await expect.poll(() => box.shown.length).toBe(1);
        rmSync(database);
        box.press('Retry');
      },
    });
    expect(around.box.shown).toMatchObject([{ detail: expect.stringContaining('store_damaged') }]);
    expect(await callerOf(desktop)('account.list', {})).toHaveLength(1);
  });
});

describe('a start', () => {
  test('begins before Electron is ready, but opens the keychain only afterwards', async () => {
    const story: string[] = [];
    let app: App | null = null;
    const { desktop } = await desktopInUse({
      onElectron: (electron) => {
        app = electron.app;
      },
      startService: (config, { vaultKey, ...surroundings }) => {
        story.push(`begun, ready: ${app?.isReady()}`);
        const key = async (): Promise<Buffer> => {
          const pendingKey = vaultKey.provideKey();
          story.push(`asked for the key, ready: ${app?.isReady()}`);
          return pendingKey.finally(() => story.push(`the key is there, ready: ${app?.isReady()}`));
        };
        const first = key();
        return startHere(config, { ...surroundings, vaultKey: { provideKey: async () => first } });
      },
    });
    expect(story.slice(0, 3)).toEqual([
      'begun, ready: false',
      'asked for the key, ready: false',
      'the key is there, ready: true',
    ]);
    expect(await callerOf(desktop)('account.list', {})).toHaveLength(1);
  });
});

test('a locked keychain is opened by another process, because Electron asks only once per process', async () => {
  const folder = await startedFolder();
  const computer = computerDouble(folder);
  const first = await desktopInUse({ folder, computer });
  first.around.app.quit();
  await first.around.app.ended;

  vi.stubEnv('APPIMAGE', '/home/me/Pennyrow.AppImage');
  onTestFinished(() => void vi.unstubAllEnvs());
  const locked = await desktopInUse({
    folder,
    computer,
    args: ['--at-login', '--port=0'],
    onElectron: (_electron, { keychain }) => {
      keychain.isThere = false;
    },
    duringStart: async ({ box, keychain }) => {
      await expect.poll(() => box.shown.length).toBe(1);
      keychain.isThere = true;
      box.press('Retry');
    },
  });
  expect(locked.around.box.shown).toMatchObject([{ detail: expect.stringContaining('vault_keychain_closed') }]);
  expect(locked.desktop).toBeNull();
  expect(await locked.around.app.ended).toBe(0);
  // Without --at-login, because the user who chose to retry expects a window.
  expect(locked.around.app.relaunches).toEqual([{ program: '/home/me/Pennyrow.AppImage', args: ['--port=0'] }]);

  const unlocked = await desktopInUse({ folder, computer });
  expect(await callerOf(unlocked.desktop)('account.list', {})).toHaveLength(1);
});

test('a computer that wakes up runs the syncs that were missed during sleep once', async () => {
  let now = Date.parse('2026-03-10T09:00:00Z');
  // Timers never fire, as during sleep, so that only the wake event can start the run.
  const alarms = { at: () => () => undefined, everyMinute: () => () => undefined };
  const { desktop, around } = await desktopInUse({
    folder: temporaryFolder(),
    startService: (config, { vaultKey }) => startService(config, { vaultKey, alarms, clock: { now: () => now } }),
  });
  const call = callerOf(desktop);
  const [account] = (await call('account.list', {})) as { id: string }[];
  const accountId = account?.id;
  await call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  await call('schedule.set', { accountId, startTime: '12:00' });
  const runs = async () =>
    ((await call('run.list', { accountId })) as { trigger: string; status: string }[]).map(
      ({ trigger, status }) => `${trigger} ${status}`,
    );
  around.power.emit('suspend');
  now += 3 * 24 * 60 * 60_000;
  expect(await runs()).toEqual([]);
  around.power.emit('resume');
  around.power.emit('unlock-screen');
  await expect.poll(runs).toEqual(['catch-up succeeded']);
});
