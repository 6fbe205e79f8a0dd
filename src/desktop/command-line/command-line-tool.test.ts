import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../messages/i18n.ts';
import type { System } from '../../platform/data-folder.ts';
import { IS_WINDOWS } from '../../../test/support/machine.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createCommandLineTool, type CommandLineOptions } from './command-line-tool.ts';
import { foundAs, launcherPaths, terminalPath } from './launcher.ts';
import { quietStart } from './run-typed-command.ts';

const PROGRAM = '/opt/Pennyrow/pennyrow-desktop';

function place({
  platform = 'linux',
  env = {},
  home = temporaryFolder(),
  ...options
}: Partial<System> & CommandLineOptions & { readonly home?: string } = {}) {
  const system = { platform, env };
  const [path] = launcherPaths(system, home);
  const folders = [dirname(path)];
  const tool = createCommandLineTool({ isPackaged: true, getPath: () => home }, system, {
    program: PROGRAM,
    askPath: async () => folders,
    ...options,
  });
  if (tool === null) throw new Error('There is no command line tool.');
  return { tool, path, home };
}

describe.skipIf(IS_WINDOWS)('the command line tool', () => {
  beforeAll(loadEnglish);

  it('emits an event when the command is installed or removed, and is unavailable in a checkout', async () => {
    const { tool, path } = place();
    let changes = 0;
    const stop = tool.onChange(() => (changes += 1));
    expect(await tool.view()).toEqual({ path, isInstalled: false, hint: null });
    expect(await tool.change(true)).toEqual({ path, isInstalled: true, hint: null });
    await tool.change(false);
    stop();
    await tool.change(true);
    expect(changes).toBe(2);
    expect(createCommandLineTool({ isPackaged: false, getPath: () => '/home/me' }, process)).toBeNull();
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, '#!/bin/sh\n')],
    ['a link to another program', (path: string) => symlinkSync(process.execPath, path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a broken link', (path: string) => symlinkSync('/nowhere/pennyrow', path)],
  ])('never overwrites or removes %s at the path of the command', async (_what, make) => {
    const { tool, path } = place();
    mkdirSync(dirname(path), { recursive: true });
    make(path);
    await expect(tool.change(true)).rejects.toMatchObject({ code: 'command_taken' });
    tool.refresh();
    expect(await tool.change(false)).toMatchObject({ isInstalled: false });
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeDefined();
  });

  it.runIf(existsSync('/bin/bash'))(
    'reports that a terminal does not find the command, with a shell line that fixes it',
    async () => {
      const home = temporaryFolder();
      const env = { HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin' };
      const { tool, path } = place({ env, home, askPath: terminalPath });
      const { hint } = await tool.change(true);
      expect(hint).toMatchObject({ code: 'command_not_on_path', params: { folder: dirname(path) } });
      const { line } = (hint?.params ?? {}) as { readonly line: string };
      expect(spawnSync('/bin/bash', ['-c', line], { env }).status).toBe(0);
      expect(await tool.view()).toEqual({ path, isInstalled: true, hint: null });
    },
  );

  it('warns about another program called pennyrow that a terminal finds first', async () => {
    const [home, other] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(other, 'pennyrow'), '', { mode: 0o755 });
    const { tool } = place({ home, askPath: async () => [other, join(home, '.local', 'bin')] });
    expect((await tool.change(true)).hint).toMatchObject({
      code: 'command_shadowed',
      params: { other: join(other, 'pennyrow') },
    });
  });

  it('corrects an existing launcher that starts another copy of the app, and creates no missing launcher', async () => {
    const { tool, path, home } = place();
    tool.refresh();
    expect(existsSync(path)).toBe(false);
    await tool.change(true);
    place({ home, program: '/opt/elsewhere/pennyrow-desktop' }).tool.refresh();
    expect(readFileSync(path, 'utf8')).toContain("app='/opt/elsewhere/pennyrow-desktop'");
  });

  it.each([
    '/Volumes/Pennyrow/Pennyrow.app/Contents/MacOS/Pennyrow',
    '/private/var/folders/x/AppTranslocation/y/Pennyrow.app/Contents/MacOS/Pennyrow',
  ])('cannot be installed by a Mac app that runs from a temporary path: %s', async (program) => {
    const { tool } = place({ platform: 'darwin', program });
    await expect(tool.change(true)).rejects.toMatchObject({ code: 'command_app_place' });
  });
});

describe('on each system', () => {
  it('the command is installed without administrator rights; on Windows, its folder is on the path', () => {
    const local = String.raw`C:\Users\me\AppData\Local`;
    const onWindows = [String.raw`${local}\Microsoft\WindowsApps\pennyrow.cmd`];
    for (const env of [{ LOCALAPPDATA: local }, {}])
      expect(launcherPaths({ platform: 'win32', env }, String.raw`C:\Users\me`)).toEqual(onWindows);
    expect(launcherPaths({ platform: 'linux', env: {} }, '/home/me')).toEqual([
      join('/home/me', '.local', 'bin', 'pennyrow'),
    ]);
    expect(launcherPaths({ platform: 'darwin', env: {} }, '/Users/me').toSorted()).toEqual([
      '/Users/me/.local/bin/pennyrow',
      '/usr/local/bin/pennyrow',
    ]);
  });

  it('the command is found on Windows by the extensions in PATHEXT', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pennyrow.cmd'), '');
    writeFileSync(join(folder, 'pennyrow'), '');
    expect(foundAs([folder], { platform: 'win32', env: {} })).toBe(join(folder, 'pennyrow.cmd'));
    expect(foundAs([folder], { platform: 'win32', env: { PATHEXT: '.EXE' } })).toBeNull();
  });

  it('a command starts the app from its AppImage file on Linux and with open(1) on a Mac, with the same data folder', () => {
    const env = { HOME: '/home/me' };
    expect(quietStart('/data', { platform: 'linux', env: { ...env, APPIMAGE: '/a/P.AppImage' } }, PROGRAM)).toEqual({
      program: '/a/P.AppImage',
      args: ['--at-login'],
      env: { ...env, APPIMAGE: '/a/P.AppImage', PENNYROW_DATA_DIR: '/data' },
      isApp: true,
    });
    expect(quietStart('/data', { platform: 'win32', env }, 'C:\\P.exe')).toMatchObject({ program: 'C:\\P.exe' });
    const mac = '/Applications/Pennyrow.app/Contents/MacOS/Pennyrow';
    const usual = '/Users/me/Library/Application Support/Pennyrow';
    const opened = (folder: string) => quietStart(folder, { platform: 'darwin', env }, mac, '/Users/me');
    expect(opened(usual)).toMatchObject({
      program: 'open',
      args: ['-g', '-j', '/Applications/Pennyrow.app', '--args', '--at-login'],
      isApp: false,
    });
    expect(opened('/data').args.slice(2, 4)).toEqual(['--env', 'PENNYROW_DATA_DIR=/data']);
  });
});
