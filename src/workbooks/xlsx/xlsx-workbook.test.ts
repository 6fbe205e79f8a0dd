import { utimesSync } from 'node:fs';
import { copyFile, mkdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { newXlsxWorkbook } from '../../../test/support/new-workbook.ts';
import { XlsxWorkbook } from './xlsx-connector.ts';

function inFolder() {
  const folder = temporaryFolder();
  const path = join(folder, 'Money.xlsx');
  return { path, workbook: new XlsxWorkbook(path, { backupFolder: join(folder, 'backups'), clock: manualClock() }) };
}

describe('a workbook in a file', () => {
  test('is reported as missing, with its path, if there is no file', async () => {
    const { path, workbook } = inFolder();
    const missing = { code: 'workbook_missing', message: expect.stringContaining(path) };
    await expect(workbook.revision()).rejects.toMatchObject(missing);
    await expect(workbook.read({ remembered: null })).rejects.toMatchObject(missing);
  });

  test('cannot be a folder', async () => {
    const { path, workbook } = inFolder();
    await mkdir(path);
    await expect(workbook.read({ remembered: null })).rejects.toMatchObject({ code: 'workbook_not_xlsx' });
  });

  test('is read again if another program saves it during reading', async () => {
    const { path, workbook } = inFolder();
    await newXlsxWorkbook(path);
    let reads = 0;
    const touch = () => {
      reads += 1;
      if (reads === 1) utimesSync(path, new Date(), new Date(Date.now() + 5000));
    };
    const snapshot = await workbook.read({ remembered: null, progress: touch });
    expect(reads).toBe(2);
    expect(snapshot.revision).toBe(await workbook.revision());
  });

  test('is reported as busy if it keeps changing', async () => {
    const { path, workbook } = inFolder();
    await newXlsxWorkbook(path);
    let time = Date.now();
    const touch = () => {
      time += 5000;
      utimesSync(path, new Date(time), new Date(time));
    };
    await expect(workbook.read({ remembered: null, progress: touch })).rejects.toMatchObject({
      code: 'workbook_busy',
      message: expect.stringContaining(path),
    });
  });

  test('has another revision after it is replaced, even by a file with the same size and time', async () => {
    const { path, workbook } = inFolder();
    await newXlsxWorkbook(path);
    const before = await workbook.revision();
    await copyFile(path, `${path}.other`);
    const { atime, mtime } = await stat(path);
    await utimes(`${path}.other`, atime, mtime);
    await rename(`${path}.other`, path);
    expect(await workbook.revision()).not.toBe(before);
  });
});
