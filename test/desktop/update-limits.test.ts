import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createUpdateFetcher, type UpdateFetcher } from '../../src/desktop/update-fetcher.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { updateFeed, type UpdateFeed } from '../support/update-feed.ts';
import { appDouble, computerDouble } from './double/app.ts';
import { giveToUpdater } from './double/updater-electron.ts';

const nothing = (): void => undefined;

/** The real electron-updater as an AppImage, in a hurry. */
async function hurried(): Promise<{ readonly fetcher: UpdateFetcher; readonly feed: UpdateFeed }> {
  const home = temporaryFolder();
  const feed = await updateFeed(join(home, 'started'));
  mkdirSync(join(home, 'program'));
  writeFileSync(join(home, 'program', 'dev-app-update.yml'), `provider: generic\nurl: ${feed.url}\nupdaterCacheDirName: pennyrow-updater\n`);
  vi.stubEnv('APPIMAGE', join(home, 'Pennyrow.AppImage'));
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { app, state } = appDouble({ computer: computerDouble(home), isPackaged: false, version: '0.1.0', closeWindows: () => true });
  state.becomeReady();
  giveToUpdater(app, state);
  const load = async () => {
    const updater = await import('../../src/desktop/updater.ts');
    return { ...updater, openUpdater: (...given: Parameters<typeof updater.openUpdater>) => Object.assign(updater.openUpdater(...given), { forceDevUpdateConfig: true }) };
  };
  const log = { error: nothing, warn: nothing, info: nothing, debug: nothing };
  return { feed, fetcher: createUpdateFetcher({ maker: 'appimage', load, log, limits: { checkMs: 300, stallMs: 300, leaveMs: 300 } }) };
}

test('a place that does not answer is given up, and asked anew the next time', async () => {
  const { fetcher, feed } = await hurried();
  feed.break('silent');
  await expect(fetcher.check()).rejects.toMatchObject({ code: 'update_offline' });
  await expect(fetcher.check()).rejects.toMatchObject({ code: 'update_offline' });
  expect(feed.asked).toHaveLength(2);
});

test('a download that does not go on is given up', async () => {
  const { fetcher, feed } = await hurried();
  feed.publish({ version: '0.2.0', stalls: true, notes: '<b>Faster</b>' });
  expect(await fetcher.check()).toEqual({ version: '0.2.0', notes: 'Faster' });
  await expect(fetcher.download(nothing).done).rejects.toMatchObject({ code: 'update_offline' });
});
