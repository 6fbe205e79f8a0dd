import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CAN_LINK, expectMode, IS_WINDOWS } from '../../test/support/machine.ts';
import { chooseDataFolder, openDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pennyrow-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('chooseDataFolder', () => {
  it.each([
    ['linux', {}, '/home/ann', '/home/ann/.local/share/pennyrow'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ann', '/data/pennyrow'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann', '/home/ann/.local/share/pennyrow'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/ann', '/Users/ann/Library/Application Support/Pennyrow'],
    ['win32', { APPDATA: String.raw`D:\Roaming` }, String.raw`C:\Users\ann`, String.raw`D:\Roaming\Pennyrow`],
    ['win32', {}, String.raw`C:\Users\ann`, String.raw`C:\Users\ann\AppData\Roaming\Pennyrow`],
  ] as const)('returns the default folder on %s with %j', (platform, env, home, expected) => {
    expect(chooseDataFolder(undefined, { platform, env }, home)).toBe(expected);
  });

  it('prefers --data-dir to PENNYROW_DATA_DIR, and makes both absolute', () => {
    const system = { platform: 'linux', env: { PENNYROW_DATA_DIR: 'named' } } as const;
    expect(chooseDataFolder('/flag', system, '/home/ann')).toBe(resolve('/flag'));
    expect(chooseDataFolder(undefined, system, '/home/ann')).toBe(join(process.cwd(), 'named'));
  });

  it('rejects an empty --data-dir', () => {
    expect(() => chooseDataFolder('', { platform: 'linux', env: {} }, '/home/ann')).toThrow(
      expect.objectContaining({ code: 'config_data_folder' }),
    );
  });
});

describe('openDataFolder', () => {
  it('creates the folder with its parents, readable only by its owner', () => {
    const opened = openDataFolder(join(folder, 'new', 'pennyrow'));
    expectMode(opened.path, 0o700);
    expectMode(opened.backups, 0o700);
    expect(opened.defaultWorkbook).toBe(join(opened.path, 'Pennyrow.xlsx'));
  });

  it('restricts an empty folder to its owner, and leaves the mode of a folder with files unchanged', () => {
    const empty = join(folder, 'empty');
    const full = join(folder, 'full');
    for (const path of [empty, full]) mkdirSync(path);
    writeFileSync(join(full, 'other'), '');
    for (const path of [empty, full]) {
      chmodSync(path, 0o755);
      openDataFolder(path);
    }
    expectMode(empty, 0o700);
    expectMode(full, 0o755);
    expect(existsSync(join(full, 'other'))).toBe(true);
  });

  it.skipIf(!CAN_LINK)('returns the same paths through a symbolic link', () => {
    const link = join(folder, 'link');
    const direct = openDataFolder(join(folder, 'real'));
    symlinkSync(direct.path, link);
    expect(openDataFolder(link)).toEqual(direct);
  });

  it('throws data_not_a_folder if the path is a file', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    for (const wrong of [path, join(path, 'below')]) {
      expect(() => openDataFolder(wrong)).toThrow(
        expect.objectContaining({ code: 'data_not_a_folder', message: expect.stringContaining(wrong) }),
      );
    }
  });

  it.skipIf(IS_WINDOWS)('reports a folder that is not writable', () => {
    chmodSync(folder, 0o755);
    const path = join(folder, 'read-only');
    mkdirSync(path);
    // Pennyrow changes the mode of an empty folder, so the folder needs a file to stay unwritable.
    writeFileSync(join(path, 'other'), '');
    chmodSync(path, 0o555);
    // Root can write to any folder, so the script switches to another user. It imports first, because that user may be unable
    // to read the source files.
    const script = `
      const { openDataFolder } = await import(${JSON.stringify(import.meta.resolve('./data-folder.ts'))});
      const { loadEnglish } = await import(${JSON.stringify(import.meta.resolve('../messages/i18n.ts'))});
      await loadEnglish();
      if (process.getuid() === 0) process.setuid(65534);
      for (const path of process.argv.slice(1)) {
        try { openDataFolder(path); } catch (error) { console.log(error.code + '|' + error.message + '|' + error.remedy); }
      }`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script, path, join(path, 'new')],
      { encoding: 'utf8' },
    );
    chmodSync(path, 0o755);
    const lines = stdout.trim().split('\n');
    expect({ count: lines.length, stderr }).toEqual({ count: 2, stderr: '' });
    for (const line of lines) {
      expect(line).toContain('data_no_access|');
      expect(line).toContain(path);
      expect(line).toContain('--data-dir');
    }
  });
});
