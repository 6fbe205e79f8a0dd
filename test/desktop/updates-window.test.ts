import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { contentOf, installedDesktop, OLD_PROGRAM } from '../support/installed-desktop.ts';

// As in updates.test.ts: the real electron-updater and a feed over HTTP; here with the window.

describe.skipIf(SKIP_BROWSER)('with the window open', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  test('a daily look is switched on and off in the settings, and the boxes and the page agree on it', async () => {
    const {
      desktop,
      around,
      feed,
      folder,
      page: shown,
      click,
      answer,
    } = await installedDesktop({ context: await newContext() });
    feed.publish({ version: '0.2.0' });
    desktop?.showDashboard('/settings');
    const page = await shown();
    const box = page.getByRole('switch', { name: 'Check for updates once a day' });
    const kept = (): unknown => JSON.parse(readFileSync(join(folder, 'desktop', 'updates.json'), 'utf8'));
    await box.waitFor();
    expect([await box.isChecked(), feed.requestedPaths]).toEqual([false, []]);
    await box.click();
    // The first look is now; what it found is shown, and nothing of it is downloaded.
    await expect.poll(() => around.notices.map(({ title }) => title)).toEqual(['Pennyrow 0.2.0 is available.']);
    expect(kept()).toMatchObject({ automatic: true, told: '0.2.0' });
    expect(feed.requestedPaths).toHaveLength(1);
    await click('Update to 0.2.0…');
    await expect
      .poll(() => around.box.shown.at(-1))
      .toMatchObject({ checkboxLabel: 'Check for updates once a day', checkboxChecked: true });
    await answer(/0\.2\.0 is available/, 'Not Now', false);
    await expect.poll(() => box.isChecked()).toBe(false);
    expect(kept()).toMatchObject({ automatic: false });
  });

  test('an update that the user started and then postponed is not installed at a later quit', async () => {
    const {
      desktop,
      around,
      feed,
      program,
      page: shown,
      click,
      answer,
      hasRestarted,
    } = await installedDesktop({ context: await newContext() });
    desktop?.showDashboard('/tokens');
    const page = await shown();
    await page.getByRole('button', { name: 'New token' }).first().click();
    await page.getByLabel('Name').fill('Script');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'Your new token “Script”' }).waitFor();
    feed.publish({ version: '0.2.0' });
    await click('Check for updates…');
    await answer(/0\.2\.0 is available/, 'Download Update');
    await expect.poll(() => around.box.shown.at(-1)?.message).toBe('Pennyrow 0.2.0 is ready.');
    around.box.press('Restart Now');
    await expect.poll(() => around.box.shown.at(-1)?.message).toBe('Leave this page?');
    // The box about the page chooses “Stay” automatically if no button is pressed.
    await expect
      .poll(() => around.trays[0]?.menu()?.map(({ label }) => label))
      .toContain('Restart to update to 0.2.0…');
    expect(around.app.hasEnded()).toBe(false);
    around.box.press('Leave Page');
    around.app.quit();
    expect(await around.app.ended).toBe(0);
    expect([contentOf(program), hasRestarted()]).toEqual([OLD_PROGRAM, false]);
  });
});
