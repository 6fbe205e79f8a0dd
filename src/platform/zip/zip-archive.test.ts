import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openZip } from './zip-archive.ts';
import { centralHeader, endRecord, localHeader, type EntryHeader } from './zip-records.ts';

const LIMITS = { entries: 10, totalBytes: 1000 };
const none = Buffer.alloc(0);

interface Part {
  readonly name: string;
  readonly text: string;
  /** Wrong values to write to the headers of this entry. */
  readonly claims?: Partial<EntryHeader>;
  /** A wrong offset of this entry to write to the directory. */
  readonly at?: number;
}

function zip(...parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { name, text, claims, at } of parts) {
    const data = deflateRawSync(text);
    const header: EntryHeader = {
      name: Buffer.from(name),
      versionMadeBy: 20,
      versionNeeded: 20,
      flags: 0,
      method: 8,
      time: 0,
      date: 0x21,
      crc32: crc32(text),
      compressedSize: data.length,
      uncompressedSize: Buffer.byteLength(text),
      internalAttributes: 0,
      externalAttributes: 0,
      localExtra: none,
      centralExtra: none,
      comment: none,
      ...claims,
    };
    directory.push(centralHeader(header, at ?? Buffer.concat(locals).length));
    locals.push(localHeader(header), data);
  }
  const body = Buffer.concat(locals);
  const list = Buffer.concat(directory);
  return Buffer.concat([body, list, endRecord(parts.length, list.length, body.length, none)]);
}

async function textsOf(bytes: Buffer, limits = LIMITS): Promise<readonly (readonly [string, string])[]> {
  const { entries } = await openZip(bytes, limits);
  const texts: [string, string][] = [];
  for (const entry of entries) texts.push([entry.name, (await entry.read()).toString()]);
  return texts;
}

const a = { name: 'a', text: 'first' };
const b = { name: 'b', text: 'second' };

test('openZip reads a buffer or an open file, and lists the entries in the order of the zip directory', async () => {
  const path = join(temporaryFolder(), 'some.zip');
  await writeFile(path, zip(a, b));
  const file = await open(path);
  const { entries } = await openZip(file, LIMITS);
  expect([entries.map(({ name }) => name), (await entries[1]?.read())?.toString()]).toEqual([['a', 'b'], 'second']);
  await file.close();
  expect(await textsOf(zip(a, b))).toEqual([
    ['a', 'first'],
    ['b', 'second'],
  ]);
});

test('openZip decodes the names of entries without the UTF-8 flag as code page 437', async () => {
  const name = Buffer.from([0x55, 0x6d, 0x73, 0x84, 0x74, 0x7a, 0x65]);
  expect(await textsOf(zip({ ...a, claims: { name } }))).toEqual([['Umsätze', 'first']]);
});

test('an entry that is read twice counts once toward the limit of totalBytes', async () => {
  const { entries } = await openZip(zip(a, b), { ...LIMITS, totalBytes: 10 });
  await entries[0]?.read();
  expect((await entries[0]?.read())?.toString()).toBe('first');
  await expect(entries[1]?.read()).rejects.toMatchObject({ fault: 'total_size', isTooLarge: true });
});

test.each([
  ['entries that share their bytes', zip(a, { ...b, at: 0 }), 'overlap'],
  ['an entry that reaches into the next one', zip({ ...a, claims: { compressedSize: 30 } }, b), 'overlap'],
  ['an entry past the end of the file', zip({ ...a, claims: { compressedSize: 10_000 } }), 'cut_off'],
  ['an entry longer than its declared size', zip({ ...a, claims: { uncompressedSize: 2 } }), 'declared_size'],
  [
    'a longer entry than declared, by several kilobytes',
    zip({ name: 'a', text: 'x'.repeat(9000), claims: { uncompressedSize: 900 } }),
    'declared_size',
  ],
  ['an entry shorter than its declared size', zip({ ...a, claims: { uncompressedSize: 9 } }), 'checksum'],
  ['a wrong checksum', zip({ ...a, claims: { crc32: 1 } }), 'checksum'],
  ['an entry with a password', zip({ ...a, claims: { flags: 0x01 } }), 'encrypted'],
  ['an entry with strong encryption', zip({ ...a, claims: { flags: 0x40 } }), 'encrypted'],
  ['an unsupported compression method', zip({ ...a, claims: { method: 14 } }), 'method'],
  ['a directory with a wrong offset', zip({ ...a, at: 1 }), 'directory'],
  ['too many entries', zip(...Array.from({ length: 11 }, () => a)), 'entries'],
])('openZip rejects %s', async (_, bytes, fault) => {
  await expect(textsOf(bytes)).rejects.toMatchObject({ name: 'ZipError', fault });
});
