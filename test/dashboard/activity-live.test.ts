import { describe, expect, test } from 'vitest';
import type { BankTransaction } from '../../src/core/bank-transaction.ts';
import type { FetchRequest, Source } from '../../src/sources/source.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { bankTransaction } from '../support/sheet-simulator.ts';

/** A bank whose responses, and their timing, the test controls. */
interface BankInHand extends Source {
  /** The current transactions; null while the bank has not answered. */
  has: readonly BankTransaction[] | null;
}

function bankInHand(): BankInHand {
  const bank: BankInHand = {
    has: [],
    fetch: async (request) => ({
      transactions: bank.has ?? (await thinking(request)),
      completeAccountIds: [],
      messages: [],
      balances: [],
    }),
    close: () => Promise.resolve(),
  };
  return bank;
}

/** Reports progress, and then waits until it is canceled. */
function thinking({ signal, progress }: FetchRequest): Promise<never> {
  progress(3, 12);
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

describe.skipIf(SKIP_BROWSER)('runs on the dashboard', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Shared by all tests, so the test that narrows the window comes last. */
  const shared = useSharedDashboard(async () => {
    const bank = bankInHand();
    const service = await serviceInUse({ openSource: async () => bank });
    await service.client.call('connection.add', {
      accountId: service.accountId,
      kind: 'demo',
      settings: { seed: 7 },
    });
    return { ...(await open({ service })), bank };
  });

  test('show their progress in the list and in the report, and can be canceled', async () => {
    const { page, goTo, service, bank, axe } = await shared();
    bank.has = null;
    await goTo('/activity');
    const { runId } = await service.client.call('run.sync', { accountId: service.accountId });
    await page.getByText('Fetching from the bank: 3 of 12').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('link', { name: 'Sync (manual)' }).click();
    await page.getByText('Fetching from the bank: 3 of 12').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect(await service.client.call('run.get', { runId })).toMatchObject({ status: 'cancelled' });
    expect(await page.getByRole('button', { name: 'Undo this run' }).count()).toBe(0);
    expect(await service.rows()).toEqual([]);
  });

  test('show the previous value of each cell that a correction by the bank changed, and an undo restores it', async () => {
    const { page, goTo, service, bank, axe } = await shared();
    bank.has = [bankTransaction({ id: 'a', on: '2026-01-05', amount: '-4.00', pending: true })];
    await service.sync();
    bank.has = [bankTransaction({ id: 'a', on: '2026-01-06', amount: '-4.80' })];
    const { id } = await service.sync();
    expect((await service.rows()).map((row) => row['Amount'])).toEqual([-4.8]);
    await goTo(`/activity/${id}`);
    const row = page.getByRole('row', { name: 'Corner Coffee' });
    await row.getByText('A pending payment was booked.').waitFor();
    await row.getByText(/^Amount: -\D*4\.00 → -\D*4\.80$/).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Undo this run' }).click();
    await page.getByText('One row gets its earlier content back.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this run' }).click();
    await page.getByText('Undo: Succeeded', { exact: false }).waitFor();
    expect((await service.rows()).map((row) => row['Amount'])).toEqual([-4]);
  });

  test('are shown on every page while they run, even after a reload, with a link to the report', async () => {
    const { page, goTo, service, bank, axe } = await shared();
    await goTo('/');
    bank.has = null;
    const { runId } = await service.client.call('run.sync', { accountId: service.accountId });
    await page.getByText('Fetching from the bank: 3 of 12').waitFor();
    const running = page.getByRole('navigation').getByRole('link', { name: 'Sync running' });
    for (const place of ['/', '/transactions', '/settings']) {
      await goTo(place);
      await page.reload();
      await running.waitFor();
    }
    expect(await axe()).toEqual([]);
    await goTo('/');
    await page.getByText('Fetching from the bank: 3 of 12').waitFor();
    await page.setViewportSize({ width: 360, height: 700 });
    await page.getByRole('banner').getByRole('link', { name: 'Sync running' }).click();
    await page.getByText('Fetching from the bank: 3 of 12').waitFor();
    expect(new URL(page.url()).hash).toBe(`#/activity/${runId}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').first().waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Sync running' }).count()).toBe(0);
  });
});
