import { describe, expect, test } from 'vitest';
import {
  BROWSER_MS,
  CARRIERS,
  SKIP_BROWSER,
  over,
  useDashboard,
  useSharedDashboard,
  type Dashboard,
} from '../support/dashboard.ts';
import { flawsWhenNarrow, NARROW, NARROW_LOOKS, turnTo } from '../support/narrow-window.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { demoOfDays } from '../support/short-demo.ts';

/** The default size of a window. */
const WIDE = { width: 1280, height: 720 };

const SHORT = 14;
const LONG = 150;

describe.skipIf(SKIP_BROWSER)('the page of the preview', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Each test continues from the one before, with two weeks of the demo bank, except where pages are turned. */
  const shared = useSharedDashboard(async () => {
    const bank = { days: SHORT };
    const service = await serviceInUse({ openSource: () => demoOfDays(bank.days)() });
    return { ...(await open({ service })), bank };
  });

  async function withDemoBank(): Promise<Awaited<ReturnType<typeof shared>>> {
    const dashboard = await shared();
    const { client, accountId } = dashboard.service;
    if ((await client.call('connection.list', { accountId })).length === 0)
      await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    return dashboard;
  }

  async function atPreview(): Promise<Awaited<ReturnType<typeof shared>>> {
    const dashboard = await withDemoBank();
    await dashboard.goTo('/preview');
    return dashboard;
  }

  /** The same page after tests that leave a narrow window and German. */
  async function atWidePreview(): Promise<Dashboard> {
    const dashboard = await withDemoBank();
    await turnTo(dashboard, ['light', 'en']);
    await dashboard.page.setViewportSize(WIDE);
    await dashboard.goTo('/preview');
    return dashboard;
  }

  test('says without a connection that there is none, and links to the page that adds one', async () => {
    const { page, goTo, axe } = await shared();
    await goTo('/preview');
    await page.getByText('There is no connection to preview.', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: 'View connections' }).getAttribute('href')).toBe('#/connections');
    expect(await axe()).toEqual([]);
  });

  test('can be canceled, and requested again', async () => {
    const { page, axe } = await atPreview();
    // Delays the answer until the user has canceled.
    await page.route('**/call/preview.make', () => undefined);
    const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('preview.make'));
    await page.getByRole('button', { name: 'Run preview' }).click();
    await page.getByText('Fetching and comparing…').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You cancelled the preview. Nothing was written.').waitFor();
    expect((await gone).failure()?.errorText).toContain('ABORTED');
    await page.unroute('**/call/preview.make');
    await page.getByRole('button', { name: 'Run preview again' }).click();
    await page.getByText('Nothing is written yet.').waitFor();
  });

  test('loads its pages on demand, and a preview that the service no longer has can be requested again', async () => {
    const { page, service, bank, axe } = await atPreview();
    const { client, accountId } = service;
    bank.days = LONG;
    await page.getByRole('button', { name: 'Run preview' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(101);
    const first = page.getByRole('row').nth(1);
    const newest = await first.textContent();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText(/^101 to /).waitFor();
    await expect.poll(() => first.textContent()).not.toBe(newest);
    await page.getByRole('button', { name: /^\d+ new$/ }).click();
    await expect.poll(() => first.textContent()).toBe(newest);
    for (let others = 0; others < 4; others += 1) await client.call('preview.make', { accountId });
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByRole('alert').getByText('This preview is no longer kept', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await expect.poll(() => first.textContent()).toBe(newest);
    bank.days = SHORT;
  });

  test.each(NARROW_LOOKS)('passes axe in %s, on a narrow window, in %s', async (...look) => {
    const dashboard = await withDemoBank();
    const { page, goTo } = dashboard;
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, look);
    await goTo('/preview');
    await page.getByRole('button', { name: /^(?:Run preview|Vorschau starten)$/ }).click();
    await page.getByRole('table').waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });

  test.each(CARRIERS)(
    'shows what a sync would do, writes nothing, and then does just that, over %s',
    over(async () => {
      const { page, service, axe } = await atWidePreview();
      await page.getByText('Pennyrow asks Demo bank as a sync would', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Run preview' }).click();
      const addedCount = page.getByText(/^\d+ added/);
      await addedCount.waitFor();
      await page.getByText('Nothing is written yet.').waitFor();
      const added = parseInt((await addedCount.textContent()) ?? '');
      await expect.poll(() => page.getByRole('row').count()).toBe(added + 1);
      expect(await axe()).toEqual([]);
      expect(await service.rows()).toEqual([]);
      await page.getByRole('button', { name: `${added} new` }).waitFor();
      await page.getByRole('button', { name: 'Sync now' }).click();
      await page.getByText(`Sync: Succeeded. ${added} added.`).waitFor();
      expect(await service.rows()).toHaveLength(added);
      await page.getByRole('button', { name: 'Run preview' }).click();
      await page.getByText('A sync would change nothing: the spreadsheet is up to date.').waitFor();
      await page.getByRole('button', { name: 'Run preview again' }).waitFor();
      await expect.poll(() => page.getByRole('table').getByText('already there').count()).toBeGreaterThan(0);
    }),
  );

  test('counts its rows by kind, and shows the sheet’s values of rows that already exist', async () => {
    const { page, service, axe } = await atWidePreview();
    await service.sync();
    const { length } = await service.rows();
    await service.person.type('Transactions', length + 1, 3, 'Typed by hand');
    await service.person.deleteRow('Transactions', length - 1);
    await page.getByRole('button', { name: 'Run preview' }).click();
    const kept = page.getByRole('button', { name: /^1 deleted or left out$/ });
    await kept.waitFor();
    const alreadyThere = page.getByRole('button', { name: /already there$/ });
    const typed = page.getByRole('row').filter({ hasText: 'Typed by hand' });
    await alreadyThere.click();
    const count = parseInt((await alreadyThere.textContent()) ?? '');
    await expect.poll(() => page.getByRole('row').count()).toBe(Math.min(count, 100) + 1);
    // The newest rows come first.
    await typed.getByText('already there').first().waitFor();
    await kept.press('Enter');
    expect(await kept.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row').getByText('You deleted its row or left it out, so it stays away.').waitFor();
    expect(await axe()).toEqual([]);
  });

  test('explains a failed request, which can be repeated', async () => {
    const { page, service, axe } = await atWidePreview();
    await service.client.call('workbook.disconnect', { accountId: service.accountId });
    await page.getByRole('button', { name: 'Run preview' }).click();
    await page.getByRole('alert').getByText('has no workbook yet', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
    expect(await axe()).toEqual([]);
  });
});
