import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeSmallXlsx } from '../../../../test/support/small-xlsx.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { EntryHeader } from '../../../platform/zip/zip-records.ts';
import { openZipPackage, type ZipPackage } from './zip-package.ts';
import { writeZipPackage } from './zip-writer.ts';

const TEXT = 'some text that deflates, that deflates, that deflates';

async function withPackage<Result>(path: string, use: (pkg: ZipPackage) => Promise<Result>): Promise<Result> {
  const pkg = await openZipPackage(path);
  try {
    return await use(pkg);
  } finally {
    await pkg.close();
  }
}

const readAll = (path: string) =>
  withPackage(path, async (pkg) => {
    for (const name of pkg.names) await pkg.read(name);
  });

async function rawOf(pkg: ZipPackage, name: string): Promise<{ header: EntryHeader; data: string }> {
  const { header, data } = await pkg.raw(name);
  const chunks: Buffer[] = [];
  for await (const chunk of data) chunks.push(chunk);
  return { header, data: Buffer.concat(chunks).toString('hex') };
}

async function fileWith(bytes: Buffer): Promise<string> {
  const path = join(temporaryFolder(), 'file.xlsx');
  await writeFile(path, bytes);
  return path;
}

describe('a copy of a package', () => {
  test('contains changed and added parts, and all other parts byte for byte', async () => {
    const path = await writeSmallXlsx({ 'a.xml': TEXT, 'folder/b.xml': TEXT.repeat(1000), 'c.xml': '' });
    const copy = `${path}.copy`;
    await withPackage(path, async (pkg) => {
      const pieces = (async function* pieces() {
        yield Buffer.from('new ');
        yield Buffer.from('text');
      })();
      await writeZipPackage(
        pkg,
        new Map<string, Buffer | AsyncIterable<Buffer>>([
          ['a.xml', pieces],
          ['d.xml', Buffer.from('added')],
        ]),
        copy,
      );
      await withPackage(copy, async (copied) => {
        expect(copied.names).toEqual(['a.xml', 'folder/b.xml', 'c.xml', 'd.xml']);
        expect((await copied.read('a.xml')).toString()).toBe('new text');
        expect((await copied.read('d.xml')).toString()).toBe('added');
        for (const name of ['folder/b.xml', 'c.xml']) expect(await rawOf(copied, name)).toEqual(await rawOf(pkg, name));
      });
    });
  });

  test('never replaces an existing file', async () => {
    const path = await writeSmallXlsx({ 'a.xml': TEXT });
    await expect(withPackage(path, (pkg) => writeZipPackage(pkg, new Map(), path))).rejects.toMatchObject({
      code: 'EEXIST',
    });
    expect(await withPackage(path, async (pkg) => (await pkg.read('a.xml')).toString())).toBe(TEXT);
  });

  test('has no data descriptors even if the original has some', async () => {
    const path = await fileWith(withDataDescriptor(await readFile(await writeSmallXlsx({ 'a.xml': TEXT }))));
    await withPackage(path, (pkg) => writeZipPackage(pkg, new Map(), `${path}.copy`));
    expect(await withPackage(`${path}.copy`, async (pkg) => (await pkg.read('a.xml')).toString())).toBe(TEXT);
    expect((await readFile(`${path}.copy`)).readUInt16LE(6) & 0x08).toBe(0);
  });
});

