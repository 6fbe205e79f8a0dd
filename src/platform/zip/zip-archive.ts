import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, fromFdPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { blocksOf, type PlacedBlock } from './zip-blocks.ts';
import { toZipError, ZipError } from './zip-error.ts';
import type { EntryHeader } from './zip-records.ts';

/** What a zip file may hold, and how much it may unfold to. */
export interface ZipLimits {
  readonly entries: number;
  /** Inflated bytes of all entries that are read, as they declare them; reading one twice counts once. */
  readonly totalBytes: number;
  /** Inflated bytes of one entry. */
  readonly entryBytes?: number;
  /** Inflated over compressed, asked only of entries past `ratioFromBytes`; deflate can reach 1,032. */
  readonly ratio?: number;
  readonly ratioFromBytes?: number;
}

/** A zip file whose entries stay in it until they are asked for; nothing is ever unpacked to the disk. */
export interface ZipArchive {
  /** In the order of the central directory; two may have one name. */
  readonly entries: readonly ZipEntry[];
  readonly comment: Buffer;
}

export interface ZipEntry {
  /** A label only: it may climb ("../a") or begin at the root. */
  readonly name: string;
  /** Inflated bytes, as declared. */
  readonly size: number;
  /** Of the inflated bytes, as declared: reading checks it. */
  readonly checksum: number;
  /** The whole entry, inflated and checked against its size and checksum. */
  read(): Promise<Buffer>;
  /** The same in pieces; a wrong checksum is an error at the end. */
  chunks(): AsyncGenerator<Buffer, void, void>;
  /** For a copy of the entry as it is: its header, and its data still compressed, read when it is iterated. */
  raw(): Promise<{ readonly header: EntryHeader; readonly data: AsyncIterable<Buffer> }>;
  /** Where it can be read in parts; null where only as a whole. */
  readonly blocks: readonly PlacedBlock[] | null;
  /** Blocks of it that stand behind each other, as they are stored and checked against the checksum of that. */
  stored(blocks: readonly PlacedBlock[]): Promise<Buffer>;
}

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_LENGTH = 30;
const READ_CHUNK = 128 * 1024;
const INFLATE_CHUNK = 256 * 1024;
const LEAST_CHUNK = 1024;
/** A stream costs more than it takes to inflate an entry that is no larger, packed or not. */
const AT_ONCE_BYTES = 64 * 1024;

/**
 * Lists the zip file that a buffer or an open file holds; the file is the caller's to close. This and what reads an
 * entry throw `ZipError`, and the system's own error when the disk fails.
 */
export async function openZip(content: FileHandle | Buffer, limits: ZipLimits): Promise<ZipArchive> {
  try {
    // Names are decoded here, so that an absolute or climbing one is an odd label and not a refusal.
    const options = { decodeStrings: false };
    const zip = await (Buffer.isBuffer(content)
      ? fromBufferPromise(content, options)
      : fromFdPromise(content.fd, options));
    if (zip.entryCount > limits.entries) throw new ZipError('entries', { limit: limits.entries });
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ZipError('encrypted');
      entries.push(entry);
    }
    const ends = dataEnds(entries, zip.fileSize);
    const archive = { content, zip, limits, admit: createAdmission(limits) };
    return {
      entries: entries.map((entry) => openEntry(archive, entry, ends.get(entry) as number)),
      comment: zip.comment as unknown as Buffer,
    };
  } catch (error) {
    throw toZipError(error);
  }
}

/**
 * Where the data of each entry has to end: where the next entry begins, or the file ends. Entries that share their
 * bytes are a way to write a small file that unfolds without end.
 */
function dataEnds(entries: readonly Entry[], fileSize: number): ReadonlyMap<Entry, number> {
  const ends = new Map<Entry, number>();
  let next = fileSize;
  for (const entry of entries.toSorted((a, b) => b.relativeOffsetOfLocalHeader - a.relativeOffsetOfLocalHeader)) {
    ends.set(entry, next);
    const start = entry.relativeOffsetOfLocalHeader;
    if (start + LOCAL_HEADER_LENGTH + entry.compressedSize > next)
      throw new ZipError(next === fileSize ? 'cut_off' : 'overlap');
    next = start;
  }
  return ends;
}

interface OpenArchive {
  readonly content: FileHandle | Buffer;
  readonly zip: ZipFile;
  readonly limits: ZipLimits;
  /** Throws once the entries that were asked for are too large together. */
  readonly admit: (entry: Entry) => void;
}

/** Adds up what is asked for. More than an entry declares never comes out of it, so that its own word is enough. */
function createAdmission({ totalBytes }: ZipLimits): (entry: Entry) => void {
  const admitted = new Set<Entry>();
  let total = 0;
  return (entry) => {
    if (admitted.has(entry)) return;
    admitted.add(entry);
    total += entry.uncompressedSize;
    if (total > totalBytes) throw new ZipError('total_size', { limit: totalBytes });
  };
}

