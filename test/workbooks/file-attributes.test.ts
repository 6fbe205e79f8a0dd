import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { cleanEnvironment, pennyrow, statementFile } from '../cli/pennyrow.ts';
import { hasProgram, IS_WINDOWS } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BIN = join(import.meta.dirname, '../../bin/pennyrow.js');
const IS_ROOT = process.getuid?.() === 0;
/** A folder on a disk, because files in memory have no user attributes before Linux 6.6. */
const ON_DISK = existsSync('/var/tmp') ? '/var/tmp' : undefined;
/** The id of an unprivileged user that exists on most systems. */
const OTHER = 65_534;

/** A data folder whose workbook contains two imported transactions. */
async function folderInUse(): Promise<{ folder: string; workbook: string }> {
  const folder = temporaryFolder(ON_DISK);
  await succeeds(pennyrow(folder, 'import', statementFile(folder, ['Grocer', 'Rent'])));
  return { folder, workbook: join(folder, 'Pennyrow.xlsx') };
}

async function importMore(folder: string): Promise<void> {
  await succeeds(pennyrow(folder, 'import', statementFile(folder, ['Grocer', 'Rent', 'Tram'], 'more.ofx')));
}

async function succeeds(command: ReturnType<typeof pennyrow>): Promise<void> {
  const { code, stderr } = await command;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

function attributesOf(path: string): string {
  return [
    execFileSync('getfacl', ['--omit-header', '--absolute-names', path], { encoding: 'utf8' }),
    execFileSync('getfattr', ['--dump', '--absolute-names', path], { encoding: 'utf8' }),
    JSON.stringify([statSync(path).uid, statSync(path).gid, statSync(path).mode]),
  ].join('\n');
}

function mark(path: string, { skip }: TestContext): void {
  if (!hasProgram('setfacl') || !hasProgram('setfattr')) skip('setfacl and setfattr are missing');
  const marked = [
    spawnSync('setfacl', ['--modify', 'user:1234:rw,group:1235:r,mask::rw', path]),
    spawnSync('setfattr', ['--name', 'user.tag', '--value', 'household', path]),
  ];
  if (marked.some(({ status }) => status !== 0)) skip('this file system keeps no access lists or attributes');
}

describe('the system’s metadata of a file', () => {
  test('a write to a workbook keeps its access list and attributes', async (context) => {
    const { folder, workbook } = await folderInUse();
    mark(workbook, context);
    const before = attributesOf(workbook);
    expect(before).toContain('user:1234:rw-');
    await importMore(folder);
    expect(attributesOf(workbook)).toBe(before);
  });

  test.skipIf(!IS_ROOT)('a write to a workbook as root keeps its owner and group', async () => {
    const { folder, workbook } = await folderInUse();
    chownSync(workbook, 1234, 1235);
    chmodSync(workbook, 0o664);
    await importMore(folder);
    expect(statSync(workbook)).toMatchObject({ uid: 1234, gid: 1235, mode: 0o100664 });
  });

  test.skipIf(!IS_ROOT || !hasProgram('setpriv'))(
    'a write by another user, who shares the workbook, keeps its owner',
    async (context) => {
      const { folder, workbook } = await folderInUse();
      statementFile(folder, ['Grocer', 'Rent', 'Tram'], 'more.ofx');
      for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
        chownSync(join(folder, name), OTHER, OTHER);
      chownSync(workbook, 1234, OTHER);
      chmodSync(workbook, 0o664);
      mark(workbook, context);
      const before = attributesOf(workbook);
      const number = statSync(workbook).ino;
      const user = ['--reuid', String(OTHER), '--regid', String(OTHER), '--clear-groups'];
      const { status, stderr } = spawnSync(
        'setpriv',
        [...user, process.execPath, BIN, 'import', join(folder, 'more.ofx')],
        {
          env: { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
          encoding: 'utf8',
        },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(attributesOf(workbook)).toBe(before);
      expect(statSync(workbook).ino).toBe(number);
      expect(readdirSync(folder).filter((name) => name.includes('.Pennyrow'))).toEqual([]);
      await succeeds(pennyrow(folder, 'doctor'));
    },
  );

  test('an export that replaces a file keeps its permissions, access list and attributes', async (context) => {
    const { folder } = await folderInUse();
    const file = join(folder, 'year.csv');
    writeFileSync(file, 'older');
    chmodSync(file, 0o664);
    mark(file, context);
    const before = attributesOf(file);
    await succeeds(pennyrow(folder, 'export', '--output', file, '--replace'));
    expect(readFileSync(file, 'utf8')).toContain('Grocer');
    expect(attributesOf(file)).toBe(before);
  });

  test.skipIf(IS_WINDOWS)(
    'a write keeps the metadata even if no program that copies attributes is installed',
    async (context) => {
      const { folder, workbook } = await folderInUse();
      mark(workbook, context);
      const before = attributesOf(workbook);
      statementFile(folder, ['Grocer', 'Rent', 'Tram'], 'more.ofx');
      const empty = join(folder, 'no programs');
      mkdirSync(empty);
      const { status, stderr } = spawnSync(process.execPath, [BIN, 'import', join(folder, 'more.ofx')], {
        env: { ...cleanEnvironment(), PATH: empty, PENNYROW_DATA_DIR: folder },
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(attributesOf(workbook)).toBe(before);
      await succeeds(pennyrow(folder, 'doctor'));
    },
  );
});
