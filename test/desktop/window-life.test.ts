import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Desktop } from '../../src/desktop/run-desktop.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse, type DesktopInUseOptions } from '../support/desktop.ts';

/** The page's globals that these tests use. */
declare const document: { createElement(name: 'a'): { href: string; download: string; click(): void } };

describe.skipIf(SKIP_BROWSER)('the window', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();
  const opened = async (options: Partial<DesktopInUseOptions> = {}) => {
    const desktop = await desktopInUse({ context: await newContext(), ...options });
    const page = await desktop.page();
    await page.getByText('Everything is fine.').waitFor();
    return { ...desktop, page, window: desktop.around.window() };
  };

  /** A token that is shown once, and that the user has not saved yet. */
  async function makeToken(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'API' }).click();
    await page.getByRole('button', { name: 'New token' }).first().click();
    await page.getByLabel('Name').fill('Script');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'Your new token “Script”' }).waitFor();
  }

  function callerOf(desktop: Desktop | null): (name: string, input: unknown) => Promise<unknown> {
    return async (name, input) => desktop?.service.control.call(name, input, new AbortController().signal, 'trusted');
  }

  async function crash(page: Page): Promise<void> {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.crash').catch(() => undefined);
  }

  test('reloads a crashed page once automatically, at the same place, and asks the second time', async () => {
    const { around, page, window, desktop } = await opened();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'API' }).click();
    await page.getByRole('heading', { level: 2, name: 'API tokens' }).waitFor();
    const anew = new Promise((resolve) => window.page.events.once('double:opened-anew', resolve));
    await crash(page);
    await anew;
    const second = await window.page.opened;
    expect(second).not.toBe(page);
    await second.getByRole('heading', { level: 2, name: 'API tokens' }).waitFor();
    expect(around.box.shown).toEqual([]);
    // The new page receives events as the one before did.
    const call = callerOf(desktop);
    const [account] = (await call('account.list', {})) as { id: string }[];
    await call('token.create', { accountId: account?.id, name: 'Report', scopes: ['read'] });
    await second.getByRole('listitem').filter({ hasText: 'Report' }).waitFor();

    await crash(second);
    await expect.poll(() => around.box.shown.length).toBe(1);
    expect(around.box.shown[0]).toMatchObject({ type: 'error', message: 'Pennyrow’s window crashed.' });
    expect(window.isDestroyed).toBe(true);
    around.box.press('Reopen Window');
    await expect.poll(() => around.windows.length).toBe(2);
    await (await around.window().page.opened).getByText('Everything is fine.').waitFor();
    expect(around.app.hasEnded()).toBe(false);
  });

  test('keeps unsaved data: quitting asks, and the app stays if the user wants to', async () => {
    const { around, page, window } = await opened();
    await makeToken(page);
    around.box.press('Stay on Page');
    around.app.quit();
    await expect.poll(() => around.box.shown.length).toBe(1);
    expect(around.box.shown[0]).toMatchObject({ message: 'Leave this page?', buttons: ['Stay on Page', 'Leave Page'] });
    await page.getByRole('heading', { name: 'Your new token “Script”' }).waitFor();
    expect([window.isVisible, around.app.hasEnded()]).toEqual([true, false]);
    around.box.press('Leave Page');
    around.app.quit();
    expect(await around.app.ended).toBe(0);
  });

  test('hides without a question when it is closed, and keeps a page with unsaved data for any time', async () => {
    const { around, page, window } = await opened({ freeAfterMs: 50 });
    await makeToken(page);
    const preventedUnload = new Promise((resolve) => window.page.events.on('will-prevent-unload', resolve));
    window.byPerson.close();
    await preventedUnload;
    expect(window.isVisible).toBe(false);
    expect(window.isDestroyed).toBe(false);
    expect(around.box.shown).toEqual([]);
    around.trays[0]?.clickInMenu('Open dashboard');
    await expect.poll(() => window.isVisible).toBe(true);
  });

  test('saves a file that the page created, the diagnostics, and nothing else', async () => {
    const { page, desktop, around } = await opened();
    desktop?.showDashboard('/settings/diagnostics');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('button', { name: 'Show what would be saved' }).click();
    const [facts] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await facts.path(), 'utf8'))).toBeTypeOf('object');
    for (const url of ['data:application/octet-stream,hello', 'icon.svg']) {
      await Promise.all([
        page.waitForEvent('download'),
        page.evaluate((href) => {
          const link = document.createElement('a');
          Object.assign(link, { href, download: 'tool.sh' });
          link.click();
        }, url),
      ]);
    }
    const saved = { url: expect.stringMatching(/^blob:pennyrow:\/\/dashboard\//), isSaved: true };
    expect(around.session.downloads).toEqual([
      saved,
      { url: 'data:application/octet-stream,hello', isSaved: false },
      { url: 'pennyrow://dashboard/icon.svg', isSaved: false },
    ]);
  });
});
