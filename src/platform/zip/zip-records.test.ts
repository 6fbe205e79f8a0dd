import { fromBufferPromise } from 'yauzl';
import { expect, test } from 'vitest';
import { centralHeader, endRecord, localHeader, type EntryHeader } from './zip-records.ts';

const EMPTY = Buffer.alloc(0);
const ENTRY: EntryHeader = {
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
  localExtra: EMPTY,
  centralExtra: EMPTY,
  comment: EMPTY,
};

test('the zip records contain only mandatory fields, so they have the minimum length', async () => {
  const [local, central] = [localHeader(ENTRY), centralHeader(ENTRY, 0)];
  const end = endRecord(1, central.length, local.length, EMPTY);
  expect([local.length, central.length, end.length]).toEqual([31, 47, 22]);
  const zip = await fromBufferPromise(Buffer.concat([local, central, end]));
  expect(zip.entryCount).toBe(1);
});

test('the headers omit the zip64 field of the source, and keep its other extra fields', () => {
  const field = (id: number) => Buffer.from([id, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const entry = {
    ...ENTRY,
    localExtra: Buffer.concat([field(1), field(9)]),
    centralExtra: Buffer.concat([field(9), field(1)]),
  };
  expect(localHeader(entry).subarray(31)).toEqual(field(9));
  expect(centralHeader(entry, 0).subarray(47)).toEqual(field(9));
});
