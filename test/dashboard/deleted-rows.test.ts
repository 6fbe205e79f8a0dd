import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

describe.skipIf(SKIP_BROWSER)('the page of deleted rows', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  const shared = useSharedDashboard(async () => {
    const dashboard = await open({ service: await serviceInUse({ openSource: shortDemo }) });
    const { client, accountId, sync } = dashboard.service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await sync();
    return dashboard;
  });

  /** The user deletes the last rows of the sheet, and a sync notices it. Each test restores these rows. */
  async function afterDeleting(
    count: number,
  ): Promise<Dashboard & { readonly added: number; readonly deleted: readonly string[] }> {
    const dashboard = await shared();
    const { person, rows, sync } = dashboard.service;
    const before = await rows();
    for (let row = 0; row < count; row++) await person.deleteRow('Transactions', before.length + 1 - row);
    await sync();
    await dashboard.goTo('/activity');
    await dashboard.page.getByRole('link', { name: 'Deleted rows' }).click();
    await dashboard.page.getByRole('heading', { level: 1, name: 'Deleted rows' }).waitFor();
    await expect.poll(() => dashboard.page.getByRole('cell').getByRole('checkbox').count()).toBe(count);
    return {
      ...dashboard,
      added: before.length,
      deleted: before.slice(-count).map((row) => String(row['Transaction ID'])),
    };
  }

  test('is empty before any row is deleted', async () => {
    const { page, goTo, axe } = await shared();
    await goTo('/activity/deleted');
    await page.getByText('There are no deleted rows.').waitFor();
    expect(await axe()).toEqual([]);
  });

  test('restores only the selected rows', async () => {
    const { page, service, axe, added, deleted } = await afterDeleting(3);
    expect(await page.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
    const choices = page.getByRole('cell').getByRole('checkbox');
    await choices.nth(0).check();
    await choices.nth(1).check();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Restore 2 rows' }).click();
    await page.getByText('Restore: Succeeded. 2 added.').waitFor();
    await expect.poll(() => choices.count()).toBe(1);
    const ids = (await service.rows()).map((row) => String(row['Transaction ID']));
    expect(ids).toHaveLength(added - 1);
    expect(deleted.filter((id) => ids.includes(id))).toHaveLength(2);
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Restore row' }).click();
    await page.getByText('Restore: Succeeded. 1 added.').waitFor();
    await expect.poll(() => choices.count()).toBe(0);
    expect(await service.rows()).toHaveLength(added);
  });
});
