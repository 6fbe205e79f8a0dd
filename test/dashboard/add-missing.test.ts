import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { connectFile } from '../support/connect-workbook.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { later } from '../support/service-in-use.ts';
import { statementFile } from '../cli/pennyrow.ts';

const HEADERS = ['Date', 'Payee', 'Amount', 'Category', 'Notes'];

async function ownWorkbook(path: string): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Spending');
  sheet.addRow(HEADERS);
  sheet.addRow([new Date('2026-01-05T00:00:00Z'), 'Bakery', -3.2, 'Food', 'with Ana']);
  await workbook.xlsx.writeFile(path);
}

describe.skipIf(SKIP_BROWSER)('the missing parts of a workbook', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard());

  test('are added to the connected workbook, and the run lists them', async () => {
    const { page, service, axe, goTo } = await shared();
    await service.person.deleteSheet('Rules');
    // Advances the clock: the service reads a file that was just written only once a moment has passed.
    later(service);
    await goTo('/workbook');
    const card = page.getByRole('region', { name: 'More columns and sheets' });
    await card.getByText('Show what Pennyrow can add').click();
    await card.getByLabel('Sheet “Rules”').waitFor();
    expect(await axe()).toEqual([]);
    await card.getByRole('button', { name: 'Add to the spreadsheet' }).click();
    await card.getByText('Sheets were added: Rules.').waitFor();
    expect(await exceljsRows(service.workbookPath, 'Rules')).toEqual([]);
  });

  test('are added while the user connects an existing workbook; its notes column is rejected as the id column', async () => {
    const { page, service, axe, goTo } = await shared();
    const path = join(service.folder, 'My money.xlsx');
    await ownWorkbook(path);
    const before = await exceljsRows(path, 'Spending');
    await goTo('/workbook');
    const { dialog, editor } = await connectFile(page, path);
    expect(await editor.getByLabel('Column F: Transaction ID').isChecked()).toBe(true);
    expect(await axe()).toEqual([]);

    await editor.getByLabel(/^Transaction ID/).selectOption({ label: 'E: Notes' });
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await dialog.getByText('these are no transaction ids', { exact: false }).waitFor();
    expect(await exceljsRows(path, 'Spending')).toEqual(before);

    await editor.getByLabel(/^Transaction ID/).selectOption('');
    await editor.getByLabel('Column F: Transaction ID').waitFor();
    await editor.getByLabel('Hide the columns that only Pennyrow needs').check();
    await editor.getByLabel('Sheet “Rules”').uncheck();
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(path).waitFor();
    expect((await service.import(statementFile(service.folder, ['Coffee']))).counts.added).toBe(1);
    const rows = await exceljsRows(path, 'Spending');
    expect(rows).toMatchObject([
      { ...before[0], 'Transaction ID': null },
      { Payee: 'Coffee', Amount: -1.5, 'Transaction ID': expect.stringMatching(/.+/), Notes: null },
    ]);
    expect(await exceljsRows(path, 'Categories')).toEqual([{ Category: 'Food' }]);

    // A rule needs the Rules sheet, which was declined before: the dialog first offers to add it.
    await goTo('/transactions');
    await page.getByRole('grid').getByText('Coffee', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Add rule', exact: true }).click();
    const rule = page.getByRole('dialog', { name: 'Add rule' });
    await rule.getByText('This spreadsheet has no Rules sheet yet.', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    await rule.getByRole('button', { name: 'Add the Rules sheet' }).click();
    await rule.getByRole('combobox', { name: /^Category/ }).fill('Food');
    await rule.getByRole('button', { name: 'Add rule' }).click();
    await rule.getByText('The rule is in the Rules sheet.').waitFor();
    expect(await exceljsRows(path, 'Rules')).toMatchObject([{ Category: 'Food' }]);
  });
});
