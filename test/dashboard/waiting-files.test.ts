import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';

/** The date order is ambiguous. */
const UNCLEAR = 'Date,Description,Amount,Currency,Account\n03/04/2026,Baker,-7.25,EUR,12345678\n';

describe.skipIf(SKIP_BROWSER)('a file in a watched folder that waits for an answer', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test('is listed on the overview, is answered there, and is then in the spreadsheet', async () => {
    const { page, service, axe } = await open();
    const folder = join(service.folder, 'Statements');
    mkdirSync(folder);
    writeFileSync(join(folder, 'unclear.csv'), UNCLEAR);
    await service.client.call('connection.add', {
      accountId: service.accountId,
      kind: 'statements',
      settings: { folder, afterwards: 'move' },
    });
    await page.getByText('Needs attention.').waitFor();
    const answers = page.getByRole('link', { name: 'Answer the questions' }).first();
    await answers.focus();
    await page.keyboard.press('Enter');
    const editor = page.getByRole('region', { name: /unclear\.csv/ });
    await editor.waitFor();
    expect(await axe()).toEqual([]);
    expect(await service.rows()).toEqual([]);
    await editor.getByLabel('3 April 2026').focus();
    await page.keyboard.press('Space');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => service.rows())
      .toMatchObject([{ Date: '2026-04-03', Description: 'Baker', Amount: -7.25 }]);
    await expect.poll(() => readdirSync(folder)).toEqual(['imported']);
    await expect.poll(() => page.getByText('They are in a watched folder', { exact: false }).count()).toBe(0);
    expect(await axe()).toEqual([]);
  });
});
