import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, fromFdPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import {
  blocksOf,
  inflateBlock,
  SMALL_BYTES,
  type PlacedBlock,
  type StoredBlocks,
  type WantsBlock,
} from './zip-blocks.ts';
import { toZipError, ZipError } from './zip-error.ts';
import type { EntryHeader } from './zip-records.ts';

export interface ZipLimits {
  readonly entries: number;
  /** The maximum sum of the declared sizes of all entries that are read. An entry that is read twice counts once. */
  readonly totalBytes: number;
  readonly entryBytes?: number;
  readonly ratio?: number;
  readonly ratioFromBytes?: number;
}

export type ZipArchive = Awaited<ReturnType<typeof openZip>>;

export type ZipEntry = ReturnType<typeof openEntry>;

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_LENGTH = 30;
const READ_CHUNK = 128 * 1024;
const INFLATE_CHUNK = 256 * 1024;
const LEAST_CHUNK = 1024;

/** Throws `ZipError` for invalid content, and so do the methods of the result. Disk failures throw the error of the system. */
export async function openZip(content: FileHandle | Buffer, limits: ZipLimits) {
  try {
    // Decodes names here, because the library would reject absolute paths and "..". They are harmless, as nothing is extracted.
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

/** The offset at which the data of each entry must have ended. Throws if entries overlap, as in zip bombs. */
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
  readonly admit: (entry: Entry) => void;
}

/** Adds up the declared sizes. A wrong size is no risk, because the read of an entry fails when it exceeds its declared size. */
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

function openEntry({ content, zip, limits, admit }: OpenArchive, entry: Entry, mostEnd: number) {
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

  /** Checks the number of bytes that were actually inflated, because a zip bomb may declare any size. */
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
    if (Math.max(uncompressedSize, compressedSize) < SMALL_BYTES) return inflatedAtOnce();
    const source = Readable.from(compressed());
    const inflate = createInflateRaw({ chunkSize: INFLATE_CHUNK });
    source.once('error', (error) => inflate.destroy(error));
    inflate.once('close', () => source.destroy());
    return source.pipe(inflate);
  }

  async function* inflatedAtOnce(): AsyncGenerator<Buffer, void, void> {
    const stored: Buffer[] = [];
    for await (const chunk of compressed()) stored.push(chunk);
    // Allows one byte more than declared, so that `check` detects an entry that exceeds its declared size.
    const size = Math.max(uncompressedSize + 1, LEAST_CHUNK);
    try {
      yield inflateRawSync(Buffer.concat(stored), { chunkSize: size, maxOutputLength: size });
    } catch (error) {
      throw error instanceof RangeError ? new ZipError('declared_size', { entry: name }) : error;
    }
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

  /** Reads without yauzl's stream: in version 3.4.0, destroying it while it waits for data crashes the process. */
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
    read: async (): Promise<Buffer> => {
      const all: Buffer[] = [];
      for await (const chunk of chunks()) all.push(chunk);
      return all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all);
    },
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

const RUN_BYTES = 2 ** 20;

export async function* selectedChunks(entry: ZipEntry, wants: WantsBlock): AsyncGenerator<Buffer, void, void> {
  for (const { isSelected, blocks } of runs(entry, wants)) if (isSelected) yield* inflatedBlocks(entry, blocks);
}

export async function* piecesOf(entry: ZipEntry, wants: WantsBlock): AsyncGenerator<Buffer | StoredBlocks, void, void> {
  const { blocks: all } = entry;
  if (all === null || all.every((block, index) => wants(block, all[index + 1] ?? null))) {
    yield* entry.chunks();
    return;
  }
  for (const { isSelected, blocks } of runs(entry, wants)) {
    if (isSelected) yield* inflatedBlocks(entry, blocks);
    else yield { blocks, bytes: await entry.stored(blocks) };
  }
}

async function* inflatedBlocks(entry: ZipEntry, blocks: readonly PlacedBlock[]): AsyncGenerator<Buffer, void, void> {
  const bytes = await entry.stored(blocks);
  const [first] = blocks;
  for (const block of blocks) {
    const start = block.at - (first?.at ?? 0);
    yield inflateBlock(block, bytes.subarray(start, start + block.storedSize), entry.name);
  }
}

function* runs(
  { blocks }: ZipEntry,
  wants: WantsBlock,
): Generator<{ readonly isSelected: boolean; readonly blocks: readonly PlacedBlock[] }, void, void> {
  let run: { isSelected: boolean; blocks: PlacedBlock[] } | null = null;
  let bytes = 0;
  for (const [index, block] of (blocks ?? []).entries()) {
    const isSelected = wants(block, blocks?.[index + 1] ?? null);
    bytes += block.storedSize;
    if (run !== null && run.isSelected === isSelected && bytes <= RUN_BYTES) {
      run.blocks.push(block);
      continue;
    }
    if (run !== null) yield run;
    run = { isSelected, blocks: [block] };
    bytes = block.storedSize;
  }
  if (run !== null) yield run;
}
