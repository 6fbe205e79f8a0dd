import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { useBrowser } from '../support/browser-context.ts';

describe.skipIf(SKIP_BROWSER)('signing in to the dashboard', { timeout: BROWSER_MS }, () => {
  const open = useDashboard('session');
  const newContext = useBrowser();

  test('holds for every window of the browser, a reload and a bookmark, and leaves no code in the address', async () => {
    const { page, anotherWindow } = await open();
    expect(new URL(page.url()).pathname).toBe('/dashboard/');
    expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
    await page.reload();
    await page.getByRole('button', { name: 'Sync now' }).waitFor();
    const other = await anotherWindow();
    await other.getByRole('button', { name: 'Sync now' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  test('is asked for where nobody has, and comes to all windows at once', async () => {
    const { service } = await open();
    const { url } = await service.client.call('service.dashboardLink', {});
    const context = await newContext();
    const waiting = await context.newPage();
    await waiting.goto(url.replace(/sign-in#.*$/, '#/activity'));
    await waiting.getByRole('heading', { name: 'You are signed out', level: 1 }).waitFor();
    expect(await waiting.getByRole('navigation').count()).toBe(0);
    const other = await context.newPage();
    await other.goto(url);
    await other.getByRole('button', { name: 'Sync now' }).waitFor();
    await waiting.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  });

  test('by a link that was used says so, in the window that was signed out before as in a new one', async () => {
    const { service } = await open();
    const { url } = await service.client.call('service.dashboardLink', {});
    const first = await newContext();
    const page = await first.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Sync now' }).waitFor();
    const second = await (await newContext({ locale: 'de-DE' })).newPage();
    await second.goto(url);
    await second.getByRole('heading', { name: 'Dieser Link gilt nicht mehr', level: 1 }).waitFor();
    expect(await second.title()).toBe('Dieser Link gilt nicht mehr · Pennyrow');
    // A fresh one in the same tab, as a person pastes it.
    await second.goto((await service.client.call('service.dashboardLink', {})).url);
    await second.getByText('Alles ist in Ordnung.').waitFor();
  });
});
