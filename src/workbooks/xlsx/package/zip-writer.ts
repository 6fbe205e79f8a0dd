import { writeAll } from './write-in-place.ts';
import { open, type FileHandle } from 'node:fs/promises';
import {
  combineCrc32,
  deflateBlock,
  END_OF_BLOCKS,
  withBlocks,
  type NewBlock,
  type StoredBlocks,
  type ZipBlock,
} from '../../../platform/zip/zip-blocks.ts';
import { centralHeader, endRecord, localHeader, type EntryHeader } from '../../../platform/zip/zip-records.ts';
import { tooLarge } from './workbook-errors.ts';
import { ZIP_LIMITS, type ZipPackage } from './zip-package.ts';

/** The content of a part. Each `NewBlock` is compressed separately; if all blocks have marks, the header of the entry lists them. */
export type PartContent = Buffer | AsyncIterable<Buffer | NewBlock | StoredBlocks>;

/**
 * Copies unchanged entries byte for byte. After an error, the caller must delete the file.
 * @param from null for a new package.
 * @param toPath must not exist.
 */
export async function writeZipPackage(
  from: Pick<ZipPackage, 'names' | 'has' | 'raw' | 'comment'> | null,
  changes: ReadonlyMap<string, PartContent>,
  toPath: string,
  mode?: number,
): Promise<void> {
  const handle = await open(toPath, 'wx', mode);
  try {
    const writer = new PackageWriter(handle, toPath);
    if (from !== null)
      for (const name of from.names) {
        const { header, data } = await from.raw(name);
        const change = changes.get(name);
        if (change === undefined) await writer.copy(header, data);
        else await writer.compress(header, change);
      }
    for (const [name, change] of changes) {
      if (from?.has(name) !== true) await writer.compress(newHeader(name), change);
    }
    await writer.finish(from?.comment ?? Buffer.alloc(0));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const DEFLATED = 8;
/** 20% faster than the default level, because a user is waiting; files become slightly larger. */
const DEFLATE_LEVEL = 4;
const GATHERED_BYTES = 256 * 1024;
/** Larger files would need zip64, which some programs reject. */
const MAX_FILE_BYTES = 2 ** 32 - 2;
const VERSION_DEFLATE = 20;
const UTF8_FLAG = 0x0800;
/** 1980-01-01, the earliest date of zip files, as spreadsheet programs write it. */
const NO_DATE = 0x0021;

function newHeader(name: string): EntryHeader {
  const none = Buffer.alloc(0);
  return {
    name: Buffer.from(name, 'utf8'),
    versionMadeBy: VERSION_DEFLATE,
    versionNeeded: VERSION_DEFLATE,
    flags: UTF8_FLAG,
    method: DEFLATED,
    time: 0,
    date: NO_DATE,
    crc32: 0,
    compressedSize: 0,
    uncompressedSize: 0,
    internalAttributes: 0,
    externalAttributes: 0,
    localExtra: none,
    centralExtra: none,
    comment: none,
  };
}

class PackageWriter {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #directory: Buffer[] = [];
  /** Data to write in one call, because most parts are small. */
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #position = 0;

  constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  async copy(header: EntryHeader, data: AsyncIterable<Buffer>): Promise<void> {
    const start = this.#position;
    await this.#append(localHeader(header));
    for await (const chunk of data) await this.#append(chunk);
    this.#directory.push(centralHeader(header, start));
  }

  /** Replaces the local header at the end, because the sizes are unknown until then. */
  async compress(old: EntryHeader, content: PartContent): Promise<void> {
    const start = this.#position;
    const base = { ...old, method: DEFLATED, versionNeeded: VERSION_DEFLATE, compressedSize: 0, uncompressedSize: 0 };
    const early = localHeader(base);
    await this.#append(early);
    const dataStart = this.#position;
    const blocks: ZipBlock[] = [];
    let isMarked = true;
    let bytes = 0;
    let checksum = 0;
    const append = async (stored: StoredBlocks): Promise<void> => {
      for (const block of stored.blocks) {
        blocks.push(block);
        bytes += block.size;
        if (bytes > ZIP_LIMITS.entryBytes) throw tooLarge(this.#path);
        checksum = combineCrc32(checksum, block.checksum, block.size);
      }
      await this.#append(stored.bytes);
    };
    let last: Promise<StoredBlocks> | null = null;
    for await (const piece of Buffer.isBuffer(content) ? [content] : content) {
      const next = storedBlocks(piece);
      if (!('blocks' in piece)) isMarked &&= !Buffer.isBuffer(piece) && piece.mark !== null;
      if (last !== null) await append(await last);
      last = next;
    }
    if (last !== null) await append(await last);
    await this.#append(END_OF_BLOCKS);
    const header = withBlocks(
      { ...base, crc32: checksum, uncompressedSize: bytes, compressedSize: this.#position - dataStart },
      isMarked ? blocks : null,
    );
    if (this.#gathered.includes(early)) localHeader(header).copy(early);
    else await writeAll(this.#handle, localHeader(header), start);
    this.#directory.push(centralHeader(header, start));
  }

  async finish(comment: Buffer): Promise<void> {
    const start = this.#position;
    const directory = Buffer.concat(this.#directory);
    await this.#append(Buffer.concat([directory, endRecord(this.#directory.length, directory.length, start, comment)]));
    await this.#write();
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    this.#position += bytes.length;
    if (this.#position > MAX_FILE_BYTES) throw tooLarge(this.#path);
    if (this.#gatheredBytes > GATHERED_BYTES) await this.#write();
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    await writeAll(this.#handle, bytes, this.#position - bytes.length);
  }
}

async function storedBlocks(piece: Buffer | NewBlock | StoredBlocks): Promise<StoredBlocks> {
  if ('blocks' in piece) return piece;
  return deflateBlock(Buffer.isBuffer(piece) ? { bytes: piece, mark: null } : piece, DEFLATE_LEVEL);
}
