import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { chooseStatement } from '../support/choose-statement.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import type { ServiceInUse } from '../support/service-in-use.ts';
import { CHOOSE_FILES } from '../support/choose-statement.ts';

type Row = readonly [day: string, payee: string, amount: number, category: string];

const ROWS: readonly Row[] = [
  ['2026-01-05', 'Corner Coffee', -3.5, 'Food'],
  ['2026-01-08', 'present for Ana', -71.7, 'Gifts'],
  ['2026-01-08', 'taxi', -20, 'Travel'],
];

async function own({ client, accountId, folder }: ServiceInUse, rows = ROWS, name = 'My money.xlsx'): Promise<string> {
  const path = join(folder, name);
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Spending');
  sheet.addRow(['Date', 'Payee', 'Amount', 'Category']);
  for (const [day, ...rest] of rows) sheet.addRow([new Date(`${day}T00:00:00Z`), ...rest]);
  await workbook.xlsx.writeFile(path);
  const of = { kind: 'xlsx', way: 'connect', settings: { path } };
  const columns = { date: 0, description: 1, amount: 2, category: 3 };
  const add = { columns: ['transactionId' as const], sheets: [] };
  await client.call('workbook.connect', {
    accountId,
    ...of,
    mapping: { sheet: 'Spending', headerRow: 1, columns, add },
  });
  return path;
}

describe.skipIf(SKIP_BROWSER)('a statement with rows that the user already entered', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard());

  test('has questions that can be answered for all rows at once', async () => {
    const { page, service, goTo } = await shared();
    const path = await own(service);
    const statement = statementOf(
      service.folder,
      [
        { date: '2026-01-09', amount: '-71.70', text: 'PAYPAL QX' },
        { date: '2026-01-09', amount: '-20.00', text: 'ATM 4711' },
      ],
      'january.ofx',
    );
    await goTo('/connections');
    const fileChooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: CHOOSE_FILES }).click();
    await (await fileChooser).setFiles(statement);
    await page.getByRole('button', { name: 'All are the same' }).click();
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.getByText('2 already there in rows of your own').waitFor();
    expect(await exceljsRows(path, 'Spending')).toHaveLength(3);
  });

  test('shows its questions in pages if there are many', async () => {
    const { page, service, axe, goTo } = await shared();
    const many = Array.from({ length: 45 }, (_, place) => -(20 + place));
    const path = await own(
      service,
      many.map((amount): Row => ['2026-01-08', `by hand ${amount}`, amount, '']),
      'Much money.xlsx',
    );
    const statement = statementOf(
      service.folder,
      many.map((amount) => ({ date: '2026-01-09', amount: amount.toFixed(2), text: `PAYPAL QX${-amount}` })),
      'february.ofx',
      'C',
    );
    await goTo('/connections');
    const fileChooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: CHOOSE_FILES }).click();
    await (await fileChooser).setFiles(statement);
    const questions = page.getByRole('region', { name: 'Already in your spreadsheet?' });
    await questions.getByText('1 to 20 of 45').waitFor();
    expect(await questions.getByRole('combobox').count()).toBe(20);
    expect(await axe()).toEqual([]);
    await questions.getByRole('button', { name: 'All are the same' }).click();
    await questions.getByRole('button', { name: 'Page 3' }).click();
    await questions.getByText('41 to 45 of 45').waitFor();
    const fields = questions.getByRole('combobox');
    await expect.poll(() => fields.count()).toBe(5);
    expect(await fields.last().locator('option:checked').innerText()).toMatch(/^Same as row \d+: /);
    await fields.last().selectOption({ label: 'Choose' });
    await questions.getByRole('button', { name: 'Page 1' }).click();
    await questions.getByText('1 to 20 of 45').waitFor();
    await questions.getByText('1 answer missing').waitFor();
    await questions.getByRole('button', { name: 'Page 3' }).click();
    await questions.getByText('41 to 45 of 45').waitFor();
    await fields.last().selectOption({ label: 'Add as a separate row' });
    await page.getByRole('button', { name: 'Import 1 transaction' }).click();
    await page.getByText('1 added and 44 already there in rows of your own').waitFor();
    expect(await exceljsRows(path, 'Spending')).toHaveLength(46);
  });

  test('shows existing rows, asks about uncertain ones, and applies the answers', async () => {
    const { page, service, axe, goTo } = await shared();
    await page.setViewportSize({ width: 360, height: 800 });
    const path = await own(service, ROWS, 'My own money.xlsx');
    const before = await exceljsRows(path, 'Spending');
    const statement = statementOf(
      service.folder,
      [
        { date: '2026-01-05', amount: '-3.50', text: 'CORNER COFFEE 0815' },
        { date: '2026-01-09', amount: '-71.70', text: 'PAYPAL QX' },
        { date: '2026-01-09', amount: '-20.00', text: 'ATM 4711' },
      ],
      'narrow.ofx',
      'N',
    );
    await goTo('/connections');
    const drop = page.getByRole('button', { name: CHOOSE_FILES });
    await chooseStatement(page, () => drop.click(), statement);
    const questions = page.getByRole('region', { name: 'Already in your spreadsheet?' });
    await questions.getByText('2 transactions look like rows of your own.', { exact: false }).waitFor();
    await page.getByRole('button', { name: '1 in your own row' }).waitFor();
    const perform = page.getByRole('button', { name: /^Import \d transactions?$/ });
    expect(await perform.isDisabled()).toBe(true);
    expect(await axe()).toEqual([]);
    const present = questions.getByLabel(/PAYPAL QX/);
    await present.selectOption({ label: 'Same as row 3: 8 Jan 2026, present for Ana' });
    await questions.getByText('1 answer missing').waitFor();
    expect(await perform.isDisabled()).toBe(true);
    await questions.getByLabel(/ATM 4711/).selectOption({ label: 'Add as a separate row' });
    expect(await exceljsRows(path, 'Spending')).toEqual(before);
    await page.getByRole('button', { name: 'Import 1 transaction' }).waitFor();
    await perform.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Import: succeeded').waitFor();
    await page.getByText('1 added and 2 already there in rows of your own').waitFor();
    const rows = await exceljsRows(path, 'Spending');
    const id = expect.stringMatching(/^[0-9a-f]{24}$/);
    expect(rows).toEqual([
      { ...before[0], 'Transaction ID': id },
      { ...before[1], 'Transaction ID': id },
      before[2],
      expect.objectContaining({ Payee: 'ATM 4711', Amount: -20 }),
    ]);

    await page.getByRole('link', { name: 'View report' }).click();
    await page.getByRole('combobox', { name: 'Change' }).selectOption({ label: '2 already there in rows of your own' });
    await page.getByText('A row of your own shows this transaction.', { exact: false }).first().waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Undo|Yes/ })
      .click();
    await page.getByText('Undo: Succeeded', { exact: false }).waitFor();
    expect((await exceljsRows(path, 'Spending')).slice(0, 3)).toEqual(before);
  });
});
