import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../src/platform/errors.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse } from '../support/desktop.ts';
import { runningService } from '../support/running-service.ts';
import { hostBuilt } from '../support/hosted-service.ts';
import { startedFolder } from '../support/started-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a desktop that cannot start', () => {
  test('shows a damaged database with its remedy, not a stack trace', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pennyrow.db'), 'this is no database, however long one looks at it'.repeat(100));
    const { desktop, around } = await desktopInUse({
      context: null,
      folder,
      startService: hostBuilt,
      duringStart: async ({ box }) => {
        await expect.poll(() => box.shown.length).toBe(1);
        box.press('Open Data Folder');
        await expect.poll(() => box.shown.length).toBe(2);
        box.press('Quit');
      },
    });
    expect(desktop).toBeNull();
    expect(around.box.shown[0]).toMatchObject({
      type: 'error',
      message: expect.stringContaining('damaged'),
      detail: expect.stringContaining('store_damaged'),
    });
    expect(JSON.stringify(around.box.shown)).not.toMatch(/\bat .+:\d+|node_modules/);
    expect(around.outside.shown).toEqual([folder]);
    expect(await around.app.ended).toBe(0);
  });

  test('says that its port is taken, and with what to do', async () => {
    const other = await runningService();
    const port = Number(new URL(other.url).port);
    const { desktop, around } = await desktopInUse({
      context: null,
      startService: (config, surroundings) => hostBuilt({ ...config, port }, surroundings),
      duringStart: async ({ box }) => {
        await expect.poll(() => box.shown.length).toBe(1);
        box.press('Quit');
      },
    });
    expect(desktop).toBeNull();
    expect(around.box.shown[0]?.detail).toContain('service_port_taken');
  });

  test('says which setting is wrong before anything else', async () => {
    const { desktop, around } = await desktopInUse({
      context: null,
      readConfig: () => {
        throw errorOf({ code: 'config_number', message: 'PENNYROW_PORT is "x".', remedy: 'Give it a whole number.' });
      },
      duringStart: ({ box }) => box.press('Quit'),
    });
    expect(desktop).toBeNull();
    expect(around.box.shown[0]).toMatchObject({ message: 'PENNYROW_PORT is "x".', buttons: ['Quit'] });
  });
});

describe.skipIf(SKIP_BROWSER)('the desktop', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  test('without a tray, closing makes the window small, so that there is a way back', async () => {
    const { around, page } = await desktopInUse({ context: await newContext(), hasTray: false });
    await page();
    around.window().byPerson.close();
    await expect.poll(() => around.window().isMinimized).toBe(true);
    expect(around.app.hasEnded()).toBe(false);
  });

  test('closing hides the window if it can be shown again, and unloads the page of a window that stays hidden', async () => {
    const { around, page, desktop } = await desktopInUse({ context: await newContext(), freeAfterMs: 100 });
    await page();
    const [first] = around.windows;
    first?.byPerson.move({ x: 40, y: 50, width: 900, height: 700 });
    first?.byPerson.close();
    await expect.poll(() => first?.isDestroyed).toBe(true);
    expect(around.app.hasEnded()).toBe(false);
    desktop?.showDashboard('/tokens');
    const again = await page();
    await again.getByRole('heading', { level: 2, name: 'API tokens' }).waitFor();
    expect(around.window().options).toMatchObject({ x: 40, y: 50, width: 900, height: 700 });
  });

  test('keeps its theme, and forgets a place that no screen shows any more', async () => {
    const context = await newContext();
    const first = await desktopInUse({ context });
    await (await first.page()).getByText('Everything is fine.').waitFor();
    first.around.menus.clickInBar('View', 'Appearance', 'Dark');
    first.around.window().byPerson.move({ x: 5000, y: 40, width: 900, height: 700 });
    first.around.app.quit();
    await first.around.app.ended;
    const second = await desktopInUse({ context: await newContext(), folder: first.folder, computer: first.computer });
    await second.page();
    expect(second.around.window().options).toMatchObject({ width: 1100, height: 760, backgroundColor: '#141817' });
    expect(second.around.window().options.x).toBeUndefined();
  });

  test('damaged settings count as missing', async () => {
    const folder = await startedFolder();
    const own = join(folder, 'desktop');
    mkdirSync(own);
    writeFileSync(join(own, 'desktop.json'), '{"theme": "purple", "window": 7');
    const { around } = await desktopInUse({ context: await newContext(), folder });
    expect(around.window().options).toMatchObject({ width: 1100, height: 760 });
  });

  test('quits after everything has ended: a sync under way is settled, and the folder is free', async () => {
    const { around, page, desktop, folder } = await desktopInUse({
      context: await newContext(),
      startService: hostBuilt,
    });
    await page();
    const call = (name: string, input: unknown) =>
      desktop?.service.control.call(name, input, new AbortController().signal, 'trusted') as Promise<never>;
    const [account] = (await call('account.list', {})) as { id: string }[];
    await call('connection.add', { accountId: account?.id, kind: 'demo', settings: { seed: 7 } });
    await call('run.sync', { accountId: account?.id });
    const quitting = around.app.ended;
    around.app.quit();
    expect(await quitting).toBe(0);
    expect(around.windows.every(({ isDestroyed }) => isDestroyed)).toBe(true);
    const after = await createService({ ...readConfig({ dataDir: folder }), port: 0 });
    const runs = (await after.control.call(
      'run.list',
      { accountId: account?.id },
      new AbortController().signal,
      'trusted',
    )) as {
      runs?: { status: string }[];
    };
    expect(JSON.stringify(runs)).not.toMatch(/"status":"(running|queued)"/);
    await after.close();
  });
});
