import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { shareClock } from '../support/browser-clock.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse } from '../support/desktop.ts';
import { sharedByTests, whenOver } from '../support/lifetime.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { MenuLine } from './double/menus.ts';
import { pathOf } from '../support/places.ts';

describe.skipIf(SKIP_BROWSER)('the settings of the window', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  /** An installed app on Linux. The system's autostart folder is a folder of the test. */
  async function open() {
    const config = temporaryFolder();
    vi.stubEnv('XDG_CONFIG_HOME', config);
    vi.stubEnv('SHELL', '/bin/sh');
    vi.stubEnv('PATH', '/usr/bin:/bin');
    whenOver(() => void vi.unstubAllEnvs());
    const service = await serviceInUse();
    const context = await newContext();
    await shareClock(context, service.time);
    const desktop = await desktopInUse({ context, folder: service.folder, startService: async () => service.service });
    const page = await desktop.page();
    await page.goto(`${page.url().split('#')[0] ?? ''}#/settings`);
    await page.getByRole('switch', { name: 'When something needs attention' }).waitFor();
    const kept = (): unknown => JSON.parse(readFileSync(join(service.folder, 'desktop', 'desktop.json'), 'utf8'));
    return { ...desktop, service, page, kept, autostart: join(config, 'autostart', 'pennyrow.desktop') };
  }

  /** For tests of settings as they were set up; each test changes a different setting. */
  const opened = sharedByTests(open);

  test('makes the system start the app, and the tray and the page show the same setting', async () => {
    const { page, around, autostart } = await opened();
    const box = page.getByRole('switch', { name: 'Start Pennyrow when I log in' });
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await expect.poll(() => existsSync(autostart)).toBe(true);
    const [tray] = around.trays;
    const inTray = (): boolean | undefined => tray?.menu()?.find(({ label }) => label === 'Start at login')?.isChecked;
    await expect.poll(inTray).toBe(true);
    tray?.clickInMenu('Start at login');
    await expect.poll(() => box.isChecked()).toBe(false);
    expect(existsSync(autostart)).toBe(false);
    await expect.poll(inTray).toBe(false);
  });

  test('installs the command in the terminal’s path, reports a failure, and removes the command from the tray', async () => {
    const { page, around, computer } = await opened();
    const section = page.getByRole('region', { name: 'Command line tool' });
    const path = join(computer.home, '.local', 'bin', 'pennyrow');
    const said = (index: number) => () => around.box.shown[index]?.message;

    await section.getByRole('button', { name: 'Install command line tool' }).click();
    await section.getByText(`Installed: ${path}`).waitFor();
    await section.getByText(`it does not look in ${dirname(path)}.`, { exact: false }).waitFor();
    expect(existsSync(path)).toBe(true);
    const [tray] = around.trays;
    const labels = (): readonly string[] => tray?.menu()?.map(({ label }) => label) ?? [];
    await expect.poll(labels).toContain('Remove command line tool');

    tray?.clickInMenu('Remove command line tool');
    await expect.poll(said(0)).toBe('The command line tool is removed.');
    expect(existsSync(path)).toBe(false);
    await section.getByRole('button', { name: 'Install command line tool' }).waitFor();

    tray?.clickInMenu('Install command line tool');
    await expect.poll(said(1)).toBe('The command line tool is installed.');
    expect(around.box.shown[1]?.detail).toContain('Your terminal does not find the command yet');
    await section.getByText(`Installed: ${path}`).waitFor();

    writeFileSync(path, '#!/bin/sh\n# Somebody else’s.\n');
    await page.reload();
    await section.getByRole('button', { name: 'Install command line tool' }).click();
    await section.getByText('it is not this app’s', { exact: false }).waitFor();
    expect(readFileSync(path, 'utf8')).toContain('Somebody else’s');
  });

  test('changes the colors of the whole app, and the menu and the page show the same setting', async () => {
    const { page, around, kept } = await opened();
    const scheme = () => page.getAttribute('html', 'data-mantine-color-scheme');
    const marked = () =>
      find(around.menus.bar() ?? [], 'Appearance')?.submenu.find(({ isChecked }) => isChecked)?.label;
    expect([await scheme(), marked()]).toEqual(['light', 'Match System']);
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(scheme).toBe('dark');
    expect(marked()).toBe('Dark');
    expect(kept()).toMatchObject({ theme: 'dark' });
    expect(around.window().grounds.at(-1)).toBe('#141817');
    around.menus.clickInBar('View', 'Appearance', 'Light');
    await expect.poll(scheme).toBe('light');
    await expect.poll(() => page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
    expect(marked()).toBe('Light');
    around.menus.clickInBar('View', 'Appearance', 'Match System');
    around.theme.prefersDark(true);
    await expect.poll(scheme).toBe('dark');
    await expect.poll(() => page.getByRole('radio', { name: 'Same as system' }).isChecked()).toBe(true);
  });

  test('selects the notifications, and a click on one opens the account and the page', async () => {
    const { page, around, service, kept } = await open();
    const { client, accountId } = service;
    const household = await client.call('account.add', { name: 'Household' });
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    const titles = () => around.notices.map(({ title }) => title);

    // A run is recorded before its end is announced.
    let ended = 0;
    onTestFinished(
      service.service.control.subscribe((event) => {
        if (event.type === 'run' && event.run.status === 'succeeded') ended += 1;
      }),
    );
    // Nobody watches when a script syncs; without the setting, new rows are not announced.
    const synced = async (runs: number): Promise<void> => {
      expect((await service.post('/api/v2/sync-transactions')).status).toBe(200);
      await expect.poll(() => ended).toBe(runs);
    };
    await synced(1);
    await page.getByRole('switch', { name: 'When new transactions arrive' }).click();
    await expect.poll(kept).toMatchObject({ notifications: { problems: true, newTransactions: true } });
    expect(titles()).toEqual([]);
    service.time.pass(10 * 86_400_000);
    await synced(2);
    await expect.poll(titles).toEqual([expect.stringMatching(/^\d+ new transactions$/)]);
    expect(around.notices[0]?.body).toBe('Added to the spreadsheet of “My money”.');
    around.window().byPerson.close();
    around.notices[0]?.click();
    await expect.poll(() => around.window().isVisible).toBe(true);
    await expect.poll(() => addressOf(page)).toMatch(/^\/activity\/run_/);

    // The other account's file is removed; the account's own page explains what to do.
    const workbook = await client.call('workbook.get', { accountId: household.id });
    const path = pathOf(workbook?.place);
    renameSync(path, `${path}.gone`);
    // Longer than the spreadsheet's snapshot is kept.
    service.time.pass(10_000);
    await client.call('settings.set', { syncsPerDay: 30 });
    await expect.poll(() => titles().at(-1)).toBe('Household needs attention');
    around.notices.at(-1)?.click();
    await page.getByRole('heading', { level: 1, name: 'Spreadsheet' }).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe(household.id);
    await expect.poll(() => addressOf(page)).toBe('/workbook');

    // Notified once, and never while the setting is off.
    const count = titles().length;
    await client.call('settings.set', { syncsPerDay: 31 });
    await page.goto(`${page.url().split('#')[0] ?? ''}#/settings`);
    await page.getByRole('switch', { name: 'When something needs attention' }).click();
    await expect.poll(kept).toMatchObject({ notifications: { problems: false } });
    renameSync(service.workbookPath, `${service.workbookPath}.gone`);
    service.time.pass(10_000);
    await client.call('settings.set', { syncsPerDay: 32 });
    // The problem was still recorded, because problems are remembered whether or not the setting is on.
    await expect
      .poll(() => readFileSync(join(service.folder, 'desktop', 'told.json'), 'utf8'))
      .toContain(`${accountId} workbook`);
    expect(titles()).toHaveLength(count);
  });
});

function find(lines: readonly MenuLine[], label: string): MenuLine | undefined {
  for (const line of lines) {
    const found = line.label === label ? line : find(line.submenu, label);
    if (found !== undefined) return found;
  }
  return undefined;
}

function addressOf(page: Page): string {
  return page.url().split('#')[1] ?? '/';
}
