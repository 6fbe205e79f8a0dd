import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { CLOUDFLARE_CHALLENGE } from '../fakes/simplefin/faults.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';
import { csvFixture } from '../support/csv-files.ts';
import { receivesFocus } from '../support/focus.ts';
import { walkMenuTo } from '../support/menu-by-keyboard.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { flawsWhenNarrow, NARROW, turnTo } from '../support/narrow-window.ts';
import { TIMEOUT_MS } from '../support/eventually.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { rowAction } from '../support/row-action.ts';

const connection = (page: Page, name: string): Locator => page.getByRole('listitem', { name, exact: true });

/** Waits until the connection has this state on the page, which requests it from the service. */
const state = (page: Page, name: string, shown: string): Promise<void> =>
  connection(page, name).getByText(shown, { exact: true }).waitFor();

async function choose(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where is your bank?').selectOption({ label: 'All countries' });
  await dialog.getByRole('button', { name: kind }).click();
}

describe.skipIf(SKIP_BROWSER)('the page of connections', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** The page, without the connections of the previous test. */
  async function withoutConnections<Shown extends Dashboard>(dashboard: Shown): Promise<Shown> {
    const { client, accountId } = dashboard.service;
    for (const { id } of await client.call('connection.list', { accountId }))
      await client.call('connection.remove', { connectionId: id });
    await dashboard.goTo('/connections');
    // The page may show the connections of its last visit first, with a button that is then replaced.
    await dashboard.page.getByText('There are no connections yet.').waitFor();
    return dashboard;
  }

  const shared = useSharedDashboard(async () => {
    const time = machineTime(Date.parse('2026-03-10T09:00:00Z'));
    const server = await fakeSimplefin({ now: time.now });
    const service = await serviceInUse({ sourceNetwork: { ca: server.ca, timeoutMs: TIMEOUT_MS } });
    return { ...(await open({ service })), server };
  });

  const opened = async (): Promise<Dashboard & { readonly server: FakeSimplefin }> =>
    withoutConnections(await shared());

  async function paste({ page }: Dashboard, token: string, button = 'Connect'): Promise<void> {
    await page.getByLabel('Setup token').fill(token);
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  }

  test('connects SimpleFIN with a setup token, and reports a used token at its field', async () => {
    const dashboard = await opened();
    const { page, service, server, axe } = dashboard;
    const token = server.newSetupToken();
    await choose(page, 'SimpleFIN');
    await page.getByText('It works only once.').waitFor();
    expect(await page.getByLabel('Setup token').getAttribute('type')).toBe('password');
    expect(await axe()).toEqual([]);
    await paste(dashboard, '');
    await page.getByText('This is required.').waitFor();
    await paste(dashboard, token);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.content().then((html) => html.includes(token))).toBe(false);
    await rowAction(page, 'Test', 'SimpleFIN');
    await page.getByText('answers, with 3 accounts.').waitFor();
    await page.getByText('Linden Bank', { exact: false }).first().waitFor();
    expect(await axe()).toEqual([]);
    await choose(page, 'SimpleFIN');
    await paste(dashboard, token);
    await page.getByText('does not know this setup token, or it was used before.').waitFor();
    await page.getByText('disable it at').waitFor();
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toHaveLength(1);
  });

  test('saves a failing access URL only if the user insists, and updates its status after a test', async () => {
    const dashboard = await opened();
    const { page, service, server, axe } = dashboard;
    server.always = CLOUDFLARE_CHALLENGE;
    await choose(page, 'SimpleFIN');
    await paste(dashboard, server.accessUrl);
    await page.getByText('The access was not saved, since it did not work.').waitFor();
    await page.getByText('is behind Cloudflare').waitFor();
    expect(await axe()).toEqual([]);
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toEqual([]);
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await state(page, 'SimpleFIN', 'Needs attention');
    server.always = null;
    await rowAction(page, 'Test', 'SimpleFIN');
    await page.getByText('answers, with 3 accounts.').waitFor();
    await state(page, 'SimpleFIN', 'Connected');
    expect(await page.content().then((html) => html.includes(server.accessUrl))).toBe(false);
    await rowAction(page, 'Older days', 'SimpleFIN');
    await page.getByText('even where nothing was found before').waitFor();
  });

  test('shows the remedy for a revoked access URL, which a new token fixes', async () => {
    const dashboard = await opened();
    const { page, service, server, axe } = dashboard;
    const { accountId, client } = service;
    await client.call('connection.add', {
      accountId,
      kind: 'simplefin',
      secret: { setupToken: server.newSetupToken() },
    });
    await service.sync();
    const rows = await service.rows();
    server.isOpen = false;
    service.time.pass(3_600_000);
    await service.sync();
    await state(page, 'SimpleFIN', 'Needs attention');
    await page.getByText('it was revoked there, or has ended.').waitFor();
    await page.getByText('hand it over with “Reconnect”').waitFor();
    expect(await axe()).toEqual([]);
    server.isOpen = true;
    await page.getByRole('button', { name: 'Reconnect: SimpleFIN' }).click();
    await paste(dashboard, server.newSetupToken(), 'Reconnect');
    await state(page, 'SimpleFIN', 'Connected');
    expect((await service.sync()).status).toBe('succeeded');
    expect(await service.rows()).toEqual(rows);
  });

  test('checks a folder while its path is typed, and adds its files to the spreadsheet', async () => {
    const { page, service, axe } = await opened();
    const folder = join(service.folder, 'from my bank');
    mkdirSync(folder);
    await choose(page, 'A folder of statement files');
    const field = page.getByPlaceholder('/home/me/Downloads/bank');
    await field.fill('from my bank');
    await page.getByText('Begin with the full path').waitFor();
    await field.fill(join(service.folder, 'from'));
    await page.getByText('There is no such folder yet.').waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toEqual([]);
    await field.click();
    await page.getByRole('option', { name: folder }).click();
    await page.getByText('no statement files yet; Pennyrow waits for them').waitFor();
    await page.getByLabel('move it into a folder').check();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Imported files are moved').waitFor();
    // Waits until the first run of the new connection has ended, so that it does not import the file written below.
    const { accountId } = service;
    await expect
      .poll(async () =>
        (await service.client.call('run.list', { accountId })).every(({ finishedAt }) => finishedAt !== null),
      )
      .toBe(true);
    const file = join(folder, 'januar.csv');
    writeFileSync(file, csvFixture('preamble-semicolon.csv').bytes);
    const before = await service.rows();
    await service.sync();
    expect((await service.rows()).slice(before.length)).toHaveLength(3);
    await expect.poll(() => existsSync(file)).toBe(false);
    await state(page, 'Statement files', 'Watching');
    await connection(page, 'Statement files').getByText('Last looked').waitFor();
    // Only the card of the schedule shows the next sync.
    expect(await connection(page, 'Statement files').getByText('Next sync').count()).toBe(0);
  });

  test('offers connections by country, initially for the country of the browser', async () => {
    const { page, goTo } = await open({ context: { locale: 'en-AU' } });
    await goTo('/connections');
    await page.getByRole('button', { name: 'Add connection' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The bank Up in Australia').waitFor();
    expect(await dialog.getByText('SimpleFIN').count()).toBe(0);
    await dialog.getByLabel('Where is your bank?').selectOption({ label: 'United States' });
    await dialog.getByText('SimpleFIN').waitFor();
    expect(await dialog.getByText('The bank Up in Australia').count()).toBe(0);
    expect(await dialog.getByText('A folder of statement files').count()).toBe(1);
  });

  test('shows the terminal command that adds the user’s own program, and the command that the connection runs', async () => {
    const { page, service } = await opened();
    await choose(page, 'A program of your own');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('pennyrow connection add own-program -- ~/bank.py').waitFor();
    expect(await dialog.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0);
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const file = join(temporaryFolder(), 'bank.mjs');
    const lines = [
      { type: 'schema', version: 1 },
      { type: 'account', id: '1', name: 'Giro', currency: 'EUR' },
    ];
    writeFileSync(file, lines.map((line) => `console.log('${JSON.stringify(line)}');`).join('\n'), { mode: 0o600 });
    await service.client.call('connection.add', {
      accountId: service.accountId,
      name: 'My bank',
      kind: 'own-program',
      settings: { command: [process.execPath, file], secretName: ['BANK_PIN'] },
      secret: { BANK_PIN: '48151' },
    });
    await page.getByText(`Runs ${process.execPath} ${file}`).waitFor();
    await rowAction(page, 'Test', 'My bank');
    await page.getByText('Giro EUR').waitFor();
    await rowAction(page, 'Reconnect', 'My bank');
    await page.getByRole('dialog').getByLabel('BANK_PIN').fill('11111');
    await page.getByRole('dialog').getByRole('button', { name: 'Reconnect' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Actions: My bank' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Command' }).count()).toBe(0);
  });

  test('is completely operable by keyboard, and returns the focus when a dialog closes', async () => {
    const { page } = await opened();
    const add = page.getByRole('button', { name: 'Add connection' }).first();
    await add.focus();
    await page.keyboard.press('Enter');
    await receivesFocus(page.locator('[data-autofocus]:focus'));
    const demo = page.locator(':focus', { hasText: 'Demo bank' });
    while ((await demo.count()) === 0) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The demo bank makes up').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator(':focus', { hasText: 'Add connection' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  // Runs after the tests that read the whole sheet, and before the window is narrow.
  test('adds, syncs, renames, pauses and removes the demo bank, and keeps its rows', async () => {
    const { page, service, axe } = await opened();
    const before = (await service.rows()).length;
    await page.getByText('There are no connections yet.').waitFor();
    expect(await axe()).toEqual([]);
    await choose(page, 'Demo bank');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Sync: Succeeded.').waitFor();
    const rows = await service.rows();
    const added = rows.length - before;
    expect(added).toBeGreaterThan(300);
    await state(page, 'Demo bank', 'Connected');

    await page.getByRole('button', { name: 'Actions: Demo bank' }).focus();
    await page.keyboard.press('Enter');
    await walkMenuTo(page, 'Rename');
    expect(await axe()).toEqual([]);
    await page.keyboard.press('Enter');
    await receivesFocus(page.getByRole('textbox', { name: 'Name' }));
    await page.getByRole('textbox', { name: 'Name' }).fill('Play money');
    await page.keyboard.press('Enter');
    await rowAction(page, 'Pause', 'Play money');
    await state(page, 'Play money', 'Paused');
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toMatchObject([
      { name: 'Play money', paused: true },
    ]);

    await rowAction(page, 'Remove', 'Play money');
    await page.getByText('All of its rows stay in your spreadsheet').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('There are no connections yet.').waitFor();
    expect(await service.rows()).toEqual(rows);
  });

  test('passes axe in light and dark, in a narrow window, in German', async () => {
    const dashboard = await opened();
    const { page, service, goTo } = dashboard;
    const { client, accountId } = service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await service.sync();
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await goTo('/connections');
    await page.getByText('Abgeglichen bis', { exact: true }).waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });
});
