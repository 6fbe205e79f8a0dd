import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { receivesFocus } from '../support/focus.ts';
import { NARROW, turnTo } from '../support/narrow-window.ts';
import { later } from '../support/service-in-use.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { undoLast } from '../support/undo-last.ts';

describe.skipIf(SKIP_BROWSER)('the category of transactions', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function imported(): Promise<Dashboard> {
    const dashboard = await open();
    const { service } = dashboard;
    const file = statementFile(service.folder, ['Coffee Corner', 'Coffee House', 'Rent', 'Book Shop']);
    expect((await service.import(file)).status).toBe('succeeded');
    return dashboard;
  }

  /** No row has a category at the beginning of a test; the last test leaves a narrow window in German. */
  const shared = useSharedDashboard(imported);

  async function atTransactions(): Promise<Dashboard> {
    const dashboard = await shared();
    // Advances the clock, so that the runs of this test are later than the runs of the previous test.
    later(dashboard.service);
    await dashboard.goTo('/transactions');
    await dashboard.page.getByRole('grid').getByText('Rent').waitFor();
    return dashboard;
  }

  const categories = async ({ rows }: { rows: () => Promise<Record<string, unknown>[]> }) =>
    (await rows()).map((row) => row['Category']);

  test('is set for the selected rows, in one write that can be undone', async () => {
    const { page, service, axe } = await atTransactions();
    await page.getByRole('checkbox', { name: 'Choose: Coffee Corner' }).check();
    await page.getByRole('checkbox', { name: 'Choose: Coffee House' }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText(/^2 transactions selected · -€/).waitFor();
    await bar.getByRole('combobox', { name: 'Category' }).fill('Coffee');
    expect(await axe()).toEqual([]);
    await bar.getByRole('button', { name: 'Set category' }).click();
    await page.getByText('The category of 2 transactions was set.').waitFor();
    expect(await categories(service)).toEqual(['Coffee', 'Coffee', null, null]);
    await page.getByRole('grid').getByText('Coffee', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'View report' }).click();
    await page.getByRole('heading', { name: 'Category change' }).waitFor();
    await page.getByRole('button', { name: 'Undo this run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this run' }).click();
    await page.getByText('Undo: Succeeded', { exact: false }).waitFor();
    expect(await categories(service)).toEqual([null, null, null, null]);
  });

  test('is set by keyboard alone', async () => {
    const { page, service, axe } = await atTransactions();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('2 transactions selected').waitFor();
    await page.keyboard.press('Shift+Tab');
    await bar.getByRole('combobox', { name: 'Category' }).focus();
    // Opens the list of existing categories, so that axe checks it.
    await page.keyboard.press('ArrowDown');
    await bar.getByRole('option').first().waitFor();
    expect(await axe()).toEqual([]);
    await page.keyboard.type('Fun');
    await page.keyboard.press('Enter');
    await page.getByText('The category of 2 transactions was set.').waitFor();
    expect((await categories(service)).filter((category) => category === 'Fun')).toHaveLength(2);
    await undoLast(service);
  });

  test('is set for all rows of a search', async () => {
    const { page, service } = await atTransactions();
    await page.getByRole('searchbox').fill('coffee');
    await page.getByText('2 transactions', { exact: false }).first().waitFor();
    await page.getByRole('checkbox', { name: 'Choose: Coffee House' }).check();
    await page.getByRole('button', { name: 'Select all 2' }).click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('2 transactions selected').waitFor();
    await bar.getByRole('combobox', { name: 'Category' }).fill('Coffee');
    await bar.getByRole('button', { name: 'Set category' }).click();
    await page.getByText('The category of 2 transactions was set.').waitFor();
    expect(await categories(service)).toEqual(['Coffee', 'Coffee', null, null]);
    await undoLast(service);
  });

  test('is removed by a button that shows the count, not by an empty field', async () => {
    const { page, service } = await atTransactions();
    await service.person.type('Transactions', 2, 3, 'Treats');
    await service.person.type('Transactions', 3, 3, 'Treats');
    later(service);
    await page.reload();
    await page.getByRole('grid').getByText('Treats').first().waitFor();
    await page.getByRole('checkbox', { name: 'Choose: Coffee Corner' }).check();
    await page.getByRole('button', { name: 'Select all 4' }).click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('4 transactions selected').waitFor();
    expect(await bar.getByRole('button', { name: 'Set category' }).count()).toBe(0);
    await bar.getByRole('combobox', { name: 'Category' }).press('Enter');
    await bar.getByRole('button', { name: 'Clear 2 categories' }).click();
    await page.getByText('The category of 2 transactions was set.').waitFor();
    expect(await categories(service)).toEqual([null, null, null, null]);
  });

  test('is set and removed in the details of a row, unless the row changed in the meantime', async () => {
    const { page, service, axe } = await atTransactions();
    await page.getByRole('grid').getByText('Rent').click();
    const details = page.getByRole('complementary');
    await details.getByRole('combobox', { name: 'Category' }).fill('Home');
    expect(await axe()).toEqual([]);
    await details.getByRole('button', { name: 'Set category' }).click();
    await page.getByText('The category of 1 transaction was set.').waitFor();
    expect(await categories(service)).toEqual([null, null, 'Home', null]);
    await details.getByRole('combobox', { name: 'Category' }).fill('');
    await page.keyboard.press('Enter');
    expect(await details.getByRole('button', { name: 'Set category' }).count()).toBe(0);
    await service.person.type('Transactions', 4, 3, 'Mine');
    await details.getByRole('combobox', { name: 'Category' }).fill('Other');
    later(service);
    await details.getByRole('button', { name: 'Set category' }).click();
    await page.getByRole('alert').getByText('no longer as it was shown', { exact: false }).waitFor();
    expect(await categories(service)).toEqual([null, null, 'Mine', null]);
    await service.person.type('Transactions', 4, 3, null);
    later(service);
  });

  test('is edited in its row by keyboard alone, then also set for similar transactions', async () => {
    const { page, service, axe } = await atTransactions();
    await page.getByRole('searchbox').fill('coffee');
    await page.getByText('2 transactions', { exact: false }).first().waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('F2');
    await receivesFocus(page.getByRole('combobox', { name: /^Category: Coffee/ }));
    expect(await axe()).toEqual([]);
    await page.keyboard.type('Treats');
    await page.keyboard.press('Enter');
    await page.getByText('The category of 1 transaction was set.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid');
    expect((await categories(service)).filter((category) => category === 'Treats')).toHaveLength(1);
    expect(await page.getByRole('button', { name: 'Add rule', exact: true }).count()).toBe(1);
    expect(await axe()).toEqual([]);
    await undoLast(service);
  });

  test('is set for the most frequent payees in one table', async () => {
    const { page, service, axe } = await atTransactions();
    await page.getByRole('button', { name: 'Categorize by payee' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Category: Rent' }).fill('Home');
    await dialog.getByRole('combobox', { name: 'Category: Book Shop' }).fill('Books');
    await dialog.getByRole('checkbox', { name: 'Also in future: Rent' }).check();
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Set 2 categories' }).click();
    await dialog.getByText('The category of 2 transactions was set.').waitFor();
    expect(await categories(service)).toEqual([null, null, 'Home', 'Books']);
    const { client, accountId } = service;
    const rules = async () => client.call('rule.list', { accountId });
    await expect.poll(rules).toMatchObject([{ description: 'Rent', category: 'Home' }]);
    await undoLast(service);
    await expect.poll(rules).toEqual([]);
  });

  test('can be chosen in a narrow window, and in German', async () => {
    const dashboard = await shared();
    const { page, goTo, axe } = dashboard;
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await goTo('/transactions');
    await page.getByRole('checkbox', { name: 'Auswählen: Rent' }).check();
    await page.getByRole('region', { name: 'Auswahl' }).getByText('1 Umsatz ausgewählt').waitFor();
    // The cell is too small to edit with a finger, so a tap opens the details with the category.
    await page.getByRole('row', { name: /Rent/ }).getByText('Ohne Kategorie').click();
    await page.getByRole('complementary').getByRole('combobox', { name: 'Kategorie' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    expect(await axe()).toEqual([]);
  });
});
