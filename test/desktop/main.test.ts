import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../src/platform/errors.ts';
import { desktopInUse } from '../support/desktop.ts';
import { hostBuilt } from '../support/hosted-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a desktop that cannot start', () => {
  test('shows the remedy for a damaged database, not a stack trace', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pennyrow.db'), 'this is no database, however long one looks at it'.repeat(100));
    const { desktop, around } = await desktopInUse({
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

  test('reports an invalid setting before anything else', async () => {
    const { desktop, around } = await desktopInUse({
      readConfig: () => {
        throw errorOf({ code: 'config_number', message: 'PENNYROW_PORT is "x".', remedy: 'Give it a whole number.' });
      },
      duringStart: ({ box }) => box.press('Quit'),
    });
    expect(desktop).toBeNull();
    expect(around.box.shown[0]).toMatchObject({ message: 'PENNYROW_PORT is "x".', buttons: ['Quit'] });
  });
});

describe('the desktop', () => {
  test('hides a closed window, and unloads its page once it contains nothing unsaved', async () => {
    const { around, desktop } = await desktopInUse({ args: [], freeAfterMs: 20 });
    const window = around.window();
    window.hasUnsaved = true;
    await expect.poll(() => window.isVisible).toBe(true);
    window.tryToClose();
    await expect.poll(() => window.isVisible).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(window.isDestroyed).toBe(false);
    window.hasUnsaved = false;
    await expect.poll(() => window.isDestroyed).toBe(true);
    expect(around.box.shown).toEqual([]);
    desktop?.showDashboard('/tokens');
    expect(around.window().loaded).toEqual(['pennyrow://dashboard/#/tokens']);
  });

  test('isolates its page in a sandbox without Node, and weakens no security setting of the page', async () => {
    const { around } = await desktopInUse({ args: [] });
    expect(around.window().options.webPreferences).toEqual({
      preload: expect.any(String),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    });
    expect(around.app.sandbox()).toBe('enforced');
  });
});
