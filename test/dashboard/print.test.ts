import { expect, test, describe } from 'vitest';
import type { Carrier } from '../../renderer/base/control/carrier.ts';
import { loadAll } from '../../renderer/pages/transactions/load-all.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { becomes } from '../support/layout/kept.ts';
import { NO_PDFTOTEXT, onPaper, withoutDialog } from '../support/paper.ts';

/** Counted, because the number of salaries depends on the day of the month. */
const salaries = (rows: readonly unknown[]): number => rows.filter((row) => /salary/i.test(JSON.stringify(row))).length;

describe.skipIf(SKIP_BROWSER || NO_PDFTOTEXT)('a printout', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withDemo(): Promise<Dashboard & { readonly countPrints: () => Promise<number> }> {
    const dashboard = await open();
    const { client, accountId } = dashboard.service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    expect((await dashboard.service.sync()).status).toBe('succeeded');
    return { ...dashboard, countPrints: await withoutDialog(dashboard.page) };
  }

  const shared = useSharedDashboard(withDemo);

  /** `printCount` counts the print dialogs of the test. */
  async function inScheme(colorScheme: 'light' | 'dark') {
    const dashboard = await shared();
    await becomes(dashboard.page, colorScheme);
    const before = await dashboard.countPrints();
    return { ...dashboard, printCount: async () => (await dashboard.countPrints()) - before };
  }

  test('contains every filtered transaction, sums on top and a header on each sheet, in black on white', async () => {
    const { page, service, goTo, printCount, axeInBothSchemes } = await inScheme('light');
    await goTo('/transactions');
    await page.getByLabel('Search').fill('salary');
    const rows = await service.rows();
    await page.locator(`[role=grid][aria-rowcount="${salaries(rows) + 1}"]`).waitFor();
    await goTo('/transactions/from=2020-01-01');
    expect(rows.length).toBeGreaterThan(300);
    // Printing uses the shown rows, which belong to the previous filter until the new rows arrive.
    await page.locator(`[role=grid][aria-busy=false][aria-rowcount="${rows.length + 1}"]`).waitFor();
    for (const [times, colorScheme] of [
      [1, 'dark'],
      [2, 'light'],
    ] as const) {
      await becomes(page, colorScheme);
      await page.getByRole('button', { name: 'Print' }).click();
      await expect.poll(printCount).toBe(times);
      const sheets = await onPaper(page);
      expect(sheets.length).toBeGreaterThan(4);
      for (const sheet of sheets) expect(sheet).toMatch(/Date +Description +Account +Category +Amount/);
      const [first = ''] = sheets;
      expect(first).toMatch(/My money · printed/);
      expect(first).toMatch(/Period +from 1 Jan 2020/);
      expect(first).toMatch(/[\d.,]+ in, €?[\d.,]+/);
      // Each row begins with its date.
      const lines = sheets.join('\n').split('\n');
      expect(lines.filter((line) => /^ *\d{1,2} \w{3,4} \d{4} /.test(line))).toHaveLength(rows.length);
      for (const absent of ['Clear filter', 'Recurring payments', 'Connections', 'Print'])
        expect(sheets.join('\n')).not.toContain(absent);
    }
    expect(await axeInBothSchemes()).toEqual([]);
  });

  test('is also started by Ctrl P, and contains all changes of a run, or the changes of the selected kind', async () => {
    const { page, service, goTo, printCount } = await inScheme('dark');
    const [run] = await service.client.call('run.list', { accountId: service.accountId });
    await goTo(`/activity/${run?.id}`);
    await page.getByText(`1 to 50 of ${run?.counts.added}`).waitFor();
    await page.keyboard.press('Control+p');
    await expect.poll(printCount).toBe(1);
    const text = (await onPaper(page)).join('\n');
    expect(text.match(/^ *Added +\d{1,2} /gm)).toHaveLength(run?.counts.added ?? 0);
    for (const absent of ['1 to 50 of', 'Undo this run', 'Search']) expect(text).not.toContain(absent);
    await page.getByRole('searchbox', { name: 'Search' }).fill('salary');
    await page.getByText('1 to 50 of').waitFor({ state: 'detached' });
    // Prints as the browser's menu does, without loading: all matching rows are loaded already.
    const found = (await onPaper(page)).join('\n');
    expect(found).toContain('salary');
    expect(found.match(/^ *Added +\d{1,2} /gm)?.length).toBe(await page.getByRole('row', { name: /-?€/ }).count());
  });

  test('explains how to print all rows if the browser’s menu prints before they are loaded', async () => {
    const { page, service, goTo } = await inScheme('light');
    await goTo('/transactions');
    await page.getByRole('grid').waitFor();
    const text = (await onPaper(page)).join('\n');
    expect(text).toContain('The rows are not on this paper');
    expect(text).not.toMatch(/^ *\d{1,2} \w{3,4} \d{4} /m);
    await page.getByLabel('Search').fill('salary');
    await page.locator(`[role=grid][aria-rowcount="${salaries(await service.rows()) + 1}"]`).waitFor();
    const found = (await onPaper(page)).join('\n');
    expect(found).toMatch(/Search +salary/);
    expect(found).toMatch(/^ *\d{1,2} \w{3,4} \d{4} .*€/m);
  });

  test('contains the name of a page, and not its introduction', async () => {
    const { page, goTo } = await inScheme('light');
    await goTo('/activity/deleted');
    await page.getByRole('heading', { level: 1, name: 'Deleted rows' }).waitFor();
    const shown = (await page.locator('main div:has(> h1) + p').textContent()) ?? '';
    expect(shown).not.toBe('');
    const [first = ''] = await onPaper(page);
    expect(first).toMatch(/Deleted rows/);
    expect(first.replaceAll(/\s+/g, ' ')).not.toContain(shown);
  });

  test('is black on white for every page, without menus, and the screen stays dark', async () => {
    const { page, goTo } = await inScheme('dark');
    const COLORS = `[document.body, document.querySelector('h1')].map((part) => getComputedStyle(part)).flatMap(({ backgroundColor, color }) => [backgroundColor, color])`;
    for (const path of ['/', '/accounts', '/transactions', '/activity', '/rules']) {
      await goTo(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const screen = await page.evaluate(COLORS);
      await page.evaluate(
        "window.addEventListener('beforeprint', () => { window.scheme = document.documentElement.dataset.mantineColorScheme; })",
      );
      const text = (await onPaper(page)).join('\n');
      expect(text).toMatch(/^My money · printed/);
      expect(text).not.toContain('Connections');
      expect(await page.evaluate('window.scheme')).toBe('light');
      expect(await page.evaluate(COLORS)).toEqual(screen);
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(COLORS)).toEqual([
        'rgb(255, 255, 255)',
        'rgb(0, 0, 0)',
        'rgba(0, 0, 0, 0)',
        'rgb(0, 0, 0)',
      ]);
      await page.emulateMedia({ media: null });
    }
  });
});

