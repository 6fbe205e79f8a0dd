import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contentOf, installedDesktop, OLD_PROGRAM, type InstalledDesktop } from '../support/installed-desktop.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Runs the real electron-updater against a local HTTP server, with updates that must be rejected.

/** Waits for the last dialog box to contain the code; returns its text. */
async function boxText({ around }: InstalledDesktop, code: string): Promise<string> {
  await expect.poll(() => around.box.shown.at(-1)?.detail ?? '').toContain(code);
  return around.box.shown.at(-1)?.message ?? '';
}

describe('the updater', () => {
  test('rejects a list with a file that has no checksum', async () => {
    const installed = await installedDesktop();
    installed.feed.publish({ version: '0.2.0', sha512: '' });
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Download Update');
    await boxText(installed, 'update_feed');
    expect(contentOf(installed.program)).toBe(OLD_PROGRAM);
  });

  test('rejects an installer on Windows whose signature cannot be checked, because PowerShell does not run', async () => {
    const installed = await installedDesktop({ platform: 'win32', publisher: 'Pennyrow Ltd' });
    installed.feed.publish({ version: '0.2.0', fileName: 'Pennyrow-Setup-0.2.0.exe' });
    // In a temporary folder, because the library writes to `NUL`, which is an ordinary file on this system.
    const before = process.cwd();
    process.chdir(temporaryFolder());
    onTestFinished(() => process.chdir(before));
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Download Update');
    expect(await boxText(installed, 'update_signature')).toContain(
      'not signed by the publisher of the installed version',
    );
    expect(readdirSync(installed.cache)).toEqual([]);
  });

  test('rejects every update on Windows if the installed package is not signed', async () => {
    const installed = await installedDesktop({ platform: 'win32' });
    await installed.click('Updates are not set up…');
    await installed.answer(/cannot update itself/, 'OK');
    expect(installed.feed.requestedPaths).toEqual([]);
  });
});

describe('the user of the app', () => {
  test('is informed that no updates are configured if the package names no server', async () => {
    const installed = await installedDesktop({ feedUrl: null });
    await installed.click('Updates are not set up…');
    await installed.answer(/cannot update itself/, 'OK');
    expect(installed.updater.sent).toEqual([]);
  });

  test('is informed that the network is unavailable, with a remedy, in their language', async () => {
    const installed = await installedDesktop({ locale: 'de-DE' });
    await installed.feed.close();
    await installed.click('Nach Updates suchen…');
    expect(await boxText(installed, 'update_offline')).toBe('Der Update-Server ist nicht zu erreichen.');
    installed.around.box.press('OK');
    await installed.click('Nach Updates suchen…');
    await boxText(installed, 'update_offline');
  });

  test('is informed why the confirmed update could not be installed; the installed version is kept, and the app exits', async () => {
    const installed = await installedDesktop();
    const { around, program, hasRestarted } = installed;
    installed.feed.publish({ version: '0.2.0' });
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Download Update');
    await expect.poll(() => around.box.shown.at(-1)?.message).toBe('Pennyrow 0.2.0 is ready.');
    // Simulates a full disk: the new file cannot be written beside the old one.
    mkdirSync(`${program}.new`);
    around.box.press('Restart Now');
    expect(await around.app.ended).toBe(0);
    expect(around.box.errors).toEqual([
      { title: 'The update was not installed', content: expect.stringMatching(/\S/) },
    ]);
    expect(contentOf(program)).toBe(OLD_PROGRAM);
    expect(hasRestarted()).toBe(false);
  });

  test('is informed where to get the package if a package manager installed the app; nothing is downloaded', async () => {
    const installed = await installedDesktop({ packageType: 'deb' });
    installed.feed.publish({ version: '0.2.0' });
    await installed.click('Check for updates…');
    await installed.answer(/is available/, 'Open Download Page');
    await expect.poll(() => installed.around.outside.opened).toEqual(['https://pennyrow.example/download']);
    expect(installed.feed.requestedPaths).toHaveLength(1);
    expect(existsSync(installed.cache)).toBe(false);
  });

  test('is told to update in the same way as the app was installed if neither a server nor a package manager is known', async () => {
    const installed = await installedDesktop({ packageType: 'flatpak' });
    await installed.click('Check for updates…');
    await installed.answer(/is updated by what installed it/, 'OK');
    expect(installed.updater.sent).toEqual([]);
  });
});
