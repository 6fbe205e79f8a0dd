import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';

describe.skipIf(SKIP_BROWSER)('a page that breaks', { timeout: BROWSER_MS }, () => {
  const open = useDashboard('session');

  test('says so in its place, leaves the menu to the person, and shows once it can', async () => {
    const { page, goTo, axe } = await open({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    // What no service of ours would answer: a schedule that is none.
    await page.route('**/call/schedule.get', async (route) => route.fulfill({ json: { result: { planted: true } } }));
    await goTo('/schedule');
    const told = page.getByRole('alert').getByText('This page crashed unexpectedly', { exact: false });
    await told.waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Copy details' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/page: schedule[^]*Error/);

    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    expect(await told.count()).toBe(0);

    await goTo('/schedule');
    await told.waitFor();
    await page.unroute('**/call/schedule.get');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Schedule', level: 1 }).waitFor();
    expect(await told.count()).toBe(0);
  });
});
