import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { desktopInUse } from '../support/desktop.ts';

/** The arguments with which the AppImage's launcher starts the app if the system allows no sandbox. */
const WITHOUT = ['--no-sandbox', '--at-login'];

describe('a system that supports no sandbox', () => {
  test('is reported to the user before anything starts, and nothing has started if the user quits', async () => {
    const { desktop, around } = await desktopInUse({
      args: WITHOUT,
      startService: () => Promise.reject(new Error('started')),
      duringStart: async ({ box }) => {
        await expect.poll(() => box.shown.length).toBe(1);
        box.press('Quit');
      },
    });
    expect(desktop).toBeNull();
    expect(await around.app.ended).toBe(0);
    expect(around.box.shown).toMatchObject([
      {
        message: 'This system gives Pennyrow’s window no sandbox.',
        buttons: ['Quit', 'Continue Without Sandbox'],
        defaultId: 0,
      },
    ]);
  });

  test('is reported once; later starts continue without a sandbox', async () => {
    const first = await desktopInUse({
      args: WITHOUT,
      duringStart: ({ box }) => box.press('Continue Without Sandbox'),
    });
    expect(first.desktop).not.toBeNull();
    expect(first.around.app.sandbox()).toBe('off');
    first.around.app.quit();
    await first.around.app.ended;
    const { folder, computer } = first;
    const second = await desktopInUse({ folder, computer, args: WITHOUT });
    expect(second.desktop).not.toBeNull();
    expect(second.around.box.shown).toEqual([]);
  });

  test('is the only case in which the user is asked: on other systems the sandbox is enforced', async () => {
    const { around } = await desktopInUse({});
    expect(around.app.sandbox()).toBe('enforced');
    expect(around.box.shown).toEqual([]);
  });

  test('is detected by the launcher of the AppImage, and no package disables the sandbox in advance', () => {
    const packaging = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8');
    expect(packaging).toMatch(/^toolsets:\n {2}appimage: 1\./m);
    expect(packaging).not.toMatch(/no-sandbox|executableArgs/);
    const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
    const library = join(dirname(builder.resolve('app-builder-lib/package.json')), 'out', 'targets', 'appimage');
    // Checks that electron-builder's launcher passes `--no-sandbox` only if the system allows no user namespace.
    expect(readFileSync(join(library, 'appImageUtil.js'), 'utf8')).toMatch(
      /! unshare -Ur true 2>\/dev\/null ; then\n {2}NO_SANDBOX=\(--no-sandbox\)/,
    );
  });
});
