export interface EntryHeader {
  readonly name: Buffer;
  readonly versionMadeBy: number;
  readonly versionNeeded: number;
  readonly flags: number;
  readonly method: number;
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
/** The id of the zip64 extra field. Some programs write it although the entry is small, so it is removed. */
const ZIP64_EXTRA = 0x0001;
/** The flag of entries whose sizes follow the data. The records written here never have it. */
const DATA_DESCRIPTOR_FLAG = 0x0008;

export function localHeader(entry: EntryHeader): Buffer {
  const extra = withExtraField(entry.localExtra, ZIP64_EXTRA, null);
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(LOCAL_SIGNATURE, 0);
  writeShared(fixed, 4, entry);
  fixed.writeUInt32LE(entry.compressedSize, 18);
  fixed.writeUInt32LE(entry.uncompressedSize, 22);
  fixed.writeUInt16LE(entry.name.length, 26);
  fixed.writeUInt16LE(extra.length, 28);
  return Buffer.concat([fixed, entry.name, extra]);
}

export function centralHeader(entry: EntryHeader, offset: number): Buffer {
  const extra = withExtraField(entry.centralExtra, ZIP64_EXTRA, null);
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(CENTRAL_SIGNATURE, 0);
  fixed.writeUInt16LE(entry.versionMadeBy, 4);
  writeShared(fixed, 6, entry);
  fixed.writeUInt32LE(entry.compressedSize, 20);
  fixed.writeUInt32LE(entry.uncompressedSize, 24);
  fixed.writeUInt16LE(entry.name.length, 28);
  fixed.writeUInt16LE(extra.length, 30);
  fixed.writeUInt16LE(entry.comment.length, 32);
  fixed.writeUInt16LE(entry.internalAttributes, 36);
  fixed.writeUInt32LE(entry.externalAttributes, 38);
  fixed.writeUInt32LE(offset, 42);
  return Buffer.concat([fixed, entry.name, extra, entry.comment]);
}

export function endRecord(count: number, size: number, offset: number, comment: Buffer): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}

function writeShared(target: Buffer, at: number, entry: EntryHeader): void {
  target.writeUInt16LE(entry.versionNeeded, at);
  target.writeUInt16LE(entry.flags & ~DATA_DESCRIPTOR_FLAG, at + 2);
  target.writeUInt16LE(entry.method, at + 4);
  target.writeUInt16LE(entry.time, at + 6);
  target.writeUInt16LE(entry.date, at + 8);
  target.writeUInt32LE(entry.crc32, at + 10);
}

export function withExtraField(extra: Buffer, id: number, data: Buffer | null): Buffer {
  const otherFields = fieldsIn(extra).flatMap((field) => (field.id === id ? [] : [field.whole]));
  if (data === null) return Buffer.concat(otherFields);
  const start = Buffer.alloc(4);
  start.writeUInt16LE(id, 0);
  start.writeUInt16LE(data.length, 2);
  return Buffer.concat([start, data, ...otherFields]);
}

export function extraField(extra: Buffer, id: number): Buffer | null {
  return (
    fieldsIn(extra)
      .find((field) => field.id === id)
      ?.whole.subarray(4) ?? null
  );
}

/** The extra fields in order. Bytes after the last complete field form an item with the id null. */
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
