import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeReal, goTo, HAS_DESKTOP, HAS_KEYRING, launch, setUpDemo, type RealDesktop } from './electron.ts';
import { trayIcon } from './session-bus.ts';

const isVisible = ({ app }: RealDesktop) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));

async function typeName(page: Page): Promise<void> {
  await goTo(page, '/settings/api');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByLabel('Name').fill('17');
}

const typedName = (page: Page) => page.getByLabel('Name').inputValue();

describeReal('the window', () => {
  it('leads from the first page to a synced demo, and the app closes the database when it quits', async () => {
    const desktop = await launch();
    const page = await desktop.page();
    expect(page.url()).toMatch(/^pennyrow:\/\/dashboard\//);
    expect(await page.evaluate('[typeof process, typeof require, typeof module]')).toEqual(Array(3).fill('undefined'));
    await setUpDemo(page);
    expect(await desktop.quit()).toBe(0);
    expect(existsSync(join(desktop.data, 'pennyrow.db'))).toBe(true);
    expect(existsSync(join(desktop.data, 'pennyrow.db-wal'))).toBe(false);
    expect(existsSync(join(desktop.data, 'vault.keychain'))).toBe(HAS_KEYRING);
  });

  it('opens no other window and no link to another address', async () => {
    const desktop = await launch();
    const page = await desktop.page();
    await page.evaluate('window.open("https://example.com"); location.href = "https://example.com/"');
    await expect.poll(() => page.evaluate('location.href')).toMatch(/^pennyrow:\/\/dashboard\//);
    expect(await isVisible(desktop)).toEqual([true]);
  });
});

describeReal(
  'the window in a session with a tray',
  () => {
    it('is restored with the typed text by a left click on the tray icon and by the menu of that icon', async () => {
      const desktop = await launch();
      const page = await desktop.page();
      await typeName(page);
      for (const show of [() => trayIcon()?.activate(), () => trayIcon()?.click('Open dashboard')]) {
        await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
        await expect.poll(() => isVisible(desktop)).toEqual([false]);
        show();
        await expect.poll(() => isVisible(desktop)).toEqual([true]);
        expect(await typedName(page)).toBe('17');
      }
    });

    it('has the icon of Pennyrow', async () => {
      const desktop = await launch();
      await desktop.page();
      const xid = execFileSync('xdotool', ['search', '--name', 'Pennyrow$'], { encoding: 'utf8' }).trim().split('\n');
      const icons = xid.map((id) => execFileSync('xprop', ['-id', id, '_NET_WM_ICON'], { encoding: 'utf8' }));
      expect(icons.join()).toMatch(/Icon \(128 x 128\)/);
    });
  },
  HAS_DESKTOP,
);
