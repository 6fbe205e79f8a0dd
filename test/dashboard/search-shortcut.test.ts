import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

describe.skipIf(SKIP_BROWSER)('the slash key', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withDemo(): Promise<Dashboard> {
    const service = await serviceInUse({ openSource: shortDemo });
    await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo', settings: { seed: 7 } });
    return open({ service });
  }

  const shared = useSharedDashboard(withDemo);

  test('focuses the search of the transactions on any page, and types a slash in fields', async () => {
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
