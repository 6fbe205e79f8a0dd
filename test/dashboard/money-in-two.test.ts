import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { statementFile, statementOf } from '../cli/pennyrow.ts';
import { connectFile } from '../support/connect-workbook.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { FIRST_STATEMENT, walkFirstMinute } from '../support/first-minute.ts';
import { newInstall } from '../support/service-in-use.ts';

const NAME = 'My money.xlsx';
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 800 };

/** The rows of the example on the welcome page, as a user without minus signs keeps them. */
async function ownWorkbook(path: string, moneyOut: string, moneyIn: string): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Spending');
  sheet.addRow(['Date', 'Payee', moneyOut, moneyIn, 'Notes']);
  const rows = [
    ['2026-01-05', 'Corner Coffee', 3.5, null, 'with Ana'],
    ['2026-01-06', 'Rent', 900, null, ''],
    ['2026-01-07', 'Salary', null, 2400, ''],
    ['2026-01-08', 'Green Grocer', 23.1, null, ''],
  ] as const;
  for (const [day, ...rest] of rows) sheet.addRow([new Date(`${day}T00:00:00Z`), ...rest]);
  await workbook.xlsx.writeFile(path);
}

describe.skipIf(SKIP_BROWSER)('a sheet with two columns for money', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Only the first test needs a new install; each connects a separate workbook. */
  const shared = useSharedDashboard(async () => open({ service: await newInstall(), context: { viewport: WIDE } }));

  test('is recognized during the welcome, in a wide and in a narrow window', async () => {
    const { page, service, axe, goTo } = await shared();
    const path = join(service.folder, NAME);
    await ownWorkbook(path, 'Paid out', 'Paid in');
    const before = await exceljsRows(path, 'Spending');
    const statement = statementOf(service.folder, FIRST_STATEMENT, 'january.ofx');
    await goTo('/');
    await walkFirstMinute(page, { workbook: NAME, statement }, async (step) => {
      // The test of the welcome covers the remaining steps in both widths.
      if (step !== 'columns') return;
      const shown = async (label: RegExp) =>
        (await page.getByLabel(label).locator('option:checked').textContent()) ?? '';
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size);
        expect([await shown(/^Amount/), await shown(/^Money in/), await shown(/^Money out/)]).toEqual([
          'Two columns, for money in and money out',
          'D: Paid in',
          'C: Paid out',
        ]);
        await page.getByText('Amounts that come in; else left blank').waitFor();
        expect(await axe()).toEqual([]);
      }
    });
    const rows = await exceljsRows(path, 'Spending');
    expect(rows).toMatchObject([...before, { Payee: 'Cinema Royal', 'Paid out': 12, 'Paid in': null }]);
    expect(rows.map((row) => row['Transaction ID'] !== null)).toEqual([true, true, false, true, true]);
  });

  test('is mapped manually if its column names are unknown, and requires both columns', async () => {
    const { page, service, axe, goTo } = await shared();
    await page.setViewportSize(WIDE);
    const path = join(service.folder, 'Another.xlsx');
    await ownWorkbook(path, 'Gone', 'Here');
    const before = await exceljsRows(path, 'Spending');
    await goTo('/workbook');
    const { dialog, editor } = await connectFile(page, path);
    await editor.getByLabel('Column G: Transaction ID').waitFor();
    expect(await editor.getByLabel(/^Money (?:in|out)/).count()).toBe(0);
    await editor.getByLabel(/^Amount/).selectOption('Two columns, for money in and money out');
    await editor.getByLabel(/^Money in/).selectOption('D: Here');
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await editor.getByText('This is required.').waitFor();
    await editor.getByText('Required, but not recognized: Money out.').waitFor();
    expect(await axe()).toEqual([]);
    await editor.getByLabel(/^Money out/).selectOption('D: Here');
    expect(await editor.getByText('This column is chosen twice.').count()).toBe(2);
    // Switching to one column and back discards the earlier choice.
    await editor.getByLabel(/^Amount/).selectOption('C: Gone');
    expect(await editor.getByLabel(/^Money (?:in|out)/).count()).toBe(0);
    await editor.getByLabel(/^Amount/).selectOption('Two columns, for money in and money out');
    await editor.getByLabel(/^Money in/).selectOption('D: Here');
    await editor.getByLabel(/^Money out/).selectOption('C: Gone');
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Show the .* columns$/).click();
    await page.getByRole('row', { name: /Gone/ }).getByText('Money out', { exact: true }).waitFor();
    expect((await service.import(statementFile(service.folder, ['Coffee']))).counts.added).toBe(1);
    expect(await exceljsRows(path, 'Spending')).toMatchObject([...before, { Payee: 'Coffee', Gone: 1.5, Here: null }]);
  });
});
