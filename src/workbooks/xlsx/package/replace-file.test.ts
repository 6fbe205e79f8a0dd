import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAN_LINK, expectMode } from '../../../../test/support/machine.ts';
import { manualClock } from '../../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { replaceFile, type Replacement } from './replace-file.ts';

function setUp(replacement: Partial<Replacement> = {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'Budget.xlsx');
  writeFileSync(path, 'old', { mode: 0o640 });
  chmodSync(path, 0o640);
  const replace = () =>
    replaceFile({
      path,
      write: (temporary, mode) => writeFile(temporary, 'new', { mode, flag: 'wx' }),
      verify: async () => undefined,
      isUnchanged: async () => true,
      backupFolder: join(folder, 'backups'),
      clock: manualClock(new Date().toISOString()),
      ...replacement,
    });
  return { folder, path, replace };
}

const failure = (code: string) => Object.assign(new Error(code), { code, path: '/mnt/Budget.xlsx' });

describe('replacing a file', () => {
  test('moves the new version into place, keeps its mode, and keeps the old version as a backup', async () => {
    const { folder, path, replace } = setUp();
    await replace();
    expect(readFileSync(path, 'utf8')).toBe('new');
    expectMode(path, 0o640);
    expect(readdirSync(folder).sort()).toEqual(['Budget.xlsx', 'backups']);
    const [backup] = readdirSync(join(folder, 'backups'));
    expect(readFileSync(join(folder, 'backups', String(backup)), 'utf8')).toBe('old');
  });

  test.skipIf(!CAN_LINK)('follows a symbolic link and keeps it', async () => {
    const { path } = setUp();
    const link = join(temporaryFolder(), 'link.xlsx');
    symlinkSync(path, link);
    const { replace } = setUp({ path: link });
    await replace();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(realpathSync(link)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('reports each step before it begins, and the replacement at the end', async () => {
    const steps: string[] = [];
    const { path, replace } = setUp({ step: (name) => steps.push(`${name}: ${readFileSync(path, 'utf8')}`) });
    await replace();
    expect(steps).toEqual([
      'locked-check: old',
      'writing: old',
      'verifying: old',
      'backing-up: old',
      'replacing: old',
      'replaced: new',
    ]);
  });

  test.each([
    ['a full disk while writing', { write: () => Promise.reject(failure('ENOSPC')) }, 'data_disk_full'],
    ['a read-only folder', { write: () => Promise.reject(failure('EROFS')) }, 'data_read_only'],
    ['a new version that fails verification', { verify: () => Promise.reject(failure('EACCES')) }, 'data_no_access'],
    ['a change by another program', { isUnchanged: async () => false }, 'workbook_changed'],
    [
      'a file that is locked at the last moment',
      { rename: () => Promise.reject(failure('EBUSY')) },
      'workbook_open_elsewhere',
    ],
    ['a cancelled run', { signal: AbortSignal.abort() }, 'run_cancelled'],
  ] satisfies [string, Partial<Replacement>, string][])('changes nothing after %s', async (_, replacement, code) => {
    const { folder, path, replace } = setUp(replacement);
    await expect(replace()).rejects.toMatchObject({ code });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name !== 'backups')).toEqual(['Budget.xlsx']);
  });

  test('stops if another program opens the workbook while the new version is written', async () => {
    const { folder, path, replace } = setUp({ verify: async () => writeFileSync(join(folder, '~$Budget.xlsx'), '') });
    await expect(replace()).rejects.toMatchObject({ code: 'workbook_open_elsewhere' });
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  test('removes old temporary files of a killed process, but not recent ones', async () => {
    const { folder, replace } = setUp();
    const [old, recent] = ['0123456789ab', 'ba9876543210'].map((id) => join(folder, `.Budget.xlsx.pennyrow-${id}`)) as [
      string,
      string,
    ];
    // Sets both times with this machine's clock: the clock of a network file system may differ.
    for (const [leftover, time] of [
      [old, Date.now() - 3_600_000],
      [recent, Date.now()],
    ] as const) {
      writeFileSync(leftover, '');
      utimesSync(leftover, new Date(time), new Date(time));
    }
    await replace();
    expect(readdirSync(folder)).not.toContain('.Budget.xlsx.pennyrow-0123456789ab');
    expect(readdirSync(folder)).toContain('.Budget.xlsx.pennyrow-ba9876543210');
  });

  test('reports the workbook or its folder in a system error, not the temporary file', async () => {
    const full = setUp({
      write: () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })),
    });
    await expect(full.replace()).rejects.toMatchObject({
      code: 'data_disk_full',
      message: `The disk is full: ${full.path}.`,
    });
    const closed = setUp({
      write: (path) => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', path })),
    });
    await expect(closed.replace()).rejects.toMatchObject({
      code: 'data_no_access',
      message: expect.stringMatching(new RegExp(`: ${closed.folder}\\.$`)),
    });
  });

  test('reports that the file is missing', async () => {
    const { replace } = setUp({ path: '/nowhere/Budget.xlsx' });
    await expect(replace()).rejects.toMatchObject({
      code: 'data_missing',
      message: expect.stringContaining('/nowhere/Budget.xlsx'),
    });
  });
});
