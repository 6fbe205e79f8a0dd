import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createInflateRaw } from 'node:zlib';
import { fromBufferPromise, fromFdPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
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
  /** The whole entry, inflated and checked against its size and checksum. */
  read(): Promise<Buffer>;
  /** The same in pieces; a wrong checksum is an error at the end. */
  chunks(): AsyncGenerator<Buffer, void, void>;
  /** For a copy of the entry as it is: its header, and its data still compressed, read when it is iterated. */
  raw(): Promise<{ readonly header: EntryHeader; readonly data: AsyncIterable<Buffer> }>;
}

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_LENGTH = 30;
const READ_CHUNK = 128 * 1024;
const INFLATE_CHUNK = 256 * 1024;

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
    const admit = createAdmission(limits);
    return {
      entries: entries.map((entry) => new OpenEntry(content, zip, entry, ends.get(entry) as number, limits, admit)),
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

class OpenEntry implements ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly #content: FileHandle | Buffer;
  readonly #zip: ZipFile;
  readonly #entry: Entry;
  readonly #end: number;
  readonly #limits: ZipLimits;
  readonly #admit: (entry: Entry) => void;

  constructor(
    content: FileHandle | Buffer,
    zip: ZipFile,
    entry: Entry,
    end: number,
    limits: ZipLimits,
    admit: (entry: Entry) => void,
  ) {
    this.name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    this.size = entry.uncompressedSize;
    this.#content = content;
    this.#zip = zip;
    this.#entry = entry;
    this.#end = end;
    this.#limits = limits;
    this.#admit = admit;
  }

  read(): Promise<Buffer> {
    return buffer(this.chunks());
  }

  async *chunks(): AsyncGenerator<Buffer, void, void> {
    let bytes = 0;
    let checksum = 0;
    try {
      this.#admit(this.#entry);
      for await (const chunk of this.#inflated()) {
        bytes += chunk.length;
        this.#check(bytes);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      throw toZipError(error);
    }
    if (bytes !== this.size || checksum !== this.#entry.crc32) throw new ZipError('checksum', { entry: this.name });
  }

  async raw(): Promise<{ header: EntryHeader; data: AsyncIterable<Buffer> }> {
    try {
      const local = await this.#zip.readLocalFileHeaderPromise(this.#entry, {});
      return { header: toHeader(this.#entry, local.extraField), data: this.#compressed() };
    } catch (error) {
      throw toZipError(error);
    }
  }

  /** What comes out counts, not what was declared: a bomb declares what it likes. */
  #check(bytes: number): void {
    const { entryBytes = Infinity, ratio = Infinity, ratioFromBytes = Infinity } = this.#limits;
    const entry = this.name;
    if (bytes > entryBytes) throw new ZipError('entry_size', { entry, limit: entryBytes });
    if (bytes > ratioFromBytes && bytes > ratio * this.#entry.compressedSize)
      throw new ZipError('ratio', { entry, limit: ratio });
    if (bytes > this.size) throw new ZipError('declared_size', { entry });
  }

  #inflated(): AsyncIterable<Buffer> {
    const { compressionMethod } = this.#entry;
    if (compressionMethod === STORED) return this.#compressed();
    if (compressionMethod !== DEFLATED) throw new ZipError('method', { limit: compressionMethod });
    const compressed = Readable.from(this.#compressed());
    const inflate = createInflateRaw({ chunkSize: INFLATE_CHUNK });
    compressed.once('error', (error) => inflate.destroy(error));
    inflate.once('close', () => compressed.destroy());
    return compressed.pipe(inflate);
  }

  /** Read here and not by yauzl's streams: one that is given up while it waits for its turn ends the process (3.4.0). */
  async *#compressed(): AsyncGenerator<Buffer, void, void> {
    const { fileDataStart } = await this.#zip.readLocalFileHeaderPromise(this.#entry, { minimal: true });
    const end = fileDataStart + this.#entry.compressedSize;
    if (end > this.#end) throw new ZipError('overlap');
    for (let position = fileDataStart; position < end;) {
      const chunk = await readAt(this.#content, position, Math.min(end - position, READ_CHUNK));
      if (chunk.length === 0) throw new ZipError('cut_off');
      position += chunk.length;
      yield chunk;
    }
  }
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
