import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  BROWSER_MS,
  SKIP_BROWSER,
  useDashboard,
  useSharedDashboard,
  type Dashboard,
  type DashboardOptions,
} from '../support/dashboard.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { continuesAt } from '../support/first-minute.ts';
import { firstInstall, newInstall } from '../support/service-in-use.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/card-v2.ofx');
const NARROW = { width: 360, height: 740 };

describe.skipIf(SKIP_BROWSER)('the welcome', { timeout: 2 * BROWSER_MS }, () => {
  const open = useDashboard();

  async function atNewInstall(context: DashboardOptions['context'] = {}): Promise<Dashboard> {
    return open({ service: await newInstall(), context });
  }

  const sharedNewInstall = useSharedDashboard(atNewInstall);

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();
  const titled = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

  /** The problems of the screen: for axe, and horizontal overflow. */
  async function flaws({ page, axe }: Dashboard): Promise<unknown[]> {
    const sideways = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    return [...(await axe()), ...(sideways === 0 ? [] : [`${sideways} px too wide`])];
  }

  async function rowsOf(file: string): Promise<Record<string, unknown>[]> {
    return exceljsRows(file, 'Transactions');
  }

  test('leads from a new install to a synced demo, and lets the user leave the demo', async () => {
    const dashboard = await open({ service: await firstInstall(), context: { colorScheme: 'light' } });
    const { page, service } = dashboard;
    const { client, accountId, folder } = service;
    await titled(page, 'Welcome to Pennyrow');
    expect(await page.title()).toBe('Welcome · Pennyrow');
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, 'Get started');
    await titled(page, 'How would you like to start?');
    const demo = join(folder, 'Pennyrow Demo.xlsx');
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, /^Try the demo/);
    await page.getByText('transactions are in your spreadsheet.').waitFor();
    await page.getByText(demo).waitFor();
    const rows = await rowsOf(demo);
    await page.getByText(`${rows.length} transactions are in your spreadsheet.`).waitFor();
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.some(({ Category }) => Category === 'Groceries')).toBe(true);
    expect(await rowsOf(service.workbookPath)).toEqual([]);
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, 'Continue');
    await titled(page, 'When should Pennyrow sync automatically?');
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, 'Continue');
    await titled(page, 'You’re all set');
    await page.getByText('Next sync:', { exact: false }).waitFor();
    expect(await flaws(dashboard)).toEqual([]);
    expect(await client.call('schedule.get', { accountId })).toMatchObject({ startTime: '07:30', periodMinutes: 360 });
    await press(page, 'Go to Overview');
    await page.getByText('Everything is fine.').waitFor();
    await press(page, 'Leave the demo');
    const dialog = page.getByRole('dialog', { name: 'Leave the demo' });
    await dialog.getByText(demo).waitFor();
    expect(await flaws(dashboard)).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave the demo' }).click();
    await titled(page, 'How would you like to start?');
    expect(await client.call('workbook.get', { accountId })).toBeNull();
    expect(await client.call('connection.list', { accountId })).toEqual([]);
    expect(await rowsOf(demo)).toEqual(rows);
    await dashboard.goTo('/connections');
    await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
    expect(await page.getByText('You are trying the demo').count()).toBe(0);
  });

  test('lets the browser’s Back return to the previous screen but not leave the welcome, and stays closed after its end', async () => {
    const { page, goTo } = await sharedNewInstall();
    await goTo('/');
    await titled(page, 'Welcome to Pennyrow');
    await press(page, 'Get started');
    await titled(page, 'How would you like to start?');
    await press(page, /^Use my own data/);
    await titled(page, 'Where should your transactions go?');
    await page.goBack();
    await titled(page, 'How would you like to start?');
    await page.goBack();
    await titled(page, 'Welcome to Pennyrow');
    await page.goForward();
    await titled(page, 'How would you like to start?');
    await press(page, 'Back');
    await titled(page, 'Welcome to Pennyrow');
    await press(page, 'Get started');
    await press(page, 'Set up later');
    await page.getByRole('link', { name: 'Import statement files' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Import statement files' }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/u);
  });

  test('keeps the spreadsheet that the first start created, and accepts a single statement file', async () => {
    const { page, service, goTo } = await sharedNewInstall();
    await goTo('/settings');
    await page.getByRole('link', { name: 'Show the welcome again' }).click();
    await press(page, 'Get started');
    await press(page, /^Use my own data/);
    const location = page.getByLabel('Location of the new file');
    expect(await location.inputValue()).toBe(service.workbookPath);
    await location.fill(join(service.folder, 'Mine.xlsx'));
    await page.getByRole('button', { name: 'Create file' }).waitFor();
    await location.fill(service.workbookPath);
    await press(page, 'Continue');
    await titled(page, 'Your bank');
    expect(readdirSync(service.folder).filter((name) => name.endsWith('.xlsx'))).toEqual(['Pennyrow.xlsx']);
    await press(page, /^Import statement files/);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'card-v2.ofx', mimeType: 'application/x-ofx', buffer: readFileSync(STATEMENT) });
    await press(page, /^Import \d+/);
    await press(page, 'Continue');
    // Files that a user imports manually need no schedule.
    await titled(page, 'You’re all set');
    await page.getByText('No bank is connected yet.', { exact: false }).waitFor();
    expect((await service.rows()).length).toBeGreaterThan(0);
  });

  test('creates the user’s spreadsheet and connects a folder of statements, in dark mode and in a narrow window', async () => {
    const dashboard = await atNewInstall({ colorScheme: 'dark', viewport: NARROW });
    const { page, service } = dashboard;
    const statements = join(service.folder, 'Bank');
    mkdirSync(statements);
    copyFileSync(STATEMENT, join(statements, 'card.ofx'));
    await press(page, 'Get started');
    await press(page, /^Use my own data/);
    await titled(page, 'Where should your transactions go?');
    const mine = join(service.folder, 'Mine.xlsx');
    expect(await flaws(dashboard)).toEqual([]);
    await page.getByLabel('Location of the new file').fill(mine);
    await press(page, 'Create file');
    await titled(page, 'Your bank');
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, /^A folder of statement files/);
    await page.getByRole('combobox', { name: 'Folder' }).fill(statements);
    await page.getByText('1 statement file.', { exact: false }).waitFor();
    expect(await flaws(dashboard)).toEqual([]);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await titled(page, 'The first sync');
    await page.getByText('in your spreadsheet.', { exact: false }).waitFor();
    const rows = await rowsOf(mine);
    expect(rows.length).toBeGreaterThan(0);
    await page.getByText(`${rows.length} transaction`, { exact: false }).first().waitFor();
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, 'Continue');
    await page.getByRole('radio', { name: 'Never: I press Sync now' }).check();
    await press(page, 'Continue');
    await page.getByText('Nothing syncs automatically.', { exact: false }).waitFor();
    expect(await service.client.call('schedule.get', { accountId: service.accountId })).toBeNull();
    await press(page, 'Go to Overview');
    await page.getByText('Everything is fine.').waitFor();
    expect(await page.getByText('You are trying the demo').count()).toBe(0);
  });

  test('resumes at the first open step, even if other steps were completed outside of it, and can be left and reopened', async () => {
    const { page, service, goTo } = await atNewInstall();
    const { client, accountId } = service;
    await press(page, 'Get started');
    await titled(page, 'How would you like to start?');
    await continuesAt(service, 'workbook');
    await page.reload();
    await titled(page, 'How would you like to start?');
    // Back reaches earlier screens, although this visit did not show them.
    await press(page, 'Back');
    await titled(page, 'Welcome to Pennyrow');
    await press(page, 'Get started');
    await titled(page, 'How would you like to start?');
    await page.goBack();
    await titled(page, 'Welcome to Pennyrow');
    await page.reload();
    await titled(page, 'How would you like to start?');
    const { runId } = await client.call('demo.begin', { accountId });
    await client.call('run.wait', { runId });
    await page.reload();
    await titled(page, 'When should Pennyrow sync automatically?');
    await goTo('/rules');
    await goTo('/');
    await titled(page, 'When should Pennyrow sync automatically?');
    await press(page, 'Set up later');
    await page.getByText('Everything is fine.').waitFor();
    await page.reload();
    await page.getByText('Everything is fine.').waitFor();
    await goTo('/settings');
    await page.getByRole('link', { name: 'Show the welcome again' }).click();
    await titled(page, 'Welcome to Pennyrow');
    await press(page, 'Get started');
    await page.getByRole('button', { name: /^Try the demo/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Use my own data/ }).count()).toBe(0);
  });

  test('continues without a bank if the user skips it, and is in German for a German browser', async () => {
    const dashboard = await atNewInstall({ locale: 'de-DE', viewport: NARROW });
    const { page, service } = dashboard;
    await titled(page, 'Willkommen bei Pennyrow');
    expect(await flaws(dashboard)).toEqual([]);
    const start = await page.getByRole('button', { name: 'Los geht’s' }).boundingBox();
    expect((start?.y ?? NARROW.height) + (start?.height ?? 0), 'in view').toBeLessThan(NARROW.height);
    await press(page, 'Los geht’s');
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, /^Eigene Daten verwenden/);
    await press(page, 'Zurück');
    await press(page, /^Eigene Daten verwenden/);
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, 'Weiter');
    await press(page, 'Überspringen');
    await titled(page, 'Das war’s');
    expect(await flaws(dashboard)).toEqual([]);
    await press(page, 'Zu „Übersicht“');
    await page.getByText('Es wurde noch nichts abgeglichen.').waitFor();
    expect(await page.title()).toBe('Übersicht · Pennyrow');
    await dashboard.goTo('/settings');
    await page.getByRole('link', { name: 'Begrüßung noch einmal zeigen' }).click();
    await titled(page, 'Willkommen bei Pennyrow');
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toEqual([]);
  });
});
