import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { updateFeed, type Release, type UpdateFeed } from '../../support/update-feed.ts';
import { answerBoxes, describeReal, HAS_DESKTOP, installed, openDashboard, type RealDesktop } from './electron.ts';
import { trayIcon } from './session-bus.ts';

// Updates an AppImage from a local HTTP server.

const OLD = '#!/bin/sh\n# version 0.1.0\n';

interface Updating {
  readonly desktop: RealDesktop;
  readonly feed: UpdateFeed;
  /** The AppImage that the user starts. */
  readonly image: () => string;
  readonly hasRestarted: () => boolean;
  readonly downloads: () => readonly string[];
  /** Clicks an item of the tray's menu and presses each button in a box. Returns the messages of the boxes. */
  click(label: string, ...buttons: readonly string[]): Promise<readonly string[]>;
}

async function installedImage(release: Release): Promise<Updating> {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const mark = join(home, 'started');
  const feed = await updateFeed(mark);
  feed.publish(release);
  const program = installed(folder);
  const lines = ['provider: generic', `url: ${feed.url}`, 'updaterCacheDirName: pennyrow-updater'];
  writeFileSync(join(folder, 'resources', 'app-update.yml'), `${lines.join('\n')}\n`);
  const image = join(home, 'Pennyrow.AppImage');
  writeFileSync(image, OLD, { mode: 0o755 });
  const cache = join(home, 'cache');
  const desktop = await openDashboard({ home, program, env: { APPIMAGE: image, XDG_CACHE_HOME: cache } });
  const pending = join(cache, 'pennyrow-updater', 'pending');
  return {
    desktop,
    feed,
    image: () => readFileSync(image, 'utf8'),
    hasRestarted: () => existsSync(mark),
    downloads: () => (existsSync(pending) ? readdirSync(pending) : []),
    click: async (label, ...buttons) => {
      const boxes = await answerBoxes(desktop, ...buttons);
      await expect.poll(() => trayIcon()?.labels() ?? []).toContain(label);
      trayIcon()?.click(label);
      let messages: readonly string[] = [];
      await expect.poll(async () => (messages = await boxes()).length).toBe(buttons.length);
      return messages;
    },
  };
}

const CHECK = 'Check for updates…';
const [AVAILABLE, READY] = ['Pennyrow 0.2.0 is available.', 'Pennyrow 0.2.0 is ready.'];

describeReal(
  'an update',
  () => {
    it('is downloaded after one confirmation, installed after another, and started', async () => {
      const { desktop, feed, click, image, hasRestarted } = await installedImage({ version: '0.2.0' });
      await click(CHECK, 'Download Update', 'Not Now');
      expect(image()).toBe(OLD);
      await Promise.all([click('Restart to update to 0.2.0…', 'Restart Now').catch(() => undefined), desktop.ended()]);
      expect(await desktop.ended()).toBe(0);
      expect(image()).toBe(feed.program.toString());
      await expect.poll(hasRestarted).toBe(true);
    });

    it('is installed but not started when Pennyrow quits, if the user chose that', async () => {
      const { desktop, feed, click, image, hasRestarted } = await installedImage({ version: '0.2.0' });
      expect(await click(CHECK, 'Download Update', 'Install When I Quit')).toEqual([AVAILABLE, READY]);
      await click('0.2.0 installs when you quit…', 'Install When I Quit');
      expect(image()).toBe(OLD);
      expect(await desktop.quit()).toBe(0);
      expect(image()).toBe(feed.program.toString());
      expect(hasRestarted()).toBe(false);
    });

    it('is neither downloaded nor installed without a confirmation, even when Pennyrow quits', async () => {
      const { desktop, feed, click, image, downloads } = await installedImage({ version: '0.2.0' });
      const list = expect.stringMatching(/^\/updates\/latest[\w-]*\.yml\?noCache=\w+$/);
      await click(CHECK, 'Not Now');
      expect(await click('Update to 0.2.0…', 'Not Now')).toEqual([AVAILABLE]);
      expect([feed.requestedPaths, downloads()]).toEqual([[list], []]);
      await click('Update to 0.2.0…', 'Download Update', 'Not Now');
      await click('Restart to update to 0.2.0…', 'Not Now');
      expect(await desktop.quit()).toBe(0);
      expect(image()).toBe(OLD);
    });

    it('can be stopped during the download, and downloaded again completely', async () => {
      const { feed, click, downloads } = await installedImage({ version: '0.2.0', stalls: true });
      await click(CHECK, 'Download Update');
      await click('Downloading 0.2.0 (0%)…', 'Stop Download');
      feed.publish({ version: '0.2.0' });
      expect(await click('Update to 0.2.0…', 'Download Update', 'Not Now')).toEqual([AVAILABLE, READY]);
      expect(downloads()).toContain('Pennyrow-0.2.0.AppImage');
    });

    it('leaves no part of its file when Pennyrow quits during the download', async () => {
      const { desktop, click, image, downloads } = await installedImage({ version: '0.2.0', stalls: true });
      await click(CHECK, 'Download Update');
      await expect.poll(() => downloads().length).toBeGreaterThan(0);
      expect(await desktop.quit()).toBe(0);
      expect([image(), downloads()]).toEqual([OLD, []]);
    });

    it('is rejected if its checksum differs from the list, and is accepted once the list is corrected', async () => {
      const { feed, click, downloads } = await installedImage({
        version: '0.2.0',
        sha512: Buffer.alloc(64, 7).toString('base64'),
      });
      const [, failure] = await click(CHECK, 'Download Update', 'Close');
      expect(failure).toContain('does not match its published checksum');
      expect(downloads()).toEqual([]);
      feed.publish({ version: '0.2.0' });
      expect(await click(CHECK, 'Download Update', 'Not Now')).toEqual([AVAILABLE, READY]);
    });

    it('is not offered if it is not newer, or if the server has no list', async () => {
      const { feed, click } = await installedImage({ version: '0.0.9' });
      expect(await click(CHECK, 'OK')).toEqual(['You have the newest version, 0.1.0.']);
      for (const status of [404, 500]) {
        feed.break(status);
        const failure = 'The update server did not send what Pennyrow asked for.';
        expect(await click(CHECK, 'Close')).toEqual([failure]);
      }
    });
  },
  HAS_DESKTOP,
);
