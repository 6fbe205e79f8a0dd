import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { receivesFocus } from '../support/focus.ts';
import { walkMenuTo } from '../support/menu-by-keyboard.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

describe.skipIf(SKIP_BROWSER)('the keyboard focus', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Shared by all tests, so the test that adds a second account comes last. */
  const shared = useSharedDashboard(async () => open({ service: await serviceInUse({ openSource: shortDemo }) }));

  async function press({ page }: Dashboard, name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  }

  async function addRows({ service: { client, accountId, sync } }: Dashboard): Promise<void> {
    if ((await client.call('connection.list', { accountId })).length > 0) return;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await sync();
  }

  /** The focused element: "h2 Tokens". */
  function focused({ page }: Dashboard): () => Promise<unknown> {
    return () =>
      page.evaluate('`${document.activeElement.localName} ${document.activeElement.innerText.split("\\n")[0]}`');
  }

  test('moves to a new token, and then to a nearby element when the token is saved and when it is revoked', async () => {
    const dashboard = await shared();
    const { page, goTo } = dashboard;
    await goTo('/settings/api');
    await press(dashboard, 'Create token');
    await receivesFocus(page.getByLabel('Name'));
    await page.keyboard.type('Report');
    await page.keyboard.press('Enter');
    await expect.poll(focused(dashboard)).toBe('div Your new token “Report”');
    // Waits for the new token in the list: “Done” moves the focus to the heading of this list.
    await page.getByRole('button', { name: 'Revoke: Report' }).waitFor();
    await press(dashboard, 'Done');
    await expect.poll(focused(dashboard)).toBe('h2 API tokens');
    await press(dashboard, 'Revoke: Report');
    await receivesFocus(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(focused(dashboard)).toBe('h2 API tokens');
  });

  test('stays on a button while its request runs, and moves to the heading of a page that a button opens', async () => {
    const dashboard = await shared();
    const { page, goTo } = dashboard;
    await addRows(dashboard);
    await goTo('/connections');
    await press(dashboard, 'Actions: Demo bank');
    await walkMenuTo(page, 'Pause');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Resume: Demo bank' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Actions: Demo bank');
    await goTo('/transactions');
    await page.getByLabel('Search').fill('Salary');
    await press(dashboard, 'Clear filter');
    await expect.poll(focused(dashboard)).toBe('h1 Transactions');
    await goTo('/welcome');
    await press(dashboard, 'Set up later');
    await expect.poll(focused(dashboard)).toBe('h1 My money');
  });

  test('moves to the search of the transactions by the slash key on any page, and a slash can be typed there', async () => {
    const dashboard = await shared();
    const { page, goTo } = dashboard;
    await addRows(dashboard);
    await goTo('/rules');
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await receivesFocus(search);
    await page.keyboard.type('a/b');
    expect(await search.inputValue()).toBe('a/b');
  });

  test('returns to the element that opened a dialog, even if the user pressed Tab just before the dialog appeared', async () => {
    const dashboard = await shared();
    const { page, service, goTo } = dashboard;
    await service.client.call('account.add', { name: 'Holiday fund' });
    await goTo('/settings/profiles');
    await press(dashboard, 'Actions: My money');
    await walkMenuTo(page, 'Remove');
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector('[role=dialog]') === null) return;
      observer.disconnect();
      document.querySelector('[aria-label="Actions: Holiday fund"]').focus();
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.keyboard.press('Enter');
    await expect.poll(focused(dashboard)).toBe('button Cancel');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Actions: My money');
  });
});
