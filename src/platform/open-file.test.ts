import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeOpener } from '../../test/support/fake-opener.ts';
import { IS_WINDOWS } from '../../test/support/machine.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openerCommand, openSpreadsheetFile, type Shown } from './open-file.ts';

/** The error of opening a file on Linux, or null if it succeeded. */
async function outcome(path: string, env: Record<string, string>, shown: Shown = 'file', timeoutMs?: number) {
  try {
    await openSpreadsheetFile(path, shown, { platform: 'linux', env }, timeoutMs);
    return null;
  } catch (thrown) {
    return thrown;
  }
}

function file(name: string, folder = temporaryFolder()): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, 'PK');
  return path;
}

/** Names that a shell or an opener might misinterpret. */
const ODD_NAMES = [
  'My money 2026.xlsx',
  '-R.xlsx',
  '--help.xlsx',
  `"a" 'b'.xlsx`,
  '$(touch x) ; `y` & %20.xlsx',
  'Größe\n.xlsx',
];

describe.skipIf(IS_WINDOWS)('openSpreadsheetFile', () => {
  it('passes any path to the opener as one argument', async () => {
    for (const name of ODD_NAMES) {
      const { env, given } = fakeOpener();
      const path = file(name, join(temporaryFolder(), 'a folder’s “name”'));
      expect(await outcome(path, env)).toBeNull();
      expect(given()).toEqual([[path]]);
    }
  });

  it('opens the folder of the file on request', async () => {
    const { env, given } = fakeOpener();
    const folder = join(temporaryFolder(), '-my folder');
    expect(await outcome(file('Money.xlsx', folder), env, 'folder')).toBeNull();
    expect(given()).toEqual([[folder]]);
  });

  it('rejects a path that is a program, a folder or missing', async () => {
    const { env, given } = fakeOpener();
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'Folder.xlsx'));
    for (const name of ['Money.desktop', 'Money.xlsx.sh', 'Money', '.xlsx', 'Folder.xlsx']) {
      const path = name === 'Folder.xlsx' ? join(folder, name) : file(name, folder);
      chmodSync(path, 0o755);
      for (const shown of ['file', 'folder'] as const)
        expect(await outcome(path, env, shown)).toMatchObject({ code: 'workbook_not_opened' });
    }
    expect(await outcome('Money.xlsx', env)).toMatchObject({ code: 'workbook_not_opened' });
    expect(await outcome(join(folder, 'Gone.xlsx'), env)).toMatchObject({ code: 'workbook_missing' });
    expect(given()).toEqual([]);
  });

  it('throws an error without a graphical desktop', async () => {
    const { env, given } = fakeOpener();
    const path = file('Money.xlsx');
    for (const none of [
      { ...env, DISPLAY: '' },
      { ...env, SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22' },
    ])
      expect(await outcome(path, none)).toMatchObject({
        code: 'workbook_not_opened',
        message: expect.stringContaining('on the desktop'),
      });
    expect(given()).toEqual([]);
  });

  it('throws if the opener is missing or fails', async () => {
    const path = file('Money.xlsx');
    expect(await outcome(path, { DISPLAY: ':0', PATH: temporaryFolder() })).toMatchObject({
      message: `${path} could not be opened: the program xdg-open is missing.`,
      remedy: expect.stringContaining('xdg-utils'),
    });
    expect(await outcome(path, fakeOpener('exit 3').env)).toMatchObject({
      message: `${path} could not be opened.`,
      remedy: expect.stringContaining('LibreOffice'),
    });
  });

  it('succeeds after the timeout if the opener keeps running', async () => {
    const { env, given } = fakeOpener('exec sleep 5');
    const path = file('Money.xlsx');
    // The opener keeps running, so the timeout ends the wait. The poll below waits until the opener has recorded its arguments.
    const timeoutMs = 50;
    expect(await outcome(path, env, 'file', timeoutMs)).toBeNull();
    await expect.poll(given).toEqual([[path]]);
  });
});

describe('openerCommand', () => {
  const mac = { platform: 'darwin', env: {} } as const;
  const windows = { platform: 'win32', env: { SystemRoot: 'D:\\Windows' } } as const;

  it('returns the command of each system, with its full path except on Linux', () => {
    expect(openerCommand(mac, '/Users/me/My money.xlsx', 'file')).toMatchObject({
      program: '/usr/bin/open',
      args: ['/Users/me/My money.xlsx'],
    });
    expect(openerCommand(mac, '/Users/me/My money.xlsx', 'folder').args).toEqual(['-R', '/Users/me/My money.xlsx']);
    expect(openerCommand(windows, 'C:\\Us & me, too\\Money.xlsx', 'file')).toMatchObject({
      program: 'D:\\Windows\\explorer.exe',
      args: ['"C:\\Us & me, too\\Money.xlsx"'],
      reportsFailure: false,
    });
    expect(openerCommand(windows, 'C:\\Us & me, too\\Money.xlsx', 'folder').args).toEqual([
      '/select,"C:\\Us & me, too\\Money.xlsx"',
    ]);
  });
});
