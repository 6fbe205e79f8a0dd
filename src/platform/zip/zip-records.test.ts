import { fromBufferPromise } from 'yauzl';
import { describe, expect, test } from 'vitest';
import { centralHeader, endRecords, localHeader, type EntryHeader } from './zip-records.ts';

describe('zip64', () => {
  const entry: EntryHeader = {
    name: Buffer.from('a'),
    versionMadeBy: 20,
    versionNeeded: 20,
    flags: 0,
    method: 0,
    time: 0,
    date: 0x21,
    crc32: 0,
    compressedSize: 0,
    uncompressedSize: 0,
    internalAttributes: 0,
    externalAttributes: 0,
    localExtra: Buffer.alloc(0),
    centralExtra: Buffer.alloc(0),
    comment: Buffer.alloc(0),
  };

  test('supports sizes and offsets beyond 4 GiB', async () => {
    const big = { ...entry, compressedSize: 2 ** 33, uncompressedSize: 2 ** 33 };
    const central = centralHeader(big, 2 ** 34);
    const zip = await fromBufferPromise(Buffer.concat([central, endRecords(1, central.length, 0, Buffer.alloc(0))]));
    for await (const read of zip.eachEntry()) {
      expect(read).toMatchObject({
        compressedSize: 2 ** 33,
        uncompressedSize: 2 ** 33,
        relativeOffsetOfLocalHeader: 2 ** 34,
        versionNeededToExtract: 45,
      });
    }
    expect(localHeader(big).length).toBe(30 + 1 + 20);
  });

  test('supports more entries than 16 bits count', async () => {
    const headers = Array.from({ length: 70_000 }, () => localHeader(entry));
    const directory = Buffer.concat(headers.map((header, index) => centralHeader(entry, index * header.length)));
    const start = headers.length * (headers[0] as Buffer).length;
    const zip = await fromBufferPromise(
      Buffer.concat([...headers, directory, endRecords(70_000, directory.length, start, Buffer.alloc(0))]),
    );
    expect(zip.entryCount).toBe(70_000);
  });

  test('is not used if it is not necessary', () => {
    expect(
      localHeader(entry).length + centralHeader(entry, 0).length + endRecords(1, 47, 31, Buffer.alloc(0)).length,
    ).toBe(31 + 47 + 22);
  });
});
