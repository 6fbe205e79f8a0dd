import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createUpdateFetcher,
  type UpdateFetcher,
  type UpdateLimits,
} from '../../src/desktop/updates/update-fetcher.ts';
import type * as updater from '../../src/desktop/updates/updater.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { updateFeed, type UpdateFeed } from '../support/update-feed.ts';
import { appDouble, computerDouble } from './double/app.ts';
import { giveToUpdater } from './double/updater-electron.ts';

const nothing = (): void => undefined;

type UpdaterModule = typeof updater;

/** A timeout that no test reaches. */
const LONG = 600_000;

/** The real electron-updater for an AppImage. Its timeouts are long, except those in `hurry`. */
async function fetcherOf(
  hurry: Partial<UpdateLimits> = {},
  given = (): Promise<UpdaterModule> => import('../../src/desktop/updates/updater.ts'),
): Promise<{ readonly fetcher: UpdateFetcher; readonly feed: UpdateFeed; readonly program: string }> {
  const home = temporaryFolder();
  const feed = await updateFeed(join(home, 'started'));
  mkdirSync(join(home, 'program'));
  writeFileSync(
    join(home, 'program', 'dev-app-update.yml'),
    `provider: generic\nurl: ${feed.url}\nupdaterCacheDirName: pennyrow-updater\n`,
  );
  const program = join(home, 'Pennyrow.AppImage');
  vi.stubEnv('APPIMAGE', program);
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { app, state } = appDouble({
    computer: computerDouble(home),
    platform: 'linux',
    isPackaged: false,
    args: [],
    version: '0.1.0',
    closeWindows: () => true,
  });
  state.becomeReady();
  giveToUpdater(app, state);
  const load = async () => {
    const loaded = await given();
    return {
      ...loaded,
      openUpdater: (...requestedPaths: Parameters<UpdaterModule['openUpdater']>) =>
        Object.assign(loaded.openUpdater(...requestedPaths), { forceDevUpdateConfig: true }),
    };
  };
  const log = { error: nothing, warn: nothing, info: nothing, debug: nothing };
  return {
    feed,
    program,
    fetcher: createUpdateFetcher({
      maker: 'appimage',
      load,
      log,
      limits: { checkMs: LONG, stallMs: LONG, leaveMs: LONG, ...hurry },
    }),
  };
}

test('a server that does not answer times out, and is contacted again at the next check', async () => {
  const { fetcher, feed } = await fetcherOf({ checkMs: 300 });
  feed.break('silent');
  await expect(fetcher.check()).rejects.toMatchObject({ code: 'update_offline' });
  await expect(fetcher.check()).rejects.toMatchObject({ code: 'update_offline' });
  // Repeated, because on a busy machine a canceled request may not have reached the server.
  await expect
    .poll(async () => {
      await fetcher.check().catch(nothing);
      return feed.requestedPaths.length;
    })
    .toBeGreaterThan(1);
});

test('a stalled download is aborted', async () => {
  const { fetcher, feed } = await fetcherOf({ stallMs: 300 });
  feed.publish({ version: '0.2.0', stalls: true, notes: '<b>Faster</b>' });
  expect(await fetcher.check()).toEqual({ version: '0.2.0', notes: 'Faster' });
  await expect(fetcher.download(nothing).done).rejects.toMatchObject({ code: 'update_offline' });
});

/** Makes the library wait with the deletion of a download until the test calls `goOn`. */
function slowDisk(): { readonly isClearing: () => boolean; readonly goOn: () => void } {
  const library = createRequire(createRequire(import.meta.url).resolve('electron-updater'));
  const disk = library('fs-extra') as { emptyDir(path: string): Promise<void> };
  const { emptyDir } = disk;
  const gate = Promise.withResolvers<void>();
  const spy = vi.spyOn(disk, 'emptyDir').mockImplementation(async (path) => {
    await gate.promise;
    return emptyDir(path);
  });
  onTestFinished(() => spy.mockRestore());
  return { isClearing: () => spy.mock.calls.length > 0, goOn: gate.resolve };
}

test('a download can restart while the stopped one is still being deleted, and is complete', async () => {
  const { fetcher, feed } = await fetcherOf();
  const disk = slowDisk();
  feed.publish({ version: '0.2.0', stalls: true });
  await fetcher.check();
  const stopped = fetcher.download(nothing);
  await expect.poll(() => feed.requestedPaths.length).toBe(2);
  stopped.stop();
  expect(await stopped.done).toBe(false);
  await expect.poll(disk.isClearing).toBe(true);
  feed.publish({ version: '0.2.0' });
  const again = fetcher.download(nothing);
  setImmediate(disk.goOn);
  expect(await again.done).toBe(true);
  expect(feed.requestedPaths).toHaveLength(3);
});

test('a download that is stopped before it begins does not begin', async () => {
  const begun = vi.fn<() => void>();
  const { fetcher, feed } = await fetcherOf({}, async () => {
    const loaded = await import('../../src/desktop/updates/updater.ts');
    return {
      ...loaded,
      openUpdater: (...requestedPaths) => {
        const opened = loaded.openUpdater(...requestedPaths);
        const { downloadUpdate } = opened;
        opened.downloadUpdate = (token) => (begun(), downloadUpdate.call(opened, token));
        return opened;
      },
    };
  });
  feed.publish({ version: '0.2.0' });
  await fetcher.check();
  const { done, stop } = fetcher.download(nothing);
  stop();
  expect(await done).toBe(false);
  // This download waits for the previous one.
  expect(await fetcher.download(nothing).done).toBe(true);
  expect(begun).toHaveBeenCalledTimes(1);
});

test('the updater in the build downloads and installs like the updater in the source', async () => {
  const chunks = join(import.meta.dirname, '..', '..', 'dist', 'chunks');
  const [built, ...others] = readdirSync(chunks).filter(
    (name) =>
      name.endsWith('.js') &&
      readFileSync(join(chunks, name), 'utf8').includes('is not signed by the application owner'),
  );
  expect(others).toEqual([]);
  const { fetcher, feed, program } = await fetcherOf(
    {},
    () => import(join(chunks, built ?? '')) as Promise<UpdaterModule>,
  );
  writeFileSync(program, 'old');
  feed.publish({ version: '0.2.0' });
  await fetcher.check();
  expect(await fetcher.download(nothing).done).toBe(true);
  const failures: unknown[] = [];
  fetcher.install(false, (thrown) => failures.push(thrown));
  expect(failures).toEqual([]);
  expect(readFileSync(program).equals(feed.program)).toBe(true);
});
