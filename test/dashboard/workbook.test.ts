import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectFile } from '../support/connect-workbook.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { foreignWorkbook, loseIds } from '../support/foreign-workbook.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { NARROW, turnTo } from '../support/narrow-window.ts';
import { later, serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

const SHEET = 'Transactions';
const ID = 6;

describe.skipIf(SKIP_BROWSER)('the page of the workbook', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withDemo(): Promise<Dashboard> {
    const service = await serviceInUse({ openSource: shortDemo });
    const { client, accountId } = service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    expect((await service.sync()).status).toBe('succeeded');
    return open({ service });
  }

  async function atWorkbook(made: Dashboard | Promise<Dashboard>): Promise<Dashboard> {
    const dashboard = await made;
    await dashboard.goTo('/workbook');
    await dashboard.page.getByRole('heading', { level: 1 }).waitFor();
    return dashboard;
  }

  /** Opens the page again, which then loads the current state. */
  async function comeBack(dashboard: Dashboard): Promise<void> {
    await dashboard.goTo('/between-two-looks');
    await dashboard.page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' });
    await atWorkbook(dashboard);
  }

  /** Each test leaves a wide window in English, with a connected workbook unless the next test connects one itself. */
  const shared = useSharedDashboard(withDemo);

  test('shows in light and dark the workbook, its columns, and lines that need attention', async () => {
    const dashboard = await atWorkbook(shared());
    const { page, service, axeInBothSchemes } = dashboard;
    await page.getByText(service.workbookPath).waitFor();
    await page.getByText(/^Show the .* columns$/).click();
    await page
      .getByRole('region', { name: 'Columns', exact: true })
      .getByRole('cell', { name: 'Transaction ID' })
      .first()
      .waitFor();
    const amount = await service.person.look(SHEET, 3, 2);
    await service.person.type(SHEET, 3, 2, 'a lot');
    later(service);
    await comeBack(dashboard);
    await page.getByText('Row 3 has "a lot" where an amount belongs', { exact: false }).waitFor();
    expect(await axeInBothSchemes()).toEqual([]);
    await service.person.type(SHEET, 3, 2, amount);
    later(service);
  });

  test('keeps the id column if the user cancels the confirmation for a column without known ids', async () => {
    const { page, service } = await atWorkbook(shared());
    await page.getByRole('button', { name: 'Edit: Columns' }).click();
    const editor = page.getByRole('form', { name: 'Which column is which?' });
    await editor.getByLabel(/^Account ID/).selectOption('');
    await editor.getByLabel(/^Transaction ID/).selectOption({ label: 'F: Account ID' });
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use it anyway' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const view = await service.client.call('workbook.get', { accountId: service.accountId });
    expect(view?.columns.find(({ column }) => column === 'transactionId')).toMatchObject({ letter: 'G' });
  });

  test('shows automatically that a file is readable again, for example after another program saved it', async () => {
    const dashboard = await shared();
    const { page, service } = dashboard;
    const whole = readFileSync(service.workbookPath);
    // Waits until a running check of the file has ended, because the page would get its outdated answer.
    await service.client.call('workbook.get', { accountId: service.accountId });
    // Damages the file before the page is opened: the first request of the page must not read the undamaged file.
    writeFileSync(service.workbookPath, whole.subarray(0, whole.length / 2));
    later(service);
    await atWorkbook(dashboard);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const usable = page.getByRole('region', { name: 'More columns and sheets' });
    expect(await usable.count()).toBe(0);
    writeFileSync(service.workbookPath, whole);
    later(service);
    await usable.waitFor();
  });

  test('maps a lost column again, without duplicate rows', async () => {
    const dashboard = await atWorkbook(shared());
    const { page, service, axe } = dashboard;
    const { client, accountId, person } = service;
    const before = await service.rows();
    // Makes the service read the columns, which must not be used after they have moved.
    await page.getByRole('button', { name: 'Edit: Columns' }).click();
    const editor = page.getByRole('form', { name: 'Which column is which?' });
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await loseIds(service.workbookPath, ID + 1);
    await person.moveColumn(SHEET, ID, 0);
    later(service);
    const { runId } = await client.call('run.sync', { accountId });
    expect(await client.call('run.wait', { runId })).toMatchObject({
      status: 'failed',
      messages: [{ code: 'workbook_column_lost' }],
    });
    await comeBack(dashboard);
    await page.getByRole('heading', { name: 'Pennyrow no longer recognizes its columns' }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Assign columns' }).click();
    const shown = editor.getByLabel(/^Date \*|^Date$/).locator('option:checked');
    expect(await shown.textContent()).toBe('B: Date');
    await editor.getByLabel(/^Transaction ID/).selectOption({ label: 'A: Bank reference' });
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await page
      .getByRole('heading', { name: 'Pennyrow no longer recognizes its columns' })
      .waitFor({ state: 'detached' });
    await page.getByText(/^Show the .* columns$/).click();
    await page
      .getByRole('region', { name: 'Columns', exact: true })
      .getByRole('cell', { name: 'Bank reference' })
      .waitFor();
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    expect((await service.rows()).map(({ Description, Amount }) => [Description, Amount])).toEqual(
      before.map(({ Description, Amount }) => [Description, Amount]),
    );
  });

  test('creates a new file and connects it, and keeps the previous file', async () => {
    const { page, service, axe } = await atWorkbook(shared());
    const before = await service.rows();
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: 'Create file' }).click();
    await dialog.getByText('This is required.', { exact: true }).waitFor();
    await dialog.getByLabel('Location of the new file').fill(service.workbookPath);
    await dialog.getByRole('button', { name: 'Create file' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await axe()).toEqual([]);
    const path = join(service.folder, 'New.xlsx');
    await dialog.getByLabel('Location of the new file').fill(path);
    await dialog.getByRole('button', { name: 'Create file' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(path).waitFor();
    expect(await exceljsRows(path, SHEET)).toEqual([]);
    expect(await service.rows()).toEqual(before);
  });

  test('disconnects after a confirmation, keeps the file, and offers to connect it again', async () => {
    const dashboard = await shared();
    const { page, service, axe } = dashboard;
    const wide = page.viewportSize();
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await atWorkbook(dashboard);
    const place = (await service.client.call('workbook.get', { accountId: service.accountId }))?.place;
    const path = place !== undefined && 'path' in place ? place.path : '';
    const before = readFileSync(path);
    await page.getByRole('heading', { name: 'Spalten', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Aktionen: Ihre Tabelle' }).click();
    await page.getByRole('menuitem', { name: 'Trennen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trennen' }).click();
    await page.getByText('Die Datei oder Tabelle bleibt, wo sie ist.').waitFor();
    await page.getByRole('heading', { name: 'Tabelle verbinden' }).waitFor();
    expect(await service.client.call('workbook.get', { accountId: service.accountId })).toBeNull();
    expect(readFileSync(path)).toEqual(before);
    await page.getByRole('button', { name: /^Google Tabellen/ }).click();
    await page.getByText('eigenen OAuth-Client', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    await turnTo(dashboard, ['light', 'en']);
    if (wide !== null) await page.setViewportSize(wide);
  });

  test('adds a missing sheet for balances on request', async () => {
    const { page, service, axe } = await atWorkbook(shared());
    const path = join(service.folder, 'Without balances.xlsx');
    await foreignWorkbook(path);
    const { client, accountId } = service;
    await client.call('workbook.connect', {
      accountId,
      kind: 'xlsx',
      way: 'connect',
      settings: { path },
      mapping: {
        sheet: 'Umsätze',
        headerRow: 1,
        columns: { date: 0, description: 1, amount: 2, category: 3, transactionId: 4 },
      },
    });
    await page.getByText('Show what Pennyrow can add').click();
    const card = page.getByRole('region', { name: 'Balances' });
    await card.getByText('Nothing else in the spreadsheet changes.').waitFor();
    expect(await axe()).toEqual([]);
    await card.getByRole('button', { name: 'Add the sheet “Kontostände”' }).click();
    await card.getByText('is written to the sheet “Kontostände”').waitFor();
    expect((await exceljsRows(path, 'Kontostände')).every((row) => 'Saldo' in row)).toBe(true);
  });

  test('accepts a file with other column names once the user has mapped them', async () => {
    const { page, service, axe } = await atWorkbook(shared());
    const path = join(service.folder, 'Haushalt.xlsx');
    await foreignWorkbook(path);
    const { dialog, editor } = await connectFile(page, path);
    await editor.getByLabel('Sheet with the transactions').selectOption('Umsätze');
    expect(await editor.getByLabel(/^Date \*|^Date$/).inputValue()).toBe('0');
    // Pennyrow would add a column; here the user chooses an existing one.
    await editor.getByLabel('Column G: Umsatz-ID').uncheck();
    await editor.getByLabel('Sheet “Kategorien”').uncheck();
    await editor.getByLabel('Sheet “Regeln”').uncheck();
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await editor.getByText('This is required.').first().waitFor();
    await editor.getByLabel(/^Transaction ID/).selectOption({ label: 'E: Kennzeichen' });
    expect(await axe()).toEqual([]);
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(path).waitFor();
    const run = await service.sync();
    expect(run).toMatchObject({ status: 'succeeded' });
    const rows = await exceljsRows(path, 'Umsätze');
    expect(rows[0]).toMatchObject({ Verwendungszweck: 'Bäckerei', Betrag: -3.2, Notiz: 'meine' });
    expect(rows).toHaveLength(1 + run.counts.added);
    expect(rows.at(-1)).toMatchObject({
      Kennzeichen: expect.stringMatching(/.+/),
      Betrag: expect.any(Number),
      Notiz: null,
    });
  });
});
