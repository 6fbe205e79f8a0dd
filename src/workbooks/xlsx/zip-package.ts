import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { fromFdPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { PennyrowError } from '../../platform/errors.ts';
import { refuseOtherFormats } from './file-kind.ts';
import { damaged, passwordLocked, tooLarge } from './workbook-errors.ts';
import type { EntryHeader } from './zip-format.ts';
import { createUnfoldedMeter, ZIP_LIMITS, type UnfoldedMeter, type ZipLimits } from './zip-limits.ts';

/** An .xlsx file as the zip package that it is. Entries stay in the file until they are asked for. */
export interface ZipPackage {
  readonly path: string;
  /** In the order of the central directory. Labels only: nothing is ever unpacked to the disk. */
  readonly names: readonly string[];
  /** The archive's own comment, as its bytes. */
  readonly comment: Buffer;
  has(name: string): boolean;
  /** The whole entry, inflated and checked against its checksum. */
  read(name: string): Promise<Buffer>;
  /** The same in pieces, with back-pressure; a wrong checksum is an error at its end. */
  stream(name: string): Readable;
  /** Inflated bytes, as declared; the limits are kept on the real ones. */
  size(name: string): number;
  /** For a copy of the entry as it is: its header, and its data still compressed, read when it is iterated. */
  raw(name: string): Promise<{ readonly header: EntryHeader; readonly data: AsyncIterable<Buffer> }>;
  /** Waits for reads that are under way; later ones fail. */
  close(): Promise<void>;
}

/** A package as far as reading one part through takes it. */
export type PartSource = Pick<ZipPackage, 'path' | 'stream'>;

const STORED = 0;
const DEFLATED = 8;
const READ_CHUNK = 128 * 1024;
const INFLATE_CHUNK = 256 * 1024;

/** Throws PennyrowError `workbook_damaged`, `workbook_password`, `workbook_not_xlsx` or `workbook_too_large`. */
export async function openZipPackage(path: string, limits: ZipLimits = ZIP_LIMITS): Promise<ZipPackage> {
  const file = await open(path, 'r');
  try {
    await refuseOtherFormats(file, path);
    return await listEntries(file, path, limits);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function listEntries(file: FileHandle, path: string, limits: ZipLimits): Promise<ZipPackage> {
  const entries = new Map<string, Entry>();
  let compressedBytes = 0;
  try {
    // Names are decoded here, so that an absolute or climbing one is an odd label and not a refusal.
    const zip = await fromFdPromise(file.fd, { decodeStrings: false });
    if (zip.entryCount > limits.entries) throw tooLarge(path, `it has ${zip.entryCount} parts`);
    for await (const entry of zip.eachEntry()) {
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
      if (entries.has(name)) throw damaged(path, `it holds the part ${name} twice`);
      if (entry.isEncrypted()) throw passwordLocked(path);
      entries.set(name, entry);
      compressedBytes += entry.compressedSize;
    }
    // Entries that share their bytes are a way to write a small file that unfolds without end.
    if (compressedBytes > zip.fileSize) throw damaged(path, 'its parts overlap');
    return new OpenPackage(path, file, zip, entries, limits);
  } catch (error) {
    throw asDamaged(path, error);
  }
}

class OpenPackage implements ZipPackage {
  readonly path: string;
  readonly names: readonly string[];
  readonly comment: Buffer;
  readonly #file: FileHandle;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #measure: UnfoldedMeter;

  constructor(path: string, file: FileHandle, zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: ZipLimits) {
    this.path = path;
    this.names = [...entries.keys()];
    this.comment = zip.comment as unknown as Buffer;
    this.#file = file;
    this.#zip = zip;
    this.#entries = entries;
    this.#measure = createUnfoldedMeter(path, limits);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  size(name: string): number {
    return this.#entry(name).uncompressedSize;
  }

  async read(name: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#inflate(name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  stream(name: string): Readable {
    return Readable.from(this.#inflate(name), { highWaterMark: 1 });
  }

  async raw(name: string): Promise<{ header: EntryHeader; data: AsyncIterable<Buffer> }> {
    const entry = this.#entry(name);
    try {
      const local = await this.#zip.readLocalFileHeaderPromise(entry, {});
      return { header: toHeader(entry, local.extraField), data: this.#compressed(entry) };
    } catch (error) {
      throw asDamaged(this.path, error);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async *#inflate(name: string): AsyncGenerator<Buffer, void, void> {
    const entry = this.#entry(name);
    let bytes = 0;
    let checksum = 0;
    try {
      for await (const chunk of this.#decoded(entry)) {
        bytes += chunk.length;
        this.#measure(name, bytes, entry.compressedSize);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      throw asDamaged(this.path, error);
    }
    if (bytes !== entry.uncompressedSize || checksum !== entry.crc32)
      throw damaged(this.path, `its part ${name} does not match its checksum`);
  }

  #decoded(entry: Entry): AsyncIterable<Buffer> {
    if (entry.compressionMethod === STORED) return this.#compressed(entry);
    if (entry.compressionMethod !== DEFLATED) {
      throw damaged(this.path, `it is packed in a way (${entry.compressionMethod}) that no spreadsheet program uses`);
    }
    const compressed = Readable.from(this.#compressed(entry));
    const inflate = createInflateRaw({ chunkSize: INFLATE_CHUNK });
    compressed.once('error', (error) => inflate.destroy(error));
    inflate.once('close', () => compressed.destroy());
    return compressed.pipe(inflate);
  }

  /** Read here and not by yauzl's streams: one that is given up while it waits for its turn ends the process (3.4.0). */
  async *#compressed(entry: Entry): AsyncGenerator<Buffer, void, void> {
    const { fileDataStart } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true });
    let left = entry.compressedSize;
    while (left > 0) {
      const length = Math.min(left, READ_CHUNK);
      const position = fileDataStart + entry.compressedSize - left;
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, position);
      if (bytesRead === 0) throw damaged(this.path, 'it is cut off');
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw damaged(this.path, `its part ${name} is missing`);
    return entry;
  }
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

/** What yauzl and zlib throw over a broken file has no code of ours; what the system throws (EIO) is not the file's fault. */
function asDamaged(path: string, error: unknown): unknown {
  if (error instanceof PennyrowError) return error;
  if (error instanceof Error && 'syscall' in error) return error;
  return damaged(path, 'it is cut off or half written', error);
}
