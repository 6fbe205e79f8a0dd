import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';

describe.skipIf(SKIP_BROWSER)('a URL that contains an account id', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard());

  test('opens the account only in the window of the link, and reports an account that no longer exists', async () => {
    const { page, service, anotherWindow, goTo, axe } = await shared();
    service.time.pass(1000);
    const { id } = await service.client.call('account.add', { name: 'Holiday fund' });
    const { id: third } = await service.client.call('account.add', { name: 'Club' });
    const first = page.getByRole('combobox', { name: 'Profile' });

    await goTo(`/rules?account=${id}`);
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await expect.poll(() => first.inputValue()).toBe(id);
    expect(page.url()).toMatch(/#\/rules$/);

    const other = await anotherWindow();
    const second = other.getByRole('combobox', { name: 'Profile' });
    await other.goto(`${other.url().split('#')[0] ?? ''}#/connections?account=${service.accountId}`);
    await expect.poll(() => second.inputValue()).toBe(service.accountId);
    await other.reload();
    await page.reload();
    await expect.poll(() => second.inputValue()).toBe(service.accountId);
    await expect.poll(() => first.inputValue()).toBe(id);

    await goTo('/activity?account=account_gone');
    await page
      .getByRole('status')
      .getByText('The link was for a profile that no longer exists. This is “Holiday fund”.')
      .waitFor();
    expect(await first.inputValue()).toBe(id);
    expect(page.url()).toMatch(/#\/activity$/);
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    expect(await axe()).toEqual([]);
    await first.selectOption(third);
    await page.getByText('The link was for a profile', { exact: false }).waitFor({ state: 'detached' });
  });

  test('opens a new account that the loaded list of accounts does not contain yet, also after a reload', async () => {
    const { page, service, goTo } = await shared();
    const { promise: isListed, resolve: list } = Promise.withResolvers<void>();
    const asking = '**/call/account.list';
    await page.route(asking, (route) => isListed.then(() => route.continue()));
    service.time.pass(1000);
    const { id } = await service.client.call('account.add', { name: 'Garden' });
    const shown = page.getByRole('combobox', { name: 'Profile' });
    await goTo(`/rules?account=${id}`);
    await expect.poll(() => page.url()).toMatch(/#\/rules$/);
    list();
    await expect.poll(() => shown.inputValue()).toBe(id);
    await page.unroute(asking);
    await page.reload();
    await expect.poll(() => shown.inputValue()).toBe(id);
  });
});