function openEntry(
  { content, zip, limits, admit }: OpenArchive,
  entry: Entry,
  /** Where its data has to end. */
  mostEnd: number,
): ZipEntry {
  const { uncompressedSize, compressedSize, compressionMethod } = entry;
  let blocks: { readonly found: readonly PlacedBlock[] | null } | null = null;
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);

  async function* chunks(): AsyncGenerator<Buffer, void, void> {
    let bytes = 0;
    let checksum = 0;
    try {
      admit(entry);
      for await (const chunk of inflated()) {
        bytes += chunk.length;
        check(bytes);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      throw toZipError(error);
    }
    if (bytes !== uncompressedSize || checksum !== entry.crc32) throw new ZipError('checksum', { entry: name });
  }

  /** What comes out counts, not what was declared: a bomb declares what it likes. */
  function check(bytes: number): void {
    const { entryBytes = Infinity, ratio = Infinity, ratioFromBytes = Infinity } = limits;
    if (bytes > entryBytes) throw new ZipError('entry_size', { entry: name, limit: entryBytes });
    if (bytes > ratioFromBytes && bytes > ratio * compressedSize)
      throw new ZipError('ratio', { entry: name, limit: ratio });
    if (bytes > uncompressedSize) throw new ZipError('declared_size', { entry: name });
  }

  function inflated(): AsyncIterable<Buffer> {
    if (compressionMethod === STORED) return compressed();
    if (compressionMethod !== DEFLATED) throw new ZipError('method', { limit: compressionMethod });
    return Math.max(uncompressedSize, compressedSize) <= AT_ONCE_BYTES ? inflatedAtOnce() : inflatedInPieces();
  }

  async function* inflatedAtOnce(): AsyncGenerator<Buffer, void, void> {
    let content: Buffer;
    try {
      // With room for one byte more, it ends within one piece.
      const size = Math.max(uncompressedSize + 1, LEAST_CHUNK);
      content = inflateRawSync(await concatenated(compressed()), { chunkSize: size, maxOutputLength: size });
    } catch {
      // What is wrong with it is found out piece by piece.
      yield* inflatedInPieces();
      return;
    }
    yield content;
  }

  function inflatedInPieces(): AsyncIterable<Buffer> {
    const source = Readable.from(compressed());
    // Its buffer is taken at once, whole: most parts of a package are small.
    const inflate = createInflateRaw({ chunkSize: Math.min(INFLATE_CHUNK, Math.max(uncompressedSize, LEAST_CHUNK)) });
    source.once('error', (error) => inflate.destroy(error));
    inflate.once('close', () => source.destroy());
    return source.pipe(inflate);
  }

  async function stored(blocks: readonly PlacedBlock[]): Promise<Buffer> {
    try {
      admit(entry);
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      if (fileDataStart + compressedSize > mostEnd) throw new ZipError('overlap');
      const start = blocks[0]?.at ?? 0;
      const length = blocks.reduce((sum, { storedSize }) => sum + storedSize, 0);
      const bytes = await readAt(content, fileDataStart + start, length);
      for (const { at, storedSize, storedChecksum } of blocks) {
        const own = bytes.subarray(at - start, at - start + storedSize);
        if (own.length !== storedSize || crc32(own) !== storedChecksum) throw new ZipError('checksum', { entry: name });
      }
      return bytes;
    } catch (error) {
      throw toZipError(error);
    }
  }

  /** Read here and not by yauzl's streams: one that is given up while it waits for its turn ends the process (3.4.0). */
  async function* compressed(): AsyncGenerator<Buffer, void, void> {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const end = fileDataStart + compressedSize;
    if (end > mostEnd) throw new ZipError('overlap');
    for (let position = fileDataStart; position < end;) {
      const chunk = await readAt(content, position, Math.min(end - position, READ_CHUNK));
      if (chunk.length === 0) throw new ZipError('cut_off');
      position += chunk.length;
      yield chunk;
    }
  }

  return {
    name,
    size: uncompressedSize,
    checksum: entry.crc32,
    read: () => concatenated(chunks()),
    chunks,
    raw: async () => {
      try {
        const local = await zip.readLocalFileHeaderPromise(entry, {});
        return { header: toHeader(entry, local.extraField), data: compressed() };
      } catch (error) {
        throw toZipError(error);
      }
    },
    get blocks() {
      return (blocks ??= { found: blocksOf(toHeader(entry, NO_BYTES)) }).found;
    },
    stored,
  };
}

const NO_BYTES = Buffer.alloc(0);

async function concatenated(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all);
}

async function readAt(content: FileHandle | Buffer, position: number, length: number): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content.subarray(position, position + length);
  const read = await content.read(Buffer.allocUnsafe(length), 0, length, position);
  return read.buffer.subarray(0, read.bytesRead);
}

function toHeader(entry: Entry, localExtra: Buffer): EntryHeader {
  return {
    name: entry.fileNameRaw,
    versionMadeBy: entry.versionMadeBy,
    versionNeeded: entry.versionNeededToExtract,
    flags: entry.generalPurposeBitFlag,
    method: entry.compressionMethod,
    time: entry.lastModFileTime,
    date: entry.lastModFileDate,
    crc32: entry.crc32,
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    internalAttributes: entry.internalFileAttributes,
    externalAttributes: entry.externalFileAttributes,
    localExtra,
    centralExtra: entry.extraFieldRaw,
    comment: entry.fileCommentRaw,
  };
}
