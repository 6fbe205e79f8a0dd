import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contentOf, installedDesktop, OLD_PROGRAM, type InstalledDesktop } from '../support/installed-desktop.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// As in updates.test.ts: the real electron-updater, a feed over HTTP, and what must not become an update.

/** What the last box says, once it says this. */
async function told({ around }: InstalledDesktop, code: string): Promise<string> {
  await expect.poll(() => around.box.shown.at(-1)?.detail ?? '').toContain(code);
  return around.box.shown.at(-1)?.message ?? '';
}

describe('refused is', () => {
  test('a file with another checksum than the list says, by name; nothing of it is kept', async () => {
    const installed = await installedDesktop();
    const { feed, around, program, cache } = installed;
    feed.publish({ version: '0.2.0', sha512: Buffer.alloc(64, 7).toString('base64') });
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Download Update');
    expect(await told(installed, 'update_checksum')).toContain('does not match its published checksum');
    expect(contentOf(program)).toBe(OLD_PROGRAM);
    expect(readdirSync(cache)).toEqual([]);
    // What was published is put right.
    feed.publish({ version: '0.2.0' });
    around.box.press('Retry');
    await installed.answer(/is available/, 'Download Update');
    await installed.answer(/is ready/, 'Not Now');
  });

  test('a version that is not newer than the installed one', async () => {
    const installed = await installedDesktop();
    const { around, feed } = installed;
    for (const [index, version] of ['0.0.9', '0.1.0', '0.1.0-beta.1'].entries()) {
      feed.publish({ version });
      await installed.click('Check for updates…');
      await expect.poll(() => around.box.shown.length).toBe(index + 1);
      await installed.answer(/You have the newest version, 0\.1\.0\./, 'OK');
    }
    expect(feed.requestedPaths).toHaveLength(3);
  });

  test('a list with a file that has no checksum', async () => {
    const installed = await installedDesktop();
    installed.feed.publish({ version: '0.2.0', sha512: '' });
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Download Update');
    await told(installed, 'update_feed');
    expect(contentOf(installed.program)).toBe(OLD_PROGRAM);
  });

  test('on Windows an installer whose signature cannot be looked at, as where PowerShell does not run', async () => {
    const installed = await installedDesktop({ platform: 'win32', publisher: 'Pennyrow Ltd' });
    installed.feed.publish({ version: '0.2.0', fileName: 'Pennyrow-Setup-0.2.0.exe' });
    // The library sends words to `NUL`, which is a file like any other here.
    const before = process.cwd();
    process.chdir(temporaryFolder());
    onTestFinished(() => process.chdir(before));
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Download Update');
    expect(await told(installed, 'update_signature')).toContain('not signed by the publisher of the installed version');
    expect(readdirSync(installed.cache)).toEqual([]);
  });

  test('every update on Windows, by a package that is not signed itself', async () => {
    const installed = await installedDesktop({ platform: 'win32' });
    await installed.click('Updates are not set up…');
    await installed.answer(/is not signed/, 'OK');
    expect(installed.feed.requestedPaths).toEqual([]);
  });
});

describe('a person is told', () => {
  test('that no updates are set up, where the package names no place', async () => {
    const installed = await installedDesktop({ feedUrl: null });
    await installed.click('Updates are not set up…');
    await installed.answer(/Updates are not set up for this Pennyrow/, 'OK');
    expect(installed.updater.sent).toEqual([]);
  });

  test('that the network is dead, with what to do, in their language', async () => {
    const installed = await installedDesktop({ locale: 'de-DE' });
    await installed.feed.close();
    await installed.click('Nach Updates suchen…');
    expect(await told(installed, 'update_offline')).toBe('Der Update-Server ist nicht zu erreichen.');
    installed.around.box.press('Schließen');
    await installed.click('Nach Updates suchen…');
    await told(installed, 'update_offline');
  });

  test('that the place has no list, or is broken', async () => {
    const installed = await installedDesktop();
    installed.feed.break(404);
    await installed.click('Check for updates…');
    await told(installed, 'update_feed');
    installed.feed.break(500);
    installed.around.box.press('Retry');
    await expect.poll(() => installed.around.box.shown.length).toBe(2);
    await told(installed, 'update_feed');
  });

  test('what kept the agreed update out of its place; this version stays and ends', async () => {
    const installed = await installedDesktop();
    const { around, program, hasRestarted } = installed;
    installed.feed.publish({ version: '0.2.0' });
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Download Update');
    await expect.poll(() => around.box.shown.at(-1)?.message).toBe('Pennyrow 0.2.0 is ready.');
    // As a full disk: the new file cannot be put beside the old one.
    mkdirSync(`${program}.new`);
    around.box.press('Restart Now');
    expect(await around.app.ended).toBe(0);
    expect(around.box.errors).toEqual([
      { title: 'The update was not installed', content: expect.stringMatching(/\S/) },
    ]);
    expect(contentOf(program)).toBe(OLD_PROGRAM);
    expect(hasRestarted()).toBe(false);
  });

  test('where to get the package, when the system’s package manager installed this one; nothing is downloaded', async () => {
    const installed = await installedDesktop({ packageType: 'deb' });
    installed.feed.publish({ version: '0.2.0' });
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Open Download Page');
    await expect.poll(() => installed.around.outside.opened).toEqual(['https://pennyrow.example/download']);
    expect(installed.feed.requestedPaths).toHaveLength(1);
    expect(existsSync(installed.cache)).toBe(false);
  });

  test('to update in the way of installing, where neither is known', async () => {
    const installed = await installedDesktop({ packageType: 'flatpak' });
    await installed.click('Check for updates…');
    await installed.answer(/is updated by what installed it/, 'OK');
    expect(installed.updater.sent).toEqual([]);
  });
});