describe('the data loaded for printing', () => {
  /**
   * Answers like the service, with this many rows. `versions` lists the version of each response; the last one repeats.
   */
  function serviceOf(total: number, versions: readonly number[] = [1]) {
    const printCount: number[] = [];
    const call = (async (_name, input) => {
      const { offset, limit } = input as { readonly offset: number; readonly limit: number };
      const version = versions[printCount.length] ?? versions.at(-1);
      printCount.push(offset);
      const count = Math.max(0, Math.min(limit, total - offset));
      return { rows: Array.from({ length: count }, (_, place) => ({ row: offset + place, version })), total, version };
    }) as Carrier['call'];
    return { call, printCount };
  }

  test('contains every row in order, and of 100,000 rows the first 10,000', async () => {
    for (const total of [1, 5000, 5001, 9999, 10_000]) {
      const { rows } = await loadAll(serviceOf(total), 'account_1', {});
      expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: total }, (_, row) => row));
    }
    const { call, printCount } = serviceOf(100_000);
    const printed = await loadAll({ call }, 'account_1', {});
    expect([printed.rows.length, printed.total, printCount]).toEqual([10_000, 100_000, [0, 5000]]);
  });

  test('is from a single version of the workbook', async () => {
    const { call, printCount } = serviceOf(7000, [1, 2, 2, 2]);
    const { rows } = await loadAll({ call }, 'account_1', {});
    expect(rows).toHaveLength(7000);
    expect(new Set(rows.map((row) => (row as unknown as { version: number }).version))).toEqual(new Set([2]));
    expect(printCount).toEqual([0, 5000, 0, 5000]);
  });
});
