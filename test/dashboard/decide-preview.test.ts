import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { later, type ServiceInUse } from '../support/service-in-use.ts';
import { CHOOSE_FILES } from '../support/choose-statement.ts';

const WINDOW = { viewport: { width: 360, height: 800 } };

/** Two statements of a month. The second is of another account, such as a replacement card; it repeats both purchases and adds one. */
function statements({ folder }: ServiceInUse, month: '01' | '02'): readonly [first: string, second: string] {
  const lines = [
    { date: `2026-${month}-05`, amount: '-3.50', text: 'Corner Coffee' },
    { date: `2026-${month}-08`, amount: '-71.70', text: 'Cafe Zoe' },
  ];
  const first = statementOf(folder, lines, `first-${month}.ofx`, `B${month}`);
  const more = { date: `2026-${month}-09`, amount: '-20.00', text: 'Green Grocer' };
  const second = statementOf(folder, [...lines, more], `second-${month}.ofx`, `C${month}`);
  writeFileSync(second, readFileSync(second, 'utf8').replace('<ACCTID>12345', `<ACCTID>678${month}`));
  return [first, second];
}

async function choose(page: Page, path: string): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: CHOOSE_FILES }).click();
  await (
    await fileChooser
  ).setFiles({ name: 'january.ofx', mimeType: 'application/x-ofx', buffer: readFileSync(path) });
}

describe.skipIf(SKIP_BROWSER)('decisions in a preview', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** The first test leaves no undecided duplicate; each test imports the rows of a different month. */
  const shared = useSharedDashboard(() => open({ context: WINDOW }));

  test('can also be made after an import: the overview lists possible duplicates until the user deletes or keeps them', async () => {
    const { page, service, axe, goTo } = await shared();
    const [first, second] = statements(service, '01');
    await service.import(first);
    await service.import(second);
    await goTo('/');
    const notice = page.getByRole('alert').filter({ hasText: 'possible duplicate' });
    await notice.getByText('2 rows look like rows that were there already', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    await notice.getByRole('link', { name: /^Review/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Import (manual)' }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'possible duplicate' }).waitFor();
    expect(await axe()).toEqual([]);

    // One row is deleted in the spreadsheet, which the next run notices.
    const at = (await service.rows()).findLastIndex(({ Description }) => Description === 'Cafe Zoe');
    await service.person.deleteRow('Transactions', at + 2);
    later(service);
    await service.import(first);
    await goTo('/');
    await notice.getByText('One row looks like a row that was there already', { exact: false }).waitFor();
    await notice.getByRole('button', { name: /^Keep all/ }).click();
    await expect.poll(() => notice.count()).toBe(0);
    await page.reload();
    await page.getByText('Everything is fine.').waitFor();
    expect(await notice.count()).toBe(0);
    expect(await service.rows()).toHaveLength(4);
  });

  test('leave out rows or match them with existing ones, also when the statement is imported again', async () => {
    const { page, service, axe, goTo } = await shared();
    const texts = async () => (await service.rows()).map(({ Description }) => String(Description));
    const before = await texts();
    /** The rows that this test added, in alphabetical order. */
    const added = async () => (await texts()).slice(before.length).toSorted();
    const [first, second] = statements(service, '02');
    await service.import(first);
    await goTo('/connections');
    await choose(page, second);
    await page.getByRole('button', { name: 'Import 3 transactions' }).waitFor();
    const all = page.getByRole('checkbox', { name: 'Select all 3' });
    await all.uncheck();
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
    await all.check();
    await page.getByRole('button', { name: 'Import 3 transactions' }).waitFor();
    await page.getByRole('checkbox', { name: 'Add: Green Grocer, -€20.00' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Import 2 transactions' }).waitFor();
    await expect.poll(() => all.evaluate((box: { indeterminate: boolean }) => box.indeterminate)).toBe(true);
    await page
      .getByRole('combobox', { name: 'Is Cafe Zoe, -€71.70 a row of the sheet?' })
      .selectOption({ label: `Same as row ${before.length + 3}: 8 Feb 2026, Cafe Zoe` });
    await page.getByText('You left out or merged 2 transactions.', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('button', { name: 'Import 1 transaction' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect(await added()).toEqual(['Cafe Zoe', 'Corner Coffee', 'Corner Coffee']);
    expect((await service.import(second)).counts).toMatchObject({ added: 0 });

    await goTo('/activity/deleted');
    await page.getByRole('checkbox', { name: /Green Grocer/ }).check();
    await page.getByRole('button', { name: 'Restore row' }).click();
    await page.getByText('Restore: Succeeded', { exact: false }).waitFor();
    expect(await added()).toEqual(['Cafe Zoe', 'Corner Coffee', 'Corner Coffee', 'Green Grocer']);
    expect((await texts()).slice(0, before.length)).toEqual(before);
  });
});
