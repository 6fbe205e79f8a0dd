import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { WelcomeView } from '../../src/contract/control/welcome.ts';
import { chooseStatement } from './choose-statement.ts';
import type { ServiceInUse } from './service-in-use.ts';

const ROWS = [
  ['2026-01-05', 'Corner Coffee', -3.5, 'Food', 'with Ana'],
  ['2026-01-06', 'Rent', -900, 'Home', ''],
  ['2026-01-08', 'Green Grocer', -23.1, 'Food', ''],
] as const;

/** The bank's statement. The spreadsheet already has a row for each of its first three transactions. */
export const FIRST_STATEMENT = [
  { date: '2026-01-05', amount: '-3.50', text: 'CORNER COFFEE 0815' },
  { date: '2026-01-06', amount: '-900.00', text: 'Rent January' },
  { date: '2026-01-08', amount: '-23.10', text: 'GREEN GROCER' },
  { date: '2026-01-09', amount: '-12.00', text: 'Cinema Royal' },
];

/** A typical user's own spreadsheet. */
export async function ownWorkbook(path: string): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Spending');
  sheet.addRow(['Date', 'Payee', 'Amount', 'Category', 'Notes']);
  for (const [day, ...rest] of ROWS) sheet.addRow([new Date(`${day}T00:00:00Z`), ...rest]);
  await workbook.xlsx.writeFile(path);
}

/** Waits until the service has stored the next step of the welcome pages. The page shows that step earlier. */
export async function continuesAt({ client, accountId }: ServiceInUse, next: WelcomeView['next']): Promise<void> {
  await expect.poll(async () => (await client.call('welcome.get', { accountId })).next).toBe(next);
}

/** Counts the clicks and keys of the user from now on. */
export async function countActions(page: Page): Promise<{ readonly clicks: number; readonly keys: number }> {
  const done = { clicks: 0, keys: 0 };
  await page.exposeFunction('countOfTest', (what: 'clicks' | 'keys') => void (done[what] += 1));
  await page.evaluate(`
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && countOfTest('clicks'), true);
    addEventListener('keydown', ({ isTrusted }) => isTrusted && countOfTest('keys'), true);
  `);
  return done;
}

/**
 * Walks from the welcome of a new install to the user's own spreadsheet with a first imported statement. Calls `see` at
 * the end and before each click, with the pointer over the button. `isKnown`: Pennyrow recognizes the columns.
 */
export async function walkFirstMinute(
  page: Page,
  {
    workbook,
    statement,
    isKnown = false,
  }: { readonly workbook: string; readonly statement: string; readonly isKnown?: boolean },
  see: (step: string) => Promise<void>,
): Promise<void> {
  const press = async (step: string, name: string | RegExp): Promise<void> => {
    const button = page.getByRole('button', { name });
    await button.hover();
    await see(step);
    await button.click();
  };
  await press('welcome', 'Get started');
  await press('own-data', /^Use my own data/);
  await press('spreadsheet', workbook);
  await page.getByText(/(?:^|\. )(?:New rows go|The newest rows)/).waitFor();
  await press('columns', isKnown ? 'Continue' : 'Use these columns');
  await page.getByRole('heading', { level: 1, name: 'Your bank' }).waitFor();
  await chooseStatement(page, () => press('bank', /^Import statement files/), statement);
  await page.getByRole('button', { name: '3 in your own row' }).waitFor();
  await press('preview', 'Import 1 transaction');
  await page.getByText('1 added and 3 already there in rows of your own').waitFor();
  await page.mouse.move(0, 0);
  await see('done');
}
