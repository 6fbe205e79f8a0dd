import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse, type DesktopInUse, type DesktopInUseOptions } from '../support/desktop.ts';
import { hostBuilt } from '../support/hosted-service.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(SKIP_BROWSER)('the first run of the desktop', { timeout: 2 * BROWSER_MS }, () => {
  const newContext = useBrowser();

  /** An empty computer on which the app is started for the first time. */
  async function firstStart(
    options: Partial<DesktopInUseOptions> = {},
  ): Promise<DesktopInUse & { readonly shown: Page; readonly demo: string }> {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'Documents'));
    const desktop = await desktopInUse({ context: await newContext(), folder, isFirstRun: true, ...options });
    return { ...desktop, shown: await desktop.page(), demo: join(folder, 'Documents', 'Pennyrow Demo.xlsx') };
  }

  test('opens its window automatically, and leads the user to a synced demo', async () => {
    const began = Date.now();
    const { shown, around, demo, desktop, folder, computer } = await firstStart({ startService: hostBuilt });
    expect(around.windows).toHaveLength(1);
    await shown.getByRole('heading', { level: 1, name: 'Welcome to Pennyrow' }).waitFor();
    await shown.getByRole('button', { name: 'Get started' }).click();
    await shown.getByRole('button', { name: /^Try the demo/ }).click();
    await shown.getByText('transactions are in your spreadsheet.').waitFor();
    console.info(`From the start of the app to the synced demo: ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    const rows = await exceljsRows(demo, 'Transactions');
    expect(rows.length).toBeGreaterThan(300);
    await shown.getByText(`${rows.length} transactions are in your spreadsheet.`).waitFor();
    await shown.getByRole('button', { name: 'Open spreadsheet' }).click();
    await expect.poll(() => around.outside.shown).toEqual([demo]);
    await shown.getByRole('button', { name: 'Continue' }).click();
    await shown.getByRole('heading', { level: 1, name: 'When should Pennyrow sync automatically?' }).waitFor();
    around.app.quit();
    await around.app.ended;
    expect(desktop).not.toBeNull();
    // After a start at login it waits in the tray; the setup continues where the user left it.
    const args = ['--at-login'];
    const again = await desktopInUse({ context: await newContext(), folder, computer, isFirstRun: true, args });
    expect(again.around.windows).toEqual([]);
    again.around.trays[0]?.clickInMenu('Open dashboard');
    const later = await again.page();
    await later.getByRole('heading', { level: 1, name: 'When should Pennyrow sync automatically?' }).waitFor();
    await later.getByRole('button', { name: 'Continue' }).click();
    await later.getByText('The icon in the panel brings it back', { exact: false }).waitFor();
    await later.getByRole('button', { name: 'Go to overview' }).click();
    await later.getByText('Everything is fine.').waitFor();
    expect(await exceljsRows(demo, 'Transactions')).toEqual(rows);
  });

  test('can be completed without a mouse', async () => {
    const { shown, demo } = await firstStart();
    const { keyboard } = shown;
    const focused = (): Promise<string> =>
      shown.evaluate<string>(
        'document.activeElement === document.body ? "" : document.activeElement?.textContent ?? ""',
      );
    /** Presses Tab until the element has the focus, as a keyboard user does. */
    async function goTo(name: string): Promise<void> {
      // A button that waits for its data is not focusable yet.
      await expect.poll(() => shown.getByRole('button', { name }).first().isEnabled()).toBe(true);
      for (let presses = 0; presses < 12; presses++) {
        await keyboard.press('Tab');
        if ((await focused()).startsWith(name)) return;
      }
      throw new Error(`The focus does not come to “${name}”, but is at “${await focused()}”.`);
    }
    async function arriveAt(heading: string): Promise<void> {
      await expect.poll(focused).toBe(heading);
    }
    await arriveAt('Welcome to Pennyrow');
    await goTo('Get started');
    await keyboard.press('Enter');
    await arriveAt('How would you like to start?');
    await goTo('Try the demo');
    await keyboard.press('Enter');
    await shown.getByText('transactions are in your spreadsheet.').waitFor();
    expect(await focused()).toBe('The first sync of the demo');
    await goTo('Continue');
    await keyboard.press('Enter');
    await arriveAt('When should Pennyrow sync automatically?');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await goTo('Continue');
    await keyboard.press('Enter');
    await arriveAt('You’re all set');
    await goTo('Go to overview');
    await keyboard.press('Enter');
    await shown.getByText('Everything is fine.').waitFor();
    expect((await exceljsRows(demo, 'Transactions')).length).toBeGreaterThan(300);
  });
});
