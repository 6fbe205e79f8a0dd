import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { machineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { turnTo } from '../support/narrow-window.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const PAID = [
  ['2025-12-12', '-11.99', 'Filmgarten 0815'],
  ['2026-01-12', '-11.99', 'Filmgarten 0816'],
  ['2026-02-12', '-13.99', 'Filmgarten 0817'],
  ['2025-12-31', '-900.00', 'Rent Linden Court'],
  ['2026-01-30', '-900.00', 'Rent Linden Court'],
  ['2026-02-27', '-900.00', 'Rent Linden Court'],
  ['2025-12-02', '-29.95', 'Fernlicht'],
  ['2026-01-02', '-29.95', 'Fernlicht'],
  ['2026-02-02', '-29.95', 'Fernlicht'],
  ['2025-12-08', '-91.12', 'Talwerke'],
  ['2026-01-08', '-80.00', 'Talwerke'],
  ['2026-02-08', '-95.40', 'Talwerke'],
  ['2026-03-08', '-87.28', 'Talwerke'],
  ['2026-01-17', '-23.10', 'Green Grocer'],
  ['2026-03-02', '-41.00', 'Green Grocer'],
] as const;

describe.skipIf(SKIP_BROWSER)('recurring payments', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Has no rows at first; the tests import them. */
  const shared = useSharedDashboard(async () => open({ service: await serviceInUse({}, machineTime(SCENE_BEGINS)) }));

  async function importPaid(service: ServiceInUse, paid: readonly (typeof PAID)[number][]): Promise<void> {
    const lines = paid.map(([date, amount, text]) => ({ date, amount, text }));
    await service.import(statementOf(service.folder, lines, 'months.ofx'));
    later(service);
  }

  test('are explained if there are none, and listed as soon as rows recur', async () => {
    const { page, service, goTo } = await shared();
    await goTo('/transactions/recurring');
    await page.getByText('Nothing recurs yet.', { exact: false }).waitFor();
    await importPaid(service, PAID.slice(0, 3));
    await page.getByRole('row', { name: /Filmgarten/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  test.each([
    [1280, 'en', 'light'],
    [320, 'de', 'dark'],
  ] as const)(
    'are listed with their next day and price change, %i px wide, in %s',
    async (width, language, colorScheme) => {
      const dashboard = await shared();
      const { page, service, axe, goTo } = dashboard;
      await importPaid(service, PAID);
      await page.setViewportSize({ width, height: 800 });
      await turnTo(dashboard, [colorScheme, language]);
      const isGerman = language === 'de';
      await goTo('/transactions');
      if (isGerman) {
        await page.getByRole('button', { name: 'Aktionen: Umsätze' }).click();
        await page.getByRole('menuitem', { name: 'Nach Empfänger kategorisieren' }).waitFor();
        await page.getByRole('menuitem', { name: 'Wiederkehrende Zahlungen' }).click();
      } else await page.getByRole('link', { name: 'Recurring payments' }).click();
      const seen = () => page.getByRole('row').allInnerTexts();
      await expect
        .poll(async () =>
          (await seen()).slice(1).map((row) => /Filmgarten|Rent|Fernlicht|Talwerke|Grocer/.exec(row)?.[0]),
        )
        .toEqual(['Fernlicht', 'Filmgarten', 'Rent', 'Talwerke']);
      const rows = (await seen()).map((row) => row.replaceAll('\u00a0', ' '));
      const [, late, moved, rent, energy] = rows as [string, string, string, string, string];
      expect(late).toContain(isGerman ? 'Noch nicht da' : 'Not seen yet');
      expect(late).toContain(isGerman ? '02.03.2026' : '2 Mar 2026');
      expect(moved).toContain(
        isGerman ? 'Gestiegen von 11,99 € auf 13,99 €, seit 12.02.2026' : 'Up from €11.99 to €13.99, since 12 Feb 2026',
      );
      expect(rent).toContain(isGerman ? '31.03.2026' : '31 Mar 2026');
      expect(energy).toContain(isGerman ? 'etwa -87 €' : 'about -€87');
      await page.getByText(isGerman ? 'Etwa 1.031 € im Monat' : 'About €1,031 a month').waitFor();
      expect(await axe()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.getByRole('link', { name: /^Filmgarten/ }).click();
      await page
        .getByText(isGerman ? /3 Umsätze/ : /3 transactions/)
        .first()
        .waitFor();
    },
  );

  test('show savings separately from the monthly costs', async () => {
    const dashboard = await shared();
    const { page, service, goTo } = dashboard;
    const { client, accountId } = service;
    const found = await client.call('transaction.list', { accountId, search: 'Fernlicht' });
    const rows = found.rows.map(({ id, row, category }) => ({ id, row, category }));
    const { runId } = await client.call('transaction.setCategory', { accountId, category: 'Savings', rows });
    await client.call('run.wait', { runId });
    await turnTo(dashboard, ['light', 'en']);
    await goTo('/transactions/recurring');
    const costs = page.getByText(/^About .* a month/);
    await expect.poll(() => costs.textContent()).toBe('About €1,001 a month, and €30 into savings');
  });
});