describe('a file that is not a valid package', () => {
  test('is reported as damaged wherever it is truncated', async () => {
    const bytes = await readFile(await writeSmallXlsx({ 'a.xml': TEXT, 'b.xml': TEXT }));
    for (let length = 0; length < bytes.length; length += 7) {
      const path = await fileWith(bytes.subarray(0, length));
      await expect(readAll(path), `${length} bytes`).rejects.toMatchObject({ code: 'workbook_damaged' });
    }
  });

  test('is reported as damaged if one byte of its data changed', async () => {
    const bytes = await readFile(await writeSmallXlsx({ 'a.xml': TEXT }));
    bytes[40] = (bytes[40] as number) ^ 1;
    await expect(readAll(await fileWith(bytes))).rejects.toMatchObject({ code: 'workbook_damaged' });
  });

  test('is reported as damaged if it contains a part twice', async () => {
    const bytes = await readFile(await writeSmallXlsx({ 'aa.xml': TEXT, 'ab.xml': TEXT }));
    const doubled = Buffer.from(bytes.toString('latin1').replaceAll('ab.xml', 'aa.xml'), 'latin1');
    await expect(readAll(await fileWith(doubled))).rejects.toMatchObject({
      code: 'workbook_damaged',
      message: expect.stringContaining('aa.xml” is missing, twice or unreadable'),
    });
  });

  test('is reported as locked if it is an encrypted workbook', async () => {
    const path = await fileWith(compoundFile('EncryptedPackage'));
    await expect(openZipPackage(path)).rejects.toMatchObject({
      code: 'workbook_password',
      message: expect.stringContaining(path),
    });
  });

  test.each([
    ['an old .xls file', () => compoundFile('Workbook')],
    ['a text file', () => Buffer.from('Date,Description,Amount\n')],
  ])('is reported as not an .xlsx file if it is %s', async (_, bytes) => {
    await expect(openZipPackage(await fileWith(bytes()))).rejects.toMatchObject({ code: 'workbook_not_xlsx' });
  });

  test('is reported as damaged if it contains only zeros', async () => {
    await expect(openZipPackage(await fileWith(Buffer.alloc(4096)))).rejects.toMatchObject({
      code: 'workbook_damaged',
    });
  });
});

test('part names with .. or a leading slash are not treated as paths', async () => {
  const path = await writeSmallXlsx({ '../../evil.xml': TEXT, '/etc/passwd': TEXT });
  expect(await withPackage(path, async (pkg) => pkg.names)).toEqual(['../../evil.xml', '/etc/passwd']);
});

test('abandoning a stream early many times leaves the package usable', async () => {
  const path = await writeSmallXlsx({
    'a.xml': Buffer.from(Array.from({ length: 500_000 }, (_, index) => (index * index) % 251)),
    'b.xml': TEXT,
  });
  await withPackage(path, async (pkg) => {
    for (let round = 0; round < 50; round += 1) {
      for await (const chunk of pkg.stream('a.xml')) {
        expect(chunk).toBeInstanceOf(Buffer);
        break;
      }
      expect((await pkg.read('b.xml')).toString()).toBe(TEXT);
    }
  });
});

test('a closed package cannot be read, and can be closed again', async () => {
  const pkg = await openZipPackage(await writeSmallXlsx({ 'a.xml': TEXT }));
  await pkg.close();
  await pkg.close();
  await expect(pkg.read('a.xml')).rejects.toThrow(/closed|EBADF/);
});

/** The same package in streaming format, with sizes after the data. */
function withDataDescriptor(bytes: Buffer): Buffer {
  const central = bytes.indexOf('PK\u0001\u0002');
  const descriptor = Buffer.concat([Buffer.from('PK\u0007\u0008'), bytes.subarray(14, 26)]);
  const [local, rest] = [Buffer.from(bytes.subarray(0, central)), Buffer.from(bytes.subarray(central))];
  local.fill(0, 14, 26);
  local.writeUInt16LE(local.readUInt16LE(6) | 0x08, 6);
  rest.writeUInt16LE(rest.readUInt16LE(8) | 0x08, 8);
  const end = rest.indexOf('PK\u0005\u0006');
  rest.writeUInt32LE(rest.readUInt32LE(end + 16) + descriptor.length, end + 16);
  return Buffer.concat([local, descriptor, rest]);
}

/** An OLE compound file whose directory, in the first sector, contains this stream. */
function compoundFile(stream: string): Buffer {
  const bytes = Buffer.alloc(2048);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.write(stream, 512 + 128, 'utf16le');
  return bytes;
}
