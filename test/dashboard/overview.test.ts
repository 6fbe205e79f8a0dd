import { rename } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

describe.skipIf(SKIP_BROWSER)('the overview', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  const addDemoBank = ({ client, accountId }: ServiceInUse) =>
    client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });

  /** Each test leaves the service with more problems: first its workbook is removed, then the service exits. */
  const withNothing = useSharedDashboard(open);

  /** A run failed, and the cause was removed since. */
  const withFailedRun = useSharedDashboard(async () => {
    const service = await serviceInUse();
    await addDemoBank(service);
    await rename(service.workbookPath, `${service.workbookPath}.away`);
    const failed = await service.sync();
    await rename(`${service.workbookPath}.away`, service.workbookPath);
    service.time.pass(60_000);
    return { ...(await open({ service })), failed };
  });

  test('says that there are no connections yet, with one primary button, and shows no welcome to an install whose setup skipped it', async () => {
    const { page, goTo, axe } = await withNothing();
    await goTo('/');
    await page.getByText('Nothing has been synced yet.').waitFor();
    await page.getByText('There are no connections yet.', { exact: false }).waitFor();
    const filled = page.getByRole('main').locator('.mantine-Button-root:not([data-variant])');
    expect(await filled.allInnerTexts()).toEqual(['Import statement files']);
    expect(await page.getByText('Everything is fine.').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Welcome to Pennyrow' }).count()).toBe(0);
    expect(await axe()).toEqual([]);
  });

  test('syncs at a click, updates every window automatically, and passes axe in light and dark', async () => {
    const { page, service, anotherWindow, axeInBothSchemes } = await open();
    await addDemoBank(service);
    const other = await anotherWindow();
    await other.getByText('Nothing has been synced yet.').waitFor();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('button', { name: /^Write \d+ changes$/ }).click();
    await page.getByRole('link', { name: /^Synced / }).waitFor();
    await other.getByRole('link', { name: /^Synced / }).waitFor();
    await expect.poll(() => other.getByText('Nothing has been synced yet.').count()).toBe(0);
    await other.close();
    const rows = await service.rows();
    expect(rows.length).toBeGreaterThan(300);
    await page.getByText(`: ${rows.length} added`, { exact: false }).waitFor();
    await page.getByRole('heading', { name: 'Spending by category' }).waitFor();
    await page.getByRole('heading', { name: 'Money by month' }).waitFor();
    expect(await axeInBothSchemes()).toEqual([]);

    service.time.pass(2 * 3_600_000);
    const second = await service.sync();
    expect(second.counts.added).toBe(0);
    await page.getByText(': No changes', { exact: false }).waitFor();
    const runs = page.getByRole('main').getByRole('link', { name: /^Sync/ });
    expect(await runs.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      `#/activity/${second.id}`,
    ]);
    const uncategorized = page
      .getByRole('region', { name: 'Uncategorized' })
      .getByRole('link', { name: /^\d+ transactions have no category/ });
    expect(await uncategorized.getAttribute('href')).toBe('#/transactions/category=');
  });

  test('links to the failed run, even after its cause was removed', async () => {
    const { page, goTo, failed } = await withFailedRun();
    expect(failed.status).toBe('failed');
    await goTo('/');
    expect(await page.getByRole('link', { name: 'View report' }).getAttribute('href')).toBe(`#/activity/${failed.id}`);
  });

  test('shows the selected profile', async () => {
    const { page, service, goTo, axe } = await withFailedRun();
    await goTo('/');
    service.time.pass(1000);
    await service.client.call('account.add', { name: 'Holiday fund' });
    const profiles = page.getByRole('combobox', { name: 'Profile' });
    await profiles.waitFor();
    expect(await axe()).toEqual([]);
    await profiles.selectOption({ label: 'Holiday fund' });
    await page.getByRole('heading', { name: 'Holiday fund', level: 1 }).waitFor();
  });

  test('shows an error under the name of the account if no request is answered', async () => {
    const { page, goTo } = await withNothing();
    await goTo('/connections');
    await page.route('**/call/service.status', async (route) => route.abort());
    await page.reload();
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('alert').getByText('Pennyrow is not responding.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My money');
    await page.unroute('**/call/service.status');
  });

  test('lists what needs attention, with a link to it', async () => {
    const { page, service, goTo, axe } = await withNothing();
    await goTo('/');
    await page.getByText('Nothing has been synced yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Import statement files' }).getAttribute('href')).toBe('#/connections');
    expect(await page.getByRole('link', { name: 'Add connection' }).getAttribute('href')).toBe('#/connections');
    await service.client.call('workbook.disconnect', { accountId: service.accountId });
    await page.getByText('Needs attention.').waitFor();
    await page.getByText('has no workbook yet.').waitFor();
    expect(await page.getByRole('link', { name: 'Choose a spreadsheet' }).getAttribute('href')).toBe('#/workbook');
    expect(await axe()).toEqual([]);
  });

  test('uses a restarted service without a reload, and reports a stopped one', async () => {
    const { page, service, goTo } = await withNothing();
    await goTo('/');
    await page.getByRole('heading', { name: 'My money', level: 1 }).waitFor();
    const { url } = service;
    const next = await service.restart({ samePort: true });
    expect(next.url).toBe(url);
    await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('button', { name: 'Set schedule' }).waitFor();
    await next.client.call('account.add', { name: 'Holiday fund' });
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('combobox', { name: 'Profile' }).waitFor();
    expect(await page.getByText('signed out').count()).toBe(0);
    expect(await next.client.call('session.list', {})).toHaveLength(1);
    const notice = page.getByRole('status').getByText('Pennyrow is not responding.');
    await notice.waitFor({ state: 'detached' });
    await next.service.close();
    await notice.waitFor();
    expect(await notice.isVisible()).toBe(true);
  });
});
