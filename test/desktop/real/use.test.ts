import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { statementFile } from '../../cli/pennyrow.ts';
import { exceljsRows } from '../../support/exceljs-person.ts';
import { NO_PDFTOTEXT, sheetsOf } from '../../support/paper.ts';
import { PAGES } from '../../support/page-walk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  answerBoxes,
  call,
  describeReal,
  firstProfile,
  goTo,
  HAS_DESKTOP,
  installed,
  launch,
  logOf,
  openDashboard,
} from './electron.ts';
import { titlesOnScreen, trayIcon } from './session-bus.ts';

interface Run {
  readonly id: string;
  readonly status: string;
}

async function addDemo(page: Page): Promise<string> {
  const accountId = await firstProfile(page);
  await call(page, 'connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  return accountId;
}

async function sync(page: Page, accountId: string): Promise<string> {
  const { runId } = await call<{ runId: string }>(page, 'run.sync', { accountId });
  expect(await call(page, 'run.wait', { runId })).toMatchObject({ status: 'succeeded' });
  return runId;
}

/** Sends a file with one transaction as the page does, and imports it. */
async function importStatement(page: Page, accountId: string): Promise<void> {
  const text = readFileSync(statementFile(temporaryFolder(), ['Bakery']), 'utf8');
  const { result } = await page.evaluate<{ result: { path: string } }>(
    `pennyrow.receive(700, 'january.ofx', new TextEncoder().encode(${JSON.stringify(text)}), true)`,
  );
  const { runId } = await call<{ runId: string }>(page, 'run.import', { accountId, paths: [result.path] });
  const run = await call<Run>(page, 'run.wait', { runId });
  expect(run).toMatchObject({ status: 'succeeded' });
}

describeReal('the app', () => {
  it('shows every page with its data, and no error', async () => {
    const { window } = await openDashboard();
    await sync(window, await addDemo(window));
    for (const path of PAGES) {
      await goTo(window, path);
      await window.getByRole('heading', { level: 1 }).waitFor();
      await window.waitForTimeout(300);
      const alerts = await window.getByRole('alert').allInnerTexts();
      expect
        .soft(
          alerts.filter((text) => text !== ''),
          path,
        )
        .toEqual([]);
    }
  });

  it('uses the colors selected in the dashboard, even after a restart', async () => {
    const first = await openDashboard();
    const state = async ({ app }: typeof first, page: typeof first.window) => [
      await app.evaluate(({ nativeTheme, Menu }) => {
        const view = Menu.getApplicationMenu()?.items.find(({ label }) => label.includes('View'));
        const choices = view?.submenu?.items.find(({ label }) => label.includes('Appearance'))?.submenu?.items ?? [];
        return [nativeTheme.shouldUseDarkColors, choices.find(({ checked }) => checked)?.label];
      }),
      await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`),
      await page.getAttribute('html', 'data-mantine-color-scheme'),
    ];
    await goTo(first.window, '/settings');
    await first.window.getByText('Dark', { exact: true }).click();
    await expect.poll(() => state(first, first.window), { timeout: 6000 }).toEqual([[true, 'Dark'], true, 'dark']);
    await first.app.evaluate(({ Menu }) => {
      const view = Menu.getApplicationMenu()?.items.find(({ label }) => label.includes('View'));
      const choices = view?.submenu?.items.find(({ label }) => label.includes('Appearance'))?.submenu?.items ?? [];
      choices.find(({ label }) => label === 'Light')?.click();
    });
    await expect.poll(() => state(first, first.window), { timeout: 6000 }).toEqual([[false, 'Light'], false, 'light']);
    await first.window.getByText('Dark', { exact: true }).click();
    await expect.poll(() => state(first, first.window), { timeout: 6000 }).toEqual([[true, 'Dark'], true, 'dark']);
    await first.quit();
    const again = await launch({ home: first.home });
    const page = await again.page();
    await expect
      .poll(() => state({ ...again, window: page }, page), { timeout: 6000 })
      .toEqual([[true, 'Dark'], true, 'dark']);
  });

  it.skipIf(NO_PDFTOTEXT)('prints the transactions without the surrounding menu', async () => {
    const { app, window } = await openDashboard();
    await importStatement(window, await firstProfile(window));
    await goTo(window, '/transactions');
    await window.getByRole('row', { name: 'Bakery' }).waitFor();
    const pdf = await app.evaluate(async ({ BrowserWindow }) => {
      const bytes = await BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({});
      return bytes?.toString('base64') ?? '';
    });
    const text = (await sheetsOf(Buffer.from(pdf, 'base64'))).join('\n');
    expect(text).toContain('Transactions');
    expect(text).toContain('Bakery');
    expect(text).not.toContain('Settings');
  });

  it('quits during a sync, which is then in the spreadsheet completely or not at all', async () => {
    const first = await openDashboard();
    const accountId = await addDemo(first.window);
    const { runId } = await call<{ runId: string }>(first.window, 'run.sync', { accountId });
    expect(await first.quit()).toBe(0);
    expect(existsSync(join(first.data, 'pennyrow.db-wal'))).toBe(false);
    const again = await launch({ home: first.home });
    const page = await again.page();
    const { status } = await call<Run>(page, 'run.get', { runId });
    expect(['succeeded', 'cancelled']).toContain(status);
    await sync(page, accountId);
    const { total } = await call<{ total: number }>(page, 'transaction.list', { accountId });
    const [workbook = ''] = globSync(join(first.home, '**', '*.xlsx'));
    expect(total).toBeGreaterThan(0);
    expect(await exceljsRows(workbook, 'Transactions')).toHaveLength(total);
  });

  it('asks before quitting with unsaved text on the page, and keeps running if the user stays', async () => {
    const desktop = await openDashboard();
    const { window } = desktop;
    await goTo(window, '/settings/api');
    await window.getByRole('button', { name: 'Create token' }).first().click();
    await window.getByLabel('Name').fill('Script');
    await window.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    await window.getByRole('heading', { name: 'Your new token “Script”' }).waitFor();
    const boxes = await answerBoxes(desktop, 'Stay on Page');
    await desktop.app.evaluate(({ app }) => app.quit());
    await expect.poll(boxes).toEqual(['Leave this page?']);
    await window.getByRole('heading', { name: 'Your new token “Script”' }).waitFor();
    await answerBoxes(desktop, 'Leave Page');
    expect(await desktop.quit()).toBe(0);
  });

  it('starts a new service after the first one crashed, and loses nothing', async () => {
    const home = temporaryFolder();
    const program = installed(
      temporaryFolder(),
      `
import { existsSync as isThere, rmSync as remove } from 'node:fs';
const fault = process.env.PENNYROW_DATA_DIR + '/fault';
setInterval(() => {
  if (!isThere(fault)) return;
  remove(fault);
  throw new Error('a mistake that nobody foresaw');
}, 50).unref();
`,
    );
    const desktop = await openDashboard({ home, program });
    const { window } = desktop;
    const accountId = await addDemo(window);
    const runId = await sync(window, accountId);
    const boxes = await answerBoxes(desktop, 'Retry');
    writeFileSync(join(desktop.data, 'fault'), '');
    await expect.poll(boxes).toEqual([expect.stringContaining('crashed')]);
    await expect
      .poll(() => call<Run>(window, 'run.get', { runId }).catch(() => null))
      .toMatchObject({ status: 'succeeded' });
    expect(logOf(home)).toContain('a mistake that nobody foresaw');
    // Checks that the page shows the data of the new service.
    await goTo(window, '/transactions');
    await expect.poll(() => window.getByRole('row').count()).toBeGreaterThan(20);
  });

  it('imports a statement selected on the page, and creates a spreadsheet at the path from the system’s dialog', async () => {
    const { app, home, window } = await openDashboard();
    const accountId = await firstProfile(window);
    const chosen = join(home, 'Chosen.xlsx');
    await app.evaluate(({ dialog }, filePath) => {
      Object.assign(dialog, { showSaveDialog: async () => ({ canceled: false, filePath: filePath.slice(0, -5) }) });
    }, chosen);
    await goTo(window, '/workbook');
    await window.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = window.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: 'Choose…', description: 'Location of the new file' }).click();
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Location of the new file' }).inputValue())
      .toBe(chosen);
    await dialog.getByRole('button', { name: 'Create file' }).click();
    await dialog.waitFor({ state: 'detached' });
    await importStatement(window, accountId);
    expect(await exceljsRows(chosen, 'Transactions')).toHaveLength(1);
  });
});

describeReal(
  'the app in a session with a tray',
  () => {
    it('syncs, pauses and opens pages from the menu of the icon', async () => {
      const { app, window } = await openDashboard();
      const accountId = await addDemo(window);
      await call(window, 'schedule.set', { accountId, startTime: '06:00' });
      const labels = () => trayIcon()?.labels() ?? [];
      await expect.poll(labels).toContain('Sync now');
      trayIcon()?.click('Sync now');
      await expect.poll(() => labels().some((label) => /^Last run: Sync, \d+ added/.test(label))).toBe(true);
      await expect.poll(() => trayIcon()?.tooltip()).toContain('Up to date');
      trayIcon()?.click('Pause syncing');
      await expect.poll(labels).toContain('Resume syncing');
      expect(await call(window, 'schedule.get', { accountId })).toMatchObject({ paused: true });
      trayIcon()?.click('Copy API address');
      await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^https:\/\//);
      // With two profiles, each has a submenu, whose items open the pages of this profile.
      const { id } = await call<{ id: string }>(window, 'account.add', { name: 'Me & you' });
      const open = () => labels().indexOf('Me & you: No bank data yet');
      await expect.poll(open).toBeGreaterThan(0);
      trayIcon()?.click('Next sync: manual only');
      await window.getByRole('dialog').getByLabel('First run of the day').waitFor();
      await window.keyboard.press('Escape');
      await expect.poll(() => window.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe(id);
    });

    it('opens the spreadsheet from the menu of the icon, and its folder from the page', async () => {
      const { app, data, window } = await openDashboard();
      const accountId = await addDemo(window);
      await sync(window, accountId);
      const path = join(data, 'Pennyrow.xlsx');
      await app.evaluate(({ shell }) => {
        const opened: string[] = [];
        Object.assign(globalThis, { opened });
        Object.assign(shell, {
          openPath: async (file: string) => (opened.push(`file ${file}`), ''),
          showItemInFolder: (file: string) => opened.push(`folder ${file}`),
        });
      });
      const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
      await expect.poll(() => trayIcon()?.labels() ?? []).toContain('Open spreadsheet');
      trayIcon()?.click('Open spreadsheet');
      await expect.poll(opened).toEqual([`file ${path}`]);
      await call(window, 'desktop.openWorkbook', { accountId, shows: 'folder' });
      expect(await opened()).toEqual([`file ${path}`, `folder ${path}`]);
      // If the file was deleted, a dialog box names its path.
      rmSync(path);
      const boxes = await answerBoxes({ app }, 'OK');
      trayIcon()?.click('Open spreadsheet');
      await expect.poll(boxes).toEqual([expect.stringContaining(path)]);
    });

    it('opens the system’s print dialog', async () => {
      const { window } = await openDashboard();
      const accountId = await addDemo(window);
      await sync(window, accountId);
      await goTo(window, '/transactions');
      // Does not wait for the click to end, because the page is blocked while the dialog is open.
      void window
        .getByRole('button', { name: 'Print' })
        .click({ noWaitAfter: true })
        .catch(() => undefined);
      await expect.poll(titlesOnScreen).toContain('Print');
    });
  },
  HAS_DESKTOP,
);
