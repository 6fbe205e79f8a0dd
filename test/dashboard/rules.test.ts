import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { NARROW, turnTo } from '../support/narrow-window.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { later } from '../support/service-in-use.ts';
import { undoLast } from '../support/undo-last.ts';

const TEXTS = ['Coffee Corner', 'Coffee House', 'Rent', 'Bakery 01', 'Bakery 02', 'Bakery 03', 'Zoo'];
/** The row of a bakery that already has a category. */
const FILED_ROW = 5;

/** The default size of a window. */
const WIDE = { width: 1280, height: 720 };

describe.skipIf(SKIP_BROWSER)('the form for a rule made from a transaction', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withRows(): Promise<Dashboard> {
    const dashboard = await open();
    const { service } = dashboard;
    expect((await service.import(statementFile(service.folder, TEXTS))).status).toBe('succeeded');
    await service.person.type('Transactions', FILED_ROW, 3, 'Bread');
    later(service);
    return dashboard;
  }

  /** The last test removes the Rules sheet; the ones before it leave no rule that affects the next. */
  const shared = useSharedDashboard(withRows);

  /** Opens the details of a transaction without a category that shares its description with others. */
  async function atTransaction(
    viewport = WIDE,
    language: 'en' | 'de' = 'en',
  ): Promise<Dashboard & { readonly word: string; readonly ids: readonly string[] }> {
    const dashboard = await shared();
    await dashboard.page.setViewportSize(viewport);
    await turnTo(dashboard, ['light', language]);
    const { client, accountId } = dashboard.service;
    const { rows } = await client.call('transaction.list', { accountId, category: '', limit: 1000 });
    const sameAs = (word: string) =>
      rows.filter(({ description }) => description.toLowerCase().includes(word.toLowerCase()));
    const first = rows.find(({ description }) => sameAs(description.split(' ')[0] ?? '').length > 1);
    const word = first?.description.split(' ')[0] ?? '';
    await dashboard.goTo('/transactions');
    await dashboard.page
      .getByRole('grid')
      .getByText(first?.description ?? '', { exact: true })
      .first()
      .click();
    return { ...dashboard, word, ids: sameAs(word).map(({ id }) => id) };
  }

  test('previews the effect while the user types, in light and dark, and adds the rule to the Rules sheet', async () => {
    const { page, service, axeInBothSchemes, word, ids } = await atTransaction();
    await page.getByRole('button', { name: 'Add rule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    expect(await dialog.getByLabel('Description contains').inputValue()).not.toBe('');
    await dialog.getByLabel('Description contains').fill(word);
    await dialog.getByText(`${ids.length} of them have no category.`).waitFor();
    expect(await axeInBothSchemes()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByText('This is required.').waitFor();
    await dialog.getByRole('combobox', { name: /^Category/ }).fill('My own category');
    await dialog.getByText('Amount, account and payee').click();
    await dialog.getByLabel('To', { exact: true }).fill('-0.50');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByText('The rule is in the Rules sheet.').waitFor();
    expect(await axeInBothSchemes()).toEqual([]);
    expect(await service.rows('Rules')).toEqual([
      expect.objectContaining({
        Description: word,
        Category: 'My own category',
        'Min Amount': null,
        'Max Amount': -0.5,
      }),
    ]);
    expect((await service.rows()).filter((row) => row['Category'] === 'My own category')).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('My own category').first().waitFor();
    await undoLast(service);
  });

  test('fills empty categories on request, and no other cell', async () => {
    const { page, service, axe, word, ids } = await atTransaction();
    const before = await service.rows();
    await page.getByRole('button', { name: 'Add rule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    await dialog.getByLabel('Description contains').fill(word);
    await dialog.getByRole('combobox', { name: /^Category/ }).fill('Filled in');
    await dialog.getByText(`${ids.length} of them have no category.`).waitFor();
    await dialog.getByLabel('Also apply it now', { exact: false }).check();
    expect(await service.rows()).toEqual(before);
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add rule and fill in' }).click();
    await dialog.getByText('was set.', { exact: false }).waitFor();
    const changed = new Set(ids);
    expect(await service.rows()).toEqual(
      before.map((row) => (changed.has(String(row['Transaction ID'])) ? { ...row, Category: 'Filled in' } : row)),
    );
  });

  test('is readable in German and on a narrow screen', async () => {
    const { page, axe } = await atTransaction(NARROW.viewport, 'de');
    await page.getByRole('button', { name: 'Regel hinzufügen', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Regel hinzufügen' });
    await dialog.getByText('Davon ohne Kategorie', { exact: false }).waitFor();
    await dialog.getByText('Betrag, Konto und Empfänger').click();
    await dialog.getByLabel('Bis', { exact: true }).pressSequentially('-12,5');
    expect(await dialog.getByLabel('Bis', { exact: true }).inputValue()).toBe('-12,5');
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    expect(await axe()).toEqual([]);
  });

  test('reports an invalid pattern and a failure without losing the input', async () => {
    const { page, service } = await atTransaction();
    await page.getByRole('button', { name: 'Add rule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    await dialog.getByRole('combobox', { name: /^Category/ }).fill('Food');
    await dialog.getByLabel('Description contains').fill('/(/');
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByLabel('Description contains').fill('coffee*corner');
    await dialog.locator('[aria-invalid="true"]').waitFor({ state: 'detached' });
    await service.person.deleteSheet('Rules');
    later(service);
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByRole('alert').getByText('no sheet “Rules”', { exact: false }).waitFor();
    expect(await dialog.getByLabel('Description contains').inputValue()).toBe('coffee*corner');
    expect(await dialog.getByRole('combobox', { name: /^Category/ }).inputValue()).toBe('Food');
  });
});
