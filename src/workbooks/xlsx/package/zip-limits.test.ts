import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { writeSmallXlsx } from '../../../../test/support/small-xlsx.ts';
import type { ZipLimits } from '../../../platform/zip/zip-archive.ts';
import { openZipPackage, ZIP_LIMITS } from './zip-package.ts';

async function readAll(path: string, limits?: ZipLimits): Promise<void> {
  const pkg = await openZipPackage(path, limits);
  try {
    for (const name of pkg.names) await pkg.read(name);
  } finally {
    await pkg.close();
  }
}

describe('a package that unpacks to more than the limit', () => {
  test('is rejected by its compression ratio', async () => {
    const path = await writeSmallXlsx({ 'bomb.xml': Buffer.alloc(ZIP_LIMITS.ratioFromBytes * 2) });
    await expect(readAll(path)).rejects.toMatchObject({ code: 'workbook_too_large' });
  });

  test.each([
    ['one part', { ...ZIP_LIMITS, entryBytes: 99 }],
    ['all parts together', { ...ZIP_LIMITS, totalBytes: 199 }],
    ['the number of parts', { ...ZIP_LIMITS, entries: 1 }],
  ])('is rejected by the limit for %s', async (_, limits) => {
    const path = await writeSmallXlsx({ 'a.xml': 'a'.repeat(100), 'b.xml': 'b'.repeat(100) });
    await expect(readAll(path, limits)).rejects.toMatchObject({ code: 'workbook_too_large' });
  });

  test('is rejected by its real size, even if it declares a smaller one', async () => {
    const path = await writeSmallXlsx({ 'a.xml': 'a'.repeat(1000) });
    const bytes = await readFile(path);
    const central = bytes.indexOf('PK\u0001\u0002');
    bytes.writeUInt32LE(10, central + 24);
    await writeFile(path, bytes);
    await expect(readAll(path, { ...ZIP_LIMITS, entryBytes: 99 })).rejects.toMatchObject({
      code: 'workbook_too_large',
    });
    await expect(readAll(path)).rejects.toMatchObject({ code: 'workbook_damaged' });
  });
});
