import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CASE_FACTOR } from '../support/cases.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';

/**
 * A browser opens six connections to a host, so a permanent one in each tab would block the seventh tab. `PENNYROW_CASES=2`
 * opens twenty.
 */
const TABS = CASE_FACTOR > 1 ? 20 : 7;

describe.skipIf(SKIP_BROWSER)('many tabs of the dashboard', { timeout: 2 * BROWSER_MS }, () => {
  const open = useDashboard();

  it('share one event stream, which another tab takes over when the tab that has it is closed', async () => {
    const { page, service, anotherWindow } = await open();
    const { client } = service;
    // The first tab shows a change only once its stream is connected.
    await client.call('account.add', { name: 'Connected' });
    await accountNamed(page, 'Connected').waitFor({ state: 'attached' });
    const streams: unknown[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('/control/events')) streams.push(request);
    });
    const tabs = [page];
    while (tabs.length < TABS) {
      const tab = await anotherWindow();
      await tab.getByText('Nothing has been synced yet.').waitFor();
      tabs.push(tab);
    }
    expect(streams).toEqual([]);

    await client.call('account.add', { name: 'First change' });
    for (const tab of tabs) await accountNamed(tab, 'First change').waitFor({ state: 'attached' });

    await page.close();
    await expect.poll(() => streams.length).toBe(1);
    await client.call('account.add', { name: 'Second change' });
    for (const tab of tabs.slice(1)) await accountNamed(tab, 'Second change').waitFor({ state: 'attached' });
  });
});

function accountNamed(tab: Page, name: string): Locator {
  return tab.getByRole('combobox', { name: 'Profile' }).locator('option', { hasText: name });
}
