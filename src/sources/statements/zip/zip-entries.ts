import { crc32, inflateRawSync } from 'node:zlib';
import { fileError } from '../statement-error.ts';
import type { StatementFile } from '../statement.ts';

/** What a zip file may hold and unfold to. Banks send some dozens of small files. */
export interface ZipLimits {
  readonly entries: number;
  /** Unfolded bytes of all files together. */
  readonly totalBytes: number;
}

/**
 * The files of a zip, unfolded one at a time as they are asked for, in the order of its directory. Folders and what
 * archivers add for themselves are passed over. Throws `statement_zip_damaged` or `statement_too_large`.
 *
 * yauzl reads and inflates only asynchronously, and reading a statement is one synchronous step; so the directory
 * is read here (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16) and zlib does the rest, with a limit that it keeps
 * itself.
 */
export function* zipEntries(file: StatementFile, limits: ZipLimits): Generator<StatementFile, void, void> {
  const entries = listEntries(file, limits.entries);
  let left = limits.totalBytes;
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    // Entries that share their bytes are a way to write a small file that unfolds without end.
    if (entry.headerOffset < end) throw damaged(file, 'its parts overlap');
    end = dataOffset(file, entry) + entry.compressedSize;
  }
  for (const entry of entries) {
    if (isOfTheArchiver(entry.name)) continue;
    const bytes = unfold(file, entry, left);
    left -= bytes.length;
    yield { name: entry.name, bytes };
  }
}

interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly headerOffset: number;
}

const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_LENGTH = 22;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;
const LONGEST_COMMENT = 0xffff;
const ENCRYPTED = 0x0001;
const UTF8_NAME = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** Stands where zip64 has the real number elsewhere: for files past 4 GB, which no statement is. */
const ZIP64 = 0xffffffff;

function listEntries(file: StatementFile, most: number): ZipEntry[] {
  const { bytes } = file;
  const end = endRecord(file);
  const count = bytes.readUInt16LE(end + 10);
  if (bytes.readUInt16LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== count)
    throw damaged(file, 'it is one volume of several');
  if (count > most) throw tooLarge(file, `it holds more than ${most} files`);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_LENGTH > end || bytes.readUInt32LE(at) !== CENTRAL_SIGNATURE)
      throw damaged(file, 'its directory is broken');
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + CENTRAL_LENGTH + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) throw damaged(file, 'its directory is broken');
    const flags = bytes.readUInt16LE(at + 8);
    entries.push({
      name: bytes.toString(
        (flags & UTF8_NAME) === 0 ? 'latin1' : 'utf8',
        at + CENTRAL_LENGTH,
        at + CENTRAL_LENGTH + nameLength,
      ),
      flags,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      headerOffset: bytes.readUInt32LE(at + 42),
    });
    at = next;
  }
  return entries;
}

/** The last record of the file; behind it stands at most a comment, whose length it tells. */
function endRecord(file: StatementFile): number {
  const { bytes } = file;
  const first = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE && at + END_LENGTH + bytes.readUInt16LE(at + 20) === bytes.length)
      return at;
  }
  throw damaged(file, 'it is cut off or half written');
}

function dataOffset(file: StatementFile, { headerOffset, compressedSize, size }: ZipEntry): number {
  const { bytes } = file;
  if ([headerOffset, compressedSize, size].includes(ZIP64))
    throw tooLarge(file, 'it is made for files of more than 4 GB');
  if (headerOffset + LOCAL_LENGTH > bytes.length || bytes.readUInt32LE(headerOffset) !== LOCAL_SIGNATURE) {
    throw damaged(file, 'its directory points to nothing');
  }
  const offset =
    headerOffset + LOCAL_LENGTH + bytes.readUInt16LE(headerOffset + 26) + bytes.readUInt16LE(headerOffset + 28);
  if (offset + compressedSize > bytes.length) throw damaged(file, 'it is cut off or half written');
  return offset;
}

/** Throws at once for what claims to be too large, and while it unfolds for what claims too little. */
function unfold(file: StatementFile, entry: ZipEntry, limit: number): Buffer {
  const { name, flags, method, crc, compressedSize, size } = entry;
  if ((flags & ENCRYPTED) !== 0)
    throw damaged(file, 'it is locked with a password', 'Unpack it with its password, and import the files.');
  if (size > limit) throw tooLarge(file, 'it unfolds to too much');
  const from = dataOffset(file, entry);
  const packed = file.bytes.subarray(from, from + compressedSize);
  const bytes = method === STORED ? packed : method === DEFLATED ? inflated(file, packed, size) : null;
  if (bytes === null)
    throw damaged(
      file,
      `it is packed in a way (${method}) that Pennyrow does not know`,
      'Unpack it, and import the files.',
    );
  if (bytes.length !== size || crc32(bytes) !== crc)
    throw damaged(file, `what it holds as "${name.slice(-60)}" does not match its checksum`);
  return bytes;
}

function inflated(file: StatementFile, packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    throw damaged(file, 'what it holds cannot be unfolded to the size that it claims', undefined, cause);
  }
}

/** Folders, the Finder's doubles of each file, and hidden files. */
function isOfTheArchiver(name: string): boolean {
  return /[/\\]$|^__MACOSX[/\\]|(?:^|[/\\])\.[^/\\]*$|(?:^|[/\\])(?:Thumbs\.db|desktop\.ini)$/i.test(name);
}

function damaged(file: StatementFile, what: string, remedy = 'Download it again.', cause?: unknown) {
  return fileError('statement_zip_damaged', file.name, `the zip file cannot be read: ${what}.`, remedy, cause);
}

function tooLarge(file: StatementFile, what: string) {
  return fileError(
    'statement_too_large',
    file.name,
    `the zip file holds too much: ${what}.`,
    'Download a shorter period at a time.',
  );
}
