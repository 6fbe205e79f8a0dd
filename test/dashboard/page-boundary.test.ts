import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';

describe.skipIf(SKIP_BROWSER)('a page that crashes', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test('shows an error instead of its content, keeps the menu usable, and recovers when it can render', async () => {
    const { page, goTo, axe } = await open({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    // An answer that our service would never send: an invalid schedule.
    await page.route('**/call/schedule.get', async (route) => route.fulfill({ json: { result: { planted: true } } }));
    await goTo('/connections');
    const crashMessage = page.getByRole('alert').getByText('This page crashed unexpectedly', { exact: false });
    await crashMessage.waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Copy details' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/page: connections[^]*Error/);

    await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    expect(await crashMessage.count()).toBe(0);

    await goTo('/connections');
    await crashMessage.waitFor();
    await page.unroute('**/call/schedule.get');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    expect(await crashMessage.count()).toBe(0);
  });
});
