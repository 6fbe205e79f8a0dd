import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { countActions, FIRST_STATEMENT, ownWorkbook, walkFirstMinute } from '../support/first-minute.ts';
import { newInstall } from '../support/service-in-use.ts';

const MOST_CLICKS = 6;

describe.skipIf(SKIP_BROWSER)('the first minute', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  // The first case of adoptions.test.ts tests the same steps in a wide window.
  test('takes six clicks from a new install to an existing spreadsheet with an imported statement, 360 px wide', async () => {
    const service = await newInstall();
    const path = join(service.folder, 'My money.xlsx');
    await ownWorkbook(path);
    const before = await exceljsRows(path, 'Spending');
    const statement = statementOf(service.folder, FIRST_STATEMENT, 'january.ofx');
    const { page, axe } = await open({ service, context: { viewport: { width: 360, height: 800 } } });
    const done = await countActions(page);
    await walkFirstMinute(page, { workbook: 'My money.xlsx', statement }, async (step) => {
      expect([step, await axe()]).toEqual([step, []]);
      if (step !== 'done') return;
      const rows = await exceljsRows(path, 'Spending');
      expect(rows).toMatchObject([...before, { Payee: 'Cinema Royal', Amount: -12 }]);
      expect(rows.every((row) => /^[0-9a-f]{24}/.test(String(row['Transaction ID'])))).toBe(true);
    });
    expect(done.keys).toBe(0);
    expect(done.clicks).toBeGreaterThan(0);
    expect(done.clicks).toBeLessThanOrEqual(MOST_CLICKS);
    const { client, accountId } = service;
    expect(await client.call('workbook.get', { accountId })).toMatchObject({ place: { path }, problem: null });
    expect(await client.call('workbook.found', { accountId })).toEqual([]);
  });
});
