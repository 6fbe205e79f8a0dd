import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { flawsWhenNarrow, NARROW, turnTo } from '../support/narrow-window.ts';
import { later, serviceInUse } from '../support/service-in-use.ts';
import { demoOfDays } from '../support/short-demo.ts';

/** The default size of a window. */
const WIDE = { width: 1280, height: 720 };

const SHORT = 14;
const LONG = 250;

describe.skipIf(SKIP_BROWSER)('the preview of a sync', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Each test continues from the one before. The demo bank has two weeks of transactions, or more in the test of pages. */
  const shared = useSharedDashboard(async () => {
    const bank = { days: SHORT };
    const service = await serviceInUse({ openSource: () => demoOfDays(bank.days)() });
    const { client, accountId } = service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    return { ...(await open({ service })), bank };
  });

  /** Restores a wide page in English after tests that leave a narrow window and German. */
  async function previewed(): Promise<Awaited<ReturnType<typeof shared>>> {
    const dashboard = await shared();
    await turnTo(dashboard, ['light', 'en']);
    await dashboard.page.setViewportSize(WIDE);
    await dashboard.goTo('/');
    // Waits for the timer in which the page drops the preview of a closed dialog.
    await dashboard.page.evaluate('new Promise((done) => setTimeout(done))');
    await dashboard.page.getByRole('button', { name: 'Sync now' }).click();
    return dashboard;
  }

  test('is canceled when its dialog is closed', async () => {
    const dashboard = await shared();
    const { page, goTo, axe } = dashboard;
    // Delays the answer until the user has canceled.
    await page.route('**/call/preview.make', () => undefined);
    const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('preview.make'));
    await goTo('/');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Asking your banks. Nothing is written.').waitFor();
    expect(await axe()).toEqual([]);
    await page.keyboard.press('Escape');
    expect((await gone).failure()?.errorText).toContain('ABORTED');
    await page.unroute('**/call/preview.make');
  });

  test('loads its pages on demand, and can be requested again when the service no longer has it', async () => {
    const dashboard = await shared();
    const { service, bank, axe } = dashboard;
    const { client, accountId } = service;
    bank.days = LONG;
    const { page } = await previewed();
    await page.getByRole('button', { name: 'Details' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(101);
    const first = page.getByRole('row').nth(1);
    const newest = await first.textContent();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText(/^101 to /).waitFor();
    await expect.poll(() => first.textContent()).not.toBe(newest);
    await page.getByRole('button', { name: /^\d+ new$/ }).click();
    await expect.poll(() => first.textContent()).toBe(newest);
    for (let others = 0; others < 4; others += 1) await client.call('preview.make', { accountId });
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.getByRole('alert').getByText('This preview is no longer kept', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Details' }).click();
    await expect.poll(() => first.textContent()).toBe(newest);
    bank.days = SHORT;
  });

  test('passes axe in light and dark, in a narrow window, in German', async () => {
    const dashboard = await shared();
    const { page, goTo } = dashboard;
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await goTo('/');
    await page.getByRole('button', { name: 'Jetzt abgleichen' }).click();
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('table').waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });

  test('shows the changes of a sync without writing them, and the sync then makes the same changes', async () => {
    const { page, service, axe } = await previewed();
    const dialog = page.getByRole('dialog');
    const newCount = dialog.getByText(/^\d+ new$/);
    await newCount.waitFor();
    await dialog.getByText('Nothing is written yet.').waitFor();
    const added = parseInt((await newCount.textContent()) ?? '');
    expect(await dialog.getByRole('table').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: /^\d+ new$/ }).count()).toBe(0);
    const details = dialog.getByRole('button', { name: 'Details', expanded: false });
    expect(await axe()).toEqual([]);
    await details.press('Enter');
    await dialog.getByRole('button', { name: 'Details', expanded: true }).waitFor();
    await expect.poll(() => dialog.getByRole('row').count()).toBe(added + 1);
    expect(await axe()).toEqual([]);
    expect(await service.rows()).toEqual([]);
    await dialog.getByRole('button', { name: `Write ${added} changes` }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`: ${added} added`, { exact: false }).waitFor();
    expect(await service.rows()).toHaveLength(added);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await dialog
      .getByText('Nothing to change: every transaction from the bank is already in your spreadsheet.')
      .waitFor();
    // Searches all runs: the clock does not move, so they have no order.
    const runs = async () => service.client.call('run.list', { accountId: service.accountId });
    await expect
      .poll(runs)
      .toContainEqual(
        expect.objectContaining({ status: 'succeeded', counts: expect.objectContaining({ added: 0, known: added }) }),
      );
    // Rows that already exist are shown only on request.
    expect(await dialog.getByRole('row').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Details' }).click();
    const alreadyThere = dialog.getByRole('button', { name: /^\d+ already there$/ });
    expect(await alreadyThere.getAttribute('aria-pressed')).toBe('true');
    const count = parseInt((await alreadyThere.textContent()) ?? '');
    await expect.poll(() => dialog.getByRole('row').count()).toBe(count + 1);
    await alreadyThere.click();
    await expect.poll(() => dialog.getByRole('row').count()).toBe(0);
  });

  test('counts rows by kind, and shows existing rows with the values that the user typed in the sheet', async () => {
    const { service, axe } = await shared();
    await service.sync();
    const { length } = await service.rows();
    await service.person.type('Transactions', length + 1, 3, 'Typed by hand');
    await service.person.deleteRow('Transactions', length - 1);
    // Advances the clock, so that the service reads the file again if it has read it between the two edits.
    later(service);
    const { page } = await previewed();
    await page.getByRole('button', { name: 'Details' }).click();
    const filter = page.getByRole('button', { name: /^1 deleted or left out$/ });
    await filter.waitFor();
    const alreadyThere = page.getByRole('button', { name: /already there$/ });
    const typed = page.getByRole('row').filter({ hasText: 'Typed by hand' });
    await alreadyThere.click();
    const count = parseInt((await alreadyThere.textContent()) ?? '');
    const rows = page.getByRole('dialog').getByRole('row');
    await expect.poll(() => rows.count()).toBe(Math.min(count, 100) + 1);
    // The newest rows come first, so the typed row is on the first page.
    await typed.first().waitFor();
    expect(await alreadyThere.getAttribute('aria-pressed')).toBe('true');
    await filter.press('Enter');
    expect(await filter.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.getByText('You deleted its row or left it out, so it stays away.').waitFor();
    expect(await axe()).toEqual([]);

    service.time.pass(3 * 24 * 3_600_000);
    await previewed();
    await page.getByRole('button', { name: 'Details' }).click();
    // An update cannot be left out.
    const update = page.getByRole('checkbox', { name: /^to update: / }).first();
    expect([await update.isChecked(), await update.isDisabled()]).toEqual([true, true]);
    expect(await axe()).toEqual([]);
  });

  test('stays open when the status changes, and explains a failed request with an offer to repeat it', async () => {
    const { page, service, axe } = await previewed();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Nothing (?:is written yet|to change)/).waitFor();
    await service.client.call('workbook.disconnect', { accountId: service.accountId });
    await page.getByText('Needs attention.').waitFor();
    await dialog.getByText(/^Nothing (?:is written yet|to change)/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await previewed();
    await dialog.getByRole('alert').getByText('has no workbook yet', { exact: false }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
    expect(await axe()).toEqual([]);
  });
});
