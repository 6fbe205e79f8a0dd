import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

describe.skipIf(SKIP_BROWSER)('the palette', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withDemo(): Promise<Dashboard> {
    const service = await serviceInUse({ openSource: shortDemo });
    await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo', settings: { seed: 7 } });
    return open({ service });
  }

  const shared = useSharedDashboard(withDemo);

  test('leads to pages, actions and searches by the keyboard alone, on every page', async () => {
    const { page, service, goTo, axe } = await shared();
    const { client, accountId } = service;
    await goTo('/');
    await page.getByRole('button', { name: 'Sync now' }).waitFor();
    const field = page.getByRole('combobox', { name: 'Page, action or search' });
    async function openPalette(): Promise<void> {
      await field.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('combobox');
    }
    await openPalette();
    expect(await axe()).toEqual([]);
    await page.keyboard.type('conn');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    await openPalette();
    await page.keyboard.type('set adv');
    await page.getByRole('option', { name: 'Settings: Advanced', selected: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Advanced', selected: true }).waitFor();
    await openPalette();
    await page.keyboard.type('sync now');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await client.call('run.list', { accountId }))[0]?.status).toBe('succeeded');
    await openPalette();
    await page.keyboard.type('Korb');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/transactions/search=Korb');
    await openPalette();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
  });

  test('leaves the slash to the search of the transactions on any page, and to text fields', async () => {
    const { page, service, goTo } = await shared();
    await service.sync();
    await goTo('/rules');
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement?.closest("form")?.getAttribute("role")'))
      .toBe('search');
    await page.keyboard.type('a/b');
    expect(await search.inputValue()).toBe('a/b');
  });
});
