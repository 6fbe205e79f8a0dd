import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { statementFile } from '../cli/pennyrow.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The date order is ambiguous. */
const UNCLEAR = 'Date,Description,Amount,Currency,Account\n03/04/2026,Baker,-7.25,EUR,12345678\n';

describe.skipIf(SKIP_BROWSER)('the text on the dashboard', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();
  /** Each test adds to the state of the previous ones: first files, then a bank. */
  const shared = useSharedDashboard(async () => open({ service: await serviceInUse({ openSource: shortDemo }) }));

  async function addDemoBank({ client, accountId }: ServiceInUse): Promise<void> {
    if ((await client.call('connection.list', { accountId })).some(({ name }) => name === 'Demo bank')) return;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  }

  test('offers neither a schedule nor a sync for an account without a bank, and shows the last day of its files', async () => {
    const { page, service, goTo, axe } = await shared();
    await service.import(statementFile(temporaryFolder(), ['Green Grocer', 'Bike Shop', 'Bakery']));
    await goTo('/');
    await page.getByText('Nothing syncs automatically.').waitFor();
    expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0);
    await goTo('/connections');
    const until = page.getByText('Synced until').locator('xpath=following-sibling::dd');
    await expect.poll(() => until.allTextContents()).toEqual(['3 Jan 2026']);
    expect(await axe()).toEqual([]);
  });

  test('says after an undo whether the file or the next sync restores the rows', async () => {
    const { page, service, goTo } = await shared();
    const imported = await service.import(statementFile(temporaryFolder(), ['Newspaper'], 'newspaper.ofx', 'N'));
    await goTo(`/activity/${imported.id}`);
    await page.getByRole('button', { name: 'Undo this run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('To get these rows back, import the file again.').waitFor();
    expect(await dialog.getByText('The next sync', { exact: false }).count()).toBe(0);
    await addDemoBank(service);
    const synced = await service.sync();
    await page.keyboard.press('Escape');
    await goTo(`/activity/${synced.id}`);
    await page.getByRole('button', { name: 'Undo this run' }).click();
    await dialog.getByText('The next sync adds the rows again', { exact: false }).waitFor();
  });

  test('takes only one line for a run that changed nothing', async () => {
    const { page, service, goTo } = await shared();
    await addDemoBank(service);
    service.time.pass(60_000);
    await service.sync();
    service.time.pass(60_000);
    await service.sync();
    await goTo('/activity');
    const runs = page.getByRole('main').locator('tbody tr');
    const busyRun = runs.filter({ hasText: /\d{2,} added/ }).first();
    await busyRun.waitFor();
    // The page may show the runs of its last visit first.
    await expect.poll(() => runs.first().innerText()).toMatch(/No changes/);
    const { height = 0 } = (await runs.first().boundingBox()) ?? {};
    // One line of text and its padding.
    expect(height).toBeGreaterThan(0);
    expect(height).toBeLessThan(40);
  });

  test('says that a file with an open question needs an answer, not that it failed', async () => {
    const { page, service, goTo } = await shared();
    const { client, accountId } = service;
    // Advances the time, because runs are sorted by it.
    service.time.pass(60_000);
    const folder = join(service.folder, 'Statements');
    mkdirSync(folder);
    writeFileSync(join(folder, 'unclear.csv'), UNCLEAR);
    await client.call('connection.add', { accountId, kind: 'statements', settings: { folder, afterwards: 'move' } });
    await expect.poll(async () => (await client.call('run.list', { accountId }))[0]?.status).toBe('failed');
    await goTo('/activity');
    const runs = page.getByRole('main').locator('tbody tr');
    await runs.first().getByText('Needs an answer', { exact: true }).filter({ visible: true }).waitFor();
    expect(await page.getByText('Failed', { exact: true }).count()).toBe(0);
    await goTo('/');
    await page.getByText('Needs attention.').waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/[Ff]ailed/)
        .count(),
    ).toBe(0);
  });
});
