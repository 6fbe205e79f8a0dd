import { open, type FileHandle } from 'node:fs/promises';
import { digest } from '../../../platform/ids.ts';
import { openZip, type ZipEntry, type ZipLimits, piecesOf, selectedChunks } from '../../../platform/zip/zip-archive.ts';
import type { StoredBlocks, WantsBlock, ZipBlock } from '../../../platform/zip/zip-blocks.ts';
import { ZipError } from '../../../platform/zip/zip-error.ts';
import { createError } from '../../../platform/errors.ts';
import { damaged, tooLarge, notXlsx } from './workbook-errors.ts';
import { TextDecoder } from 'node:util';

/** An .xlsx file as a zip package. Entries are read on demand and returned as UTF-8. */
export type ZipPackage = Awaited<ReturnType<typeof openPackage>>;

export type PartSource = Pick<ZipPackage, 'path' | 'stream'>;

const MIB = 2 ** 20;

export const ZIP_LIMITS = {
  entries: 20_000,
  /** Enough for a full sheet of 1,048,576 transactions. */
  entryBytes: 1024 * MIB,
  totalBytes: 2048 * MIB,
  /** Rejects zip bombs: real sheets reach a ratio of 30. */
  ratio: 250,
  ratioFromBytes: 16 * MIB,
} as const satisfies ZipLimits;

/** Smaller files are read as a whole, which needs fewer disk accesses. */
const IN_PARTS_FROM_BYTES = MIB;

/** Throws PennyrowError `workbook_damaged`, `workbook_password`, `workbook_not_xlsx` or `workbook_too_large`. */
export async function openZipPackage(path: string, limits: ZipLimits = ZIP_LIMITS): Promise<ZipPackage> {
  const file = await open(path, 'r');
  try {
    await refuseOtherFormats(file, path);
    return await openPackage(file, path, limits);
  } catch (error) {
    await file.close();
    throw asWorkbookError(path, error);
  }
}

async function openPackage(file: FileHandle, path: string, limits: ZipLimits) {
  const { size } = await file.stat();
  const { entries, comment } = await openZip(size < IN_PARTS_FROM_BYTES ? await file.readFile() : file, limits);
  let isClosed = false;
  const byName = new Map<string, ZipEntry>();
  for (const entry of entries) {
    if (byName.has(entry.name)) throw damaged(path, entry.name);
    byName.set(entry.name, entry);
  }
  const find = (name: string): ZipEntry => {
    const entry = byName.get(name);
    if (entry === undefined) throw damaged(path, name);
    return entry;
  };
  const readable = (name: string): ZipEntry => {
    if (isClosed) throw new Error(`The package is closed: ${path}`);
    return find(name);
  };
  const translate = (error: unknown): never => {
    throw asWorkbookError(path, error);
  };
  return {
    path,
    /** The names in the order of the central directory. Never used as file names. */
    names: [...byName.keys()],
    /** Identifies the content by names, sizes and checksums of all entries. */
    fingerprint: digest(JSON.stringify(entries.map(({ name, size, checksum }) => [name, size, checksum]))),
    comment,
    has: (name: string): boolean => byName.has(name),
    /** The uncompressed size in bytes that the package declares. Limits apply to the real size. */
    size: (name: string): number => find(name).size,
    read: async (name: string): Promise<Buffer> =>
      wholeAsUtf8(await readable(name).read().catch(translate), { path, part: name }),
    /** Verifies the checksum at the end. With `wants`, reads and verifies only the wanted blocks if the entry has blocks. */
    stream: (name: string, wants?: WantsBlock): AsyncIterable<Buffer> => {
      const entry = readable(name);
      const isInParts = wants !== undefined && entry.blocks !== null;
      const chunks = isInParts ? selectedChunks(entry, wants) : entry.chunks();
      return translatedChunks<Buffer>(path, asUtf8<never>(chunks, { path, part: name }));
    },
    /** Like `stream`, but returns unwanted blocks as they are stored. */
    pieces: (name: string, wants: WantsBlock): AsyncIterable<Buffer | StoredBlocks> =>
      translatedChunks(path, asUtf8(piecesOf(readable(name), wants), { path, part: name })),
    /** Null if the entry can only be read as a whole. */
    blocks: (name: string): readonly ZipBlock[] | null => find(name).blocks,
    /** Header and compressed data, for copying the entry unchanged. */
    raw: async (name: string) => {
      const { header, data } = await readable(name).raw().catch(translate);
      return { header, data: translatedChunks(path, data) };
    },
    /** Waits for pending reads. Reads after this call fail. */
    close: (): Promise<void> => {
      isClosed = true;
      return file.close();
    },
  };
}

async function* translatedChunks<Piece>(path: string, chunks: AsyncIterable<Piece>): AsyncGenerator<Piece, void, void> {
  try {
    yield* chunks;
  } catch (error) {
    throw asWorkbookError(path, error);
  }
}

function asWorkbookError(path: string, error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  if (error.fault === 'encrypted') return createError('workbook_password', { path });
  const part = error.details.entry?.slice(-60) ?? null;
  return error.isTooLarge ? tooLarge(path, part) : damaged(path, part, error);
}

const HEAD_BYTES = 8;
const ZIP_MAGIC = Buffer.from('PK');
/** OLE compound file: an old .xls, or an encrypted .xlsx. */
const COMPOUND_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function refuseOtherFormats(file: FileHandle, path: string): Promise<void> {
  const head = await readAt(file, 0, HEAD_BYTES);
  if (head.equals(COMPOUND_MAGIC)) {
    if (await isOldExcel(file)) throw notXlsx(path, 'xls');
    throw createError('workbook_password', { path });
  }
  if (head.every((byte) => byte === 0)) throw damaged(path);
  if (!head.subarray(0, 2).equals(ZIP_MAGIC)) throw notXlsx(path, 'other');
}

async function isOldExcel(file: FileHandle): Promise<boolean> {
  const header = await readAt(file, 0, 512);
  if (header.length < 512) return false;
  const sectorSize = 2 ** Math.min(header.readUInt16LE(30), 16);
  const directory = await readAt(file, (header.readUInt32LE(48) + 1) * sectorSize, 8192);
  return ['Workbook', 'Book'].some((name) => directory.includes(Buffer.from(`${name}\0`, 'utf16le')));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

interface Origin {
  readonly path: string;
  readonly part: string;
}

/** Converts a UTF-16 part (ECMA-376 part 2, 8.1.4) in one piece, because such parts are rare. Throws PennyrowError `workbook_damaged`. */
async function* asUtf8<Piece>(
  pieces: AsyncIterable<Buffer | Piece>,
  origin: Origin,
): AsyncGenerator<Buffer | Piece, void, void> {
  let isUtf8 = true;
  const others: Buffer[] = [];
  for await (const piece of pieces) {
    if (!Buffer.isBuffer(piece)) yield piece;
    else {
      isUtf8 &&= others.length > 0 || encodingOf(piece) === UTF_8;
      if (isUtf8) yield piece;
      else others.push(piece);
    }
  }
  if (others.length > 0) yield wholeAsUtf8(Buffer.concat(others), origin);
}

function wholeAsUtf8(bytes: Buffer, { path, part }: Origin): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === UTF_8) return bytes;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return Buffer.from(text.replace(/^(<\?xml\b[^>]*?\bencoding\s*=\s*)(["'])[^"']*\2/, '$1$2UTF-8$2'), 'utf8');
  } catch (error) {
    throw damaged(path, part, error);
  }
}

const UTF_8 = 'utf-8';

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return UTF_8;
}
