import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { later } from '../support/service-in-use.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { CHOOSE_FILES, chooseStatement } from '../support/choose-statement.ts';
import { undoLast } from '../support/undo-last.ts';

const TEXTS = ['Bakery 01', 'Bakery 02', 'Bakery 03', 'Bakery 04', 'Bakery 05', 'Zoo'];

describe.skipIf(SKIP_BROWSER)('suggested categories', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withBakeries(): Promise<Dashboard> {
    const dashboard = await open();
    const { service } = dashboard;
    expect((await service.import(statementFile(service.folder, TEXTS))).status).toBe('succeeded');
    for (const row of [2, 3, 4]) await service.person.type('Transactions', row, 3, 'Food');
    later(service);
    return dashboard;
  }

  /** The first test restores the rows that it changes; the last one reads only its own rows. */
  const shared = useSharedDashboard(withBakeries);

  async function atTransactions() {
    const dashboard = await shared();
    const { page } = dashboard;
    await dashboard.goTo('/transactions');
    await page.getByRole('button', { name: 'Review 2 suggested categories' }).click();
    return { ...dashboard, dialog: page.getByRole('dialog', { name: 'Suggested categories' }) };
  }

  const categories = async ({ rows }: { rows: () => Promise<Record<string, unknown>[]> }) =>
    (await rows()).map((row) => row['Category']);

  test('are shown with their reasons, and the selected ones are written in one run that can be undone', async () => {
    const { page, service, dialog, axe } = await atTransactions();
    await dialog.getByText('3 of 3 like this are Food').first().waitFor();
    expect(await axe()).toEqual([]);
    expect(await categories(service)).toEqual(['Food', 'Food', 'Food', null, null, null]);
    await dialog.getByRole('checkbox', { name: 'Choose: Bakery 05' }).uncheck();
    await dialog.getByRole('button', { name: 'Accept 1 suggestion' }).click();
    await dialog.getByText('The category of 1 transaction was set.').waitFor();
    expect(await categories(service)).toEqual(['Food', 'Food', 'Food', 'Food', null, null]);
    await dialog.getByText('4 of 4 like this are Food').waitFor();
    await dialog.getByRole('link', { name: 'View report' }).click();
    await page.getByRole('heading', { name: 'Category change' }).waitFor();
    await undoLast(service);
    expect(await categories(service)).toEqual(['Food', 'Food', 'Food', null, null, null]);
  });

  test('are accepted one by one, except a suggestion whose row the user has categorized in the meantime', async () => {
    const { service, dialog } = await atTransactions();
    await dialog.getByRole('checkbox', { name: 'Choose: Bakery 05' }).uncheck();
    await dialog.getByRole('button', { name: 'Accept 1 suggestion' }).click();
    await dialog.getByText('The category of 1 transaction was set.').waitFor();
    await service.person.type('Transactions', 6, 3, 'Mine');
    later(service);
    await dialog.getByRole('checkbox', { name: 'Choose: Bakery 05' }).check();
    await dialog.getByRole('button', { name: 'Accept 1 suggestion' }).click();
    await dialog.getByText('no longer as it was shown', { exact: false }).first().waitFor();
    expect(await categories(service)).toEqual(['Food', 'Food', 'Food', 'Food', 'Mine', null]);
  });

  test('are accepted in the preview of an import beside a category that the user types, and are in the new rows', async () => {
    const { page, service, goTo, axe } = await shared();
    // The previous test gave one bakery another category.
    await service.person.type('Transactions', 6, 3, 'Food');
    later(service);
    await goTo('/connections');
    const path = statementFile(service.folder, ['Bakery 06', 'Bakery 07', 'Tram'], 'february.ofx', 'C');
    await chooseStatement(page, () => page.getByRole('button', { name: CHOOSE_FILES }).click(), path);
    const first = page.getByRole('button', { name: 'Food: Bakery 06' });
    await first.click();
    expect(await first.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Accept 1 suggestion' }).click();
    await first.click();
    await page.getByRole('button', { name: 'Accept 1 suggestion' }).waitFor();
    await page.getByRole('combobox', { name: 'Category: Tram' }).focus();
    await page.keyboard.type('Travel');
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Import 3 transactions' }).click();
    await page.getByText('3 added', { exact: false }).first().waitFor();
    expect((await categories(service)).slice(6)).toEqual([null, 'Food', 'Travel']);
    await undoLast(service);
    expect(await categories(service)).toHaveLength(6);
  });
});
