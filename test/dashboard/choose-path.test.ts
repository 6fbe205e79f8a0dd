import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { continuesAt, ownWorkbook } from '../support/first-minute.ts';
import { receivesFocus } from '../support/focus.ts';
import { newInstall } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(SKIP_BROWSER)('a path in a browser', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  const shared = useSharedDashboard(async () => {
    const service = await newInstall();
    const below = join(service.folder, 'Papers', 'Household 2026');
    for (const name of ['Papers/Taxes', 'Papers/Household 2026', '.private', 'Statements'])
      mkdirSync(join(service.folder, name), { recursive: true });
    symlinkSync(temporaryFolder(), join(service.folder, 'Papers', 'Elsewhere'));
    const path = join(below, 'Our money.xlsx');
    await ownWorkbook(path);
    const dashboard = await open({ service });
    await dashboard.page.getByRole('button', { name: 'Get started' }).click();
    await continuesAt(service, 'workbook');
    return { ...dashboard, path };
  });

  /** Opens the welcome page that asks for the place of the spreadsheet. */
  async function atWorkbook(): Promise<Dashboard & { readonly path: string }> {
    const dashboard = await shared();
    await dashboard.goTo('/');
    await dashboard.page.getByRole('button', { name: /^Use my own data/ }).click();
    await dashboard.page.getByRole('heading', { level: 1, name: 'Where should your transactions go?' }).waitFor();
    return dashboard;
  }

  const focused = (page: Page): Promise<string> =>
    page.evaluate<string>('document.activeElement.textContent.trim()').then((text) => text.replace(/changed.*/, ''));

  test('is filled in from a list of folders, for a new spreadsheet and for a folder of statements', async () => {
    const { page, service, goTo } = await atWorkbook();
    const { folder } = service;
    const file = page.getByRole('textbox', { name: 'Location of the new file' });
    await file.fill(join(folder, 'Papers', 'Year.xlsx'));
    await page.getByRole('button', { name: 'Choose…' }).last().click();
    await page.getByText('Papers: 2 folders').waitFor();
    await page.getByRole('button', { name: 'Taxes folder' }).click();
    await page.getByText('Taxes: 0 folders').waitFor();
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await expect.poll(() => file.inputValue()).toBe(join(folder, 'Papers', 'Taxes', 'Year.xlsx'));
    await goTo('/connections');
    await page.getByRole('button', { name: 'Add connection' }).first().click();
    await page.getByRole('button', { name: /^A folder of statement files/ }).click();
    await page.getByRole('button', { name: 'Choose…' }).click();
    await page.getByRole('button', { name: 'Statements folder' }).click();
    await receivesFocus(page.getByRole('group', { name: 'Statements' }));
    await page.getByText('Statements: 0 folders').waitFor();
    await page.keyboard.press('Escape');
    await page.getByPlaceholder('/home/me/Downloads/bank').waitFor();
    await page.getByRole('button', { name: 'Choose…' }).click();
    await page.getByRole('button', { name: 'Statements folder' }).click();
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await expect
      .poll(() => page.getByPlaceholder('/home/me/Downloads/bank').inputValue())
      .toBe(join(folder, 'Statements'));
  });

  test('can be chosen from the folders of Pennyrow’s machine with only the keyboard and a screen reader', async () => {
    const { page, axe, service, path } = await atWorkbook();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: /^An existing file/ }).click();
    const browse = page.getByRole('button', { name: 'Choose…', description: 'Full path of the file' });
    await browse.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('region', { name: 'Folders of the computer Pennyrow runs on' });
    await list.getByRole('button', { name: 'Papers folder' }).waitFor();
    expect(await axe()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await list.getByRole('button', { name: /private|backups/ }).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('PapersFolder');
    await page.keyboard.press('End');
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await list.getByText('Papers: 2 folders, 0 spreadsheets').waitFor();
    expect(await list.getByText('Elsewhere').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Household 2026Folder');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('TaxesFolder');
    await page.keyboard.press('Enter');
    await list.getByText('There is nothing here to choose.').waitFor();
    await receivesFocus(list.getByRole('group', { name: 'Taxes' }));
    await page.keyboard.press('Backspace');
    await expect.poll(() => focused(page)).toBe('TaxesFolder');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Our money.xlsx');
    expect(await axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Choose…');
    await page.keyboard.press('Enter');
    for (const next of ['PapersFolder', 'Household 2026Folder', 'Our money.xlsx']) {
      await expect.poll(() => focused(page)).toBe(next);
      await page.keyboard.press('Enter');
    }
    await page.getByText('What Pennyrow will write').first().waitFor();
    await page.getByRole('button', { name: 'Use these columns' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your bank' }).waitFor();
    const { client, accountId } = service;
    expect(await client.call('workbook.get', { accountId })).toMatchObject({ place: { path } });
  });
});
