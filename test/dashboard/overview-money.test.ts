import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { scaleFor } from '../../renderer/parts/scale.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { machineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { sceneInUse } from '../support/scene-in-use.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  [3132.95, [0, 1000, 2000, 3000, 4000]],
  [1000, [0, 250, 500, 750, 1000]],
  [0, [0]],
  [7, [0, 2, 4, 6, 8]],
  [0.4, [0, 0.25, 0.5]],
])('the scale up to %d has round steps', (largest, expected) => {
  const scale = scaleFor(0, largest);
  expect(scale.at(-1)).toBeGreaterThanOrEqual(largest);
  if (largest >= 1) expect(scale).toEqual(expected);
});

/** Replaces the budgets of all categories. Leaves out validations, because ExcelJS would expand one to a million cells. */
async function typeBudgets(path: string, budgets: Readonly<Record<string, number>>): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path, { ignoreNodes: ['dataValidations'] });
  const sheet = workbook.getWorksheet('Categories');
  expect(sheet?.getCell('C1').value).toBe('Budget');
  sheet?.eachRow((row, place) => {
    if (place > 1) row.getCell(3).value = budgets[row.getCell(1).text] ?? null;
  });
  await workbook.xlsx.writeFile(path);
}

describe.skipIf(SKIP_BROWSER)('money on the overview', { timeout: 2 * BROWSER_MS }, () => {
  const open = useDashboard();

  /** Shared by all tests, so the test that changes the budgets comes last. */
  const shared = useSharedDashboard(async () => open({ service: await sceneInUse() }));

  test('shows the income, spending and savings of each month, and links to its rows by keyboard', async () => {
    const { page, axe, goTo } = await shared();
    await goTo('/');
    const months = page.getByRole('link', { name: /: Money in/ });
    await expect.poll(() => months.count()).toBe(12);
    const february = months.nth(10);
    const march = months.last();
    const sums = (month: typeof february) => month.getAttribute('title');
    const chart = page.getByRole('region', { name: 'Money by month' }).getByRole('figure');
    await chart.getByText('Mar, so far').first().waitFor();
    for (const tick of ['€3,000', '€2,000', '€1,000', '€0']) await chart.getByText(tick, { exact: true }).waitFor();
    expect(await sums(march)).toMatch(
      /^Mar 2026, so far: Money in €0\.00, Money out €[\d,.]+, Put into savings €200\.00$/,
    );
    expect(await sums(february)).toMatch(
      /^Feb 2026: Money in €2,8[\d.]+, Money out €[\d,.]+, Put into savings €200\.00$/,
    );
    // The page omits “Left over” until the month’s first income.
    const cells = (name: string) => page.getByRole('row', { name }).getByRole('cell').allTextContents();
    expect(await cells('Put into savings')).toEqual(['Put into savings', '€200.00', '€200.00']);
    expect(await cells('Left over')).toEqual([]);
    await page.getByRole('columnheader', { name: 'Feb 2026 whole month' }).waitFor();
    await february.focus();
    expect(await axe()).toEqual([]);
    // Savings do not count as spending.
    const categories = page.getByRole('region', { name: 'Spending by category' });
    await categories.getByRole('link', { name: 'Groceries' }).waitFor();
    expect(await categories.getByRole('link', { name: 'Savings' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/transactions/from=2026-02-01&to=2026-02-28');
  });

  test('begins with the month of the first row, so that a new user sees no empty year, even in a narrow window', async () => {
    const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
    await service.import(statementFile(temporaryFolder(), ['Green Grocer', 'Bike Shop']));
    const { page, axe } = await open({
      service,
      context: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
    });
    const months = page.getByRole('link', { name: /: Money in/ });
    await expect.poll(() => months.count()).toBe(3);
    await page.getByRole('link', { name: /^Jan 2026/ }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await axe()).toEqual([]);
  });

  test('shows budgets, the spending of the month and any excess once the Categories sheet has a budget', async () => {
    const { page, service, goTo, axeInBothSchemes } = await shared();
    const workbook = join(service.folder, 'Household.xlsx');
    await typeBudgets(workbook, {});
    await service.sync();
    await goTo('/');
    await page.getByRole('heading', { name: 'Due next' }).waitFor();
    // The page may show the budgets of its last visit first.
    await expect.poll(() => page.getByText('Budget').count()).toBe(0);
    await typeBudgets(workbook, { Groceries: 4000, Travel: 100, Restaurants: 1 });
    await service.sync();
    const tile = page.getByRole('region', { name: 'Mar 2026, so far' });
    await tile.getByText(/^€[\d,.]+ of €4,101\.00 spent, €[\d,.]+ left$/).waitFor();
    const over = tile.getByRole('link');
    expect(await over.allTextContents()).toEqual([expect.stringMatching(/^Restaurants: €[\d.]+ over budget$/)]);
    expect(await axeInBothSchemes()).toEqual([]);
    await over.click();
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/transactions/category=Restaurants&from=2026-03-01');
  });
});
