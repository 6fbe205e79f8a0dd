import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

/** The live region that announces this text to a screen reader. */
const liveRegion = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

describe.skipIf(SKIP_BROWSER)('a slow response', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withRows(): Promise<Dashboard & { readonly runId: string; readonly added: number }> {
    const dashboard = await open({ service: await serviceInUse({ openSource: shortDemo }) });
    const { client, accountId, sync } = dashboard.service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    const { id, counts } = await sync();
    return { ...dashboard, runId: id, added: counts.added };
  }

  /** Shared by all tests, so the test that removes the rows comes last. */
  const synced = useSharedDashboard(withRows);

  test('shows that the transactions are loading, and announces their count when it arrives', async () => {
    const { page, goTo, added, axe } = await synced();
    const goOn = await holdAnswers(page, 'transaction.list');
    await goTo('/transactions');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    const loader = liveRegion(page, 'One moment…');
    await loader.waitFor();
    expect(await loader.locator('.mantine-Loader-root').isVisible()).toBe(true);
    expect(await page.getByRole('grid').count()).toBe(0);
    expect(await axe()).toEqual([]);
    goOn();
    await liveRegion(page, `${added} transactions`).waitFor();
    await page.getByRole('grid').waitFor();
    expect(await loader.count()).toBe(0);
  });

  test('keeps the previous rows readable until transactions in another order arrive', async () => {
    const { page, goTo, axeInBothSchemes } = await synced();
    await goTo('/transactions');
    const grid = page.getByRole('grid');
    const first = grid.locator('[aria-rowindex="2"]');
    const newest = await first.innerText();
    const goOn = await holdAnswers(page, 'transaction.list');
    await grid.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
    await expect.poll(() => grid.getAttribute('aria-busy')).toBe('true');
    expect(await first.innerText()).toBe(newest);
    expect(await axeInBothSchemes()).toEqual([]);
    goOn();
    // Now the oldest row comes first.
    await expect.poll(() => first.innerText()).not.toBe(newest);
    expect(await grid.getAttribute('aria-busy')).toBe('false');
  });

  test('shows no button in the undo dialog until the preview has arrived', async () => {
    const { page, goTo, service, runId, added, axe } = await synced();
    await goTo(`/activity/${runId}`);
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    const goOn = await holdAnswers(page, 'run.previewUndo');
    await page.getByRole('button', { name: 'Undo this run' }).click();
    const dialog = page.getByRole('dialog');
    const loader = dialog.getByRole('status').filter({ hasText: 'One moment…' });
    await loader.waitFor();
    expect(await loader.locator('.mantine-Loader-root').isVisible()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Undo this run' }).count()).toBe(0);
    expect(await axe()).toEqual([]);
    goOn();
    await dialog
      .getByRole('status')
      .filter({ hasText: `${added} rows` })
      .waitFor();
    expect(await loader.count()).toBe(0);
    expect(await service.rows()).toHaveLength(added);
    await dialog.getByRole('button', { name: 'Undo this run' }).click();
    await dialog.getByText('Undo: Succeeded.').waitFor();
    expect(await service.rows()).toEqual([]);
  });
});
