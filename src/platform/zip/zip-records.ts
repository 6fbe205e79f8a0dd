/** Serializes zip records (PKWARE APPNOTE 6.3.10). Uses zip64 only where necessary, because some programs reject it. */

export interface EntryHeader {
  readonly name: Buffer;
  readonly versionMadeBy: number;
  readonly versionNeeded: number;
  readonly flags: number;
  readonly method: number;
  /** DOS time and date, kept unchanged. */
  readonly time: number;
  readonly date: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly internalAttributes: number;
  readonly externalAttributes: number;
  readonly localExtra: Buffer;
  readonly centralExtra: Buffer;
  readonly comment: Buffer;
}

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
const ZIP64_EXTRA = 0x0001;
const ZIP64_VERSION = 45;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** The sizes follow the data; never used by the records written here. */
const DATA_DESCRIPTOR_FLAG = 0x0008;

export function localHeader(entry: EntryHeader): Buffer {
  const big = entry.compressedSize >= MAX_32 || entry.uncompressedSize >= MAX_32;
  // A local zip64 header must contain both sizes.
  const extra = withZip64(entry.localExtra, big ? [entry.uncompressedSize, entry.compressedSize] : []);
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(LOCAL_SIGNATURE, 0);
  writeShared(fixed, 4, entry, big);
  fixed.writeUInt32LE(big ? MAX_32 : entry.compressedSize, 18);
  fixed.writeUInt32LE(big ? MAX_32 : entry.uncompressedSize, 22);
  fixed.writeUInt16LE(entry.name.length, 26);
  fixed.writeUInt16LE(extra.length, 28);
  return Buffer.concat([fixed, entry.name, extra]);
}

export function centralHeader(entry: EntryHeader, offset: number): Buffer {
  const numbers = [entry.uncompressedSize, entry.compressedSize, offset];
  const large = numbers.filter((value) => value >= MAX_32);
  const extra = withZip64(entry.centralExtra, large);
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(CENTRAL_SIGNATURE, 0);
  fixed.writeUInt16LE(entry.versionMadeBy, 4);
  writeShared(fixed, 6, entry, large.length > 0);
  fixed.writeUInt32LE(Math.min(entry.compressedSize, MAX_32), 20);
  fixed.writeUInt32LE(Math.min(entry.uncompressedSize, MAX_32), 24);
  fixed.writeUInt16LE(entry.name.length, 28);
  fixed.writeUInt16LE(extra.length, 30);
  fixed.writeUInt16LE(entry.comment.length, 32);
  fixed.writeUInt16LE(entry.internalAttributes, 36);
  fixed.writeUInt32LE(entry.externalAttributes, 38);
  fixed.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([fixed, entry.name, extra, entry.comment]);
}

export function endRecords(count: number, size: number, offset: number, comment: Buffer): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  end.writeUInt16LE(comment.length, 20);
  const small = count < MAX_16 && size < MAX_32 && offset < MAX_32;
  return Buffer.concat(small ? [end, comment] : [end64(count, size, offset), end, comment]);
}

function end64(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(END64_SIGNATURE, 0);
  writeUInt64(record, 44, 4);
  record.writeUInt16LE(ZIP64_VERSION, 12);
  record.writeUInt16LE(ZIP64_VERSION, 14);
  writeUInt64(record, count, 24);
  writeUInt64(record, count, 32);
  writeUInt64(record, size, 40);
  writeUInt64(record, offset, 48);
  record.writeUInt32LE(LOCATOR64_SIGNATURE, 56);
  writeUInt64(record, offset + size, 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function writeShared(target: Buffer, at: number, entry: EntryHeader, zip64: boolean): void {
  target.writeUInt16LE(zip64 ? Math.max(entry.versionNeeded, ZIP64_VERSION) : entry.versionNeeded, at);
  target.writeUInt16LE(entry.flags & ~DATA_DESCRIPTOR_FLAG, at + 2);
  target.writeUInt16LE(entry.method, at + 4);
  target.writeUInt16LE(entry.time, at + 6);
  target.writeUInt16LE(entry.date, at + 8);
  target.writeUInt32LE(entry.crc32, at + 10);
}

function withZip64(extra: Buffer, numbers: readonly number[]): Buffer {
  const data = Buffer.alloc(8 * numbers.length);
  numbers.forEach((value, index) => writeUInt64(data, value, 8 * index));
  return withExtraField(extra, ZIP64_EXTRA, numbers.length > 0 ? data : null);
}

export function withExtraField(extra: Buffer, id: number, data: Buffer | null): Buffer {
  const kept = fieldsIn(extra).flatMap((field) => (field.id === id ? [] : [field.whole]));
  if (data === null) return Buffer.concat(kept);
  const start = Buffer.alloc(4);
  start.writeUInt16LE(id, 0);
  start.writeUInt16LE(data.length, 2);
  return Buffer.concat([start, data, ...kept]);
}

export function extraField(extra: Buffer, id: number): Buffer | null {
  return (
    fieldsIn(extra)
      .find((field) => field.id === id)
      ?.whole.subarray(4) ?? null
  );
}

/** An incomplete field at the end has no id. */
function fieldsIn(extra: Buffer): { readonly id: number | null; readonly whole: Buffer }[] {
  const fields: { id: number | null; whole: Buffer }[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    fields.push({ id: extra.readUInt16LE(at), whole: extra.subarray(at, end) });
    at = end;
  }
  return [...fields, { id: null, whole: extra.subarray(at) }];
}

function writeUInt64(target: Buffer, value: number, at: number): void {
  target.writeBigUInt64LE(BigInt(value), at);
}
