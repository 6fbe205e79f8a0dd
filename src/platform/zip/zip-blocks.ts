import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { combineCrc32 } from './combine-crc32.ts';
import { ZipError } from './zip-error.ts';
import { extraField, withExtraField, type EntryHeader } from './zip-records.ts';

/**
 * A stretch of an entry that was compressed without regard to what is before it (a full flush stands between two), so that it
 * can be read, kept or replaced alone. To every other program the entry is one deflate stream like any other.
 */
export interface ZipBlock {
  /** Compressed bytes, and their CRC-32. */
  readonly storedSize: number;
  readonly storedChecksum: number;
  /** Inflated bytes, and theirs. */
  readonly size: number;
  readonly checksum: number;
  /** What its writer wants to know of it: a whole number of 32 bits. */
  readonly mark: number;
}

/** A block where it stands, counted from the first compressed byte of its entry. */
export interface PlacedBlock extends ZipBlock {
  readonly at: number;
}

/** What becomes a block; without a mark the entry can only be read as a whole. */
export interface NewBlock {
  readonly bytes: Buffer;
  readonly mark: number | null;
}

/** Blocks behind each other, as they are stored. */
export interface StoredBlocks {
  readonly blocks: readonly ZipBlock[];
  readonly bytes: Buffer;
}

/** Whether a block is to be inflated; `next` is the one behind it, null for the last one. */
export type WantsBlock = (block: ZipBlock, next: ZipBlock | null) => boolean;

/** Ends a stream of blocks: a last, empty one, as deflate has it (RFC 1951, 3.2.6). */
export const END_OF_BLOCKS = Buffer.from([0x03, 0x00]);

/** Of the extra field; its first two bytes are "PY". No program's that is known of. */
const FIELD_ID = 0x5950;
const FIELD_VERSION = 1;
const NUMBERS = ['storedSize', 'storedChecksum', 'size', 'checksum', 'mark'] as const;
const BLOCK_BYTES = 4 * NUMBERS.length;
/** An extra field of an entry has no more room, beside those of others. */
const MAX_FIELD_BYTES = 60_000;
/** No block that is made here is nearly as large; one is inflated at once. */
const MAX_BLOCK_BYTES = 8 * 2 ** 20;
const DEFLATED = 8;
/** To hand less to another thread costs more than to do it. */
const OTHER_THREAD_FROM_BYTES = 16 * 1024;

/** `level`: zlib's. */
export async function deflateBlock({ bytes: content, mark }: NewBlock, level: number): Promise<StoredBlocks> {
  const options = {
    level,
    finishFlush: constants.Z_FULL_FLUSH,
    // What is made at a time; a fourth of most contents is more than comes of them.
    chunkSize: Math.max(constants.Z_MIN_CHUNK, content.length >> 2),
  };
  const isSmall = content.length < OTHER_THREAD_FROM_BYTES;
  const bytes = isSmall ? deflateRawSync(content, options) : await deflate(content, options);
  const [storedChecksum, checksum] = [crc32(bytes), crc32(content)];
  const block = { storedSize: bytes.length, storedChecksum, size: content.length, checksum, mark: mark ?? 0 };
  return { blocks: [block], bytes };
}

/** `entry`: its name, for the `ZipError` that is thrown where the bytes are not those of the block. */
export async function inflateBlock({ size, checksum }: ZipBlock, bytes: Buffer, entry: string): Promise<Buffer> {
  const options = {
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: Math.max(constants.Z_MIN_CHUNK, size),
    maxOutputLength: Math.max(1, size),
  };
  let content: Buffer;
  try {
    content = size < OTHER_THREAD_FROM_BYTES ? inflateRawSync(bytes, options) : await inflate(bytes, options);
  } catch (cause) {
    throw new ZipError('checksum', { entry }, cause);
  }
  if (content.length !== size || crc32(content) !== checksum) throw new ZipError('checksum', { entry });
  return content;
}

/** The header with the places of blocks, for who reads it next; without any where they are null, or too many. */
export function withBlocks(header: EntryHeader, blocks: readonly ZipBlock[] | null): EntryHeader {
  const fits =
    blocks?.every(isBlock) === true && 1 + blocks.length * BLOCK_BYTES + header.centralExtra.length <= MAX_FIELD_BYTES;
  return { ...header, centralExtra: withExtraField(header.centralExtra, FIELD_ID, fits ? written(blocks) : null) };
}

/**
 * The blocks of an entry, in their order; null where it has none that are known of. Whether they are of this content tell the
 * sizes and the checksum of the whole, for another program may have kept the field and written another content.
 */
export function blocksOf(
  entry: Pick<EntryHeader, 'method' | 'compressedSize' | 'uncompressedSize' | 'crc32' | 'centralExtra'>,
): readonly PlacedBlock[] | null {
  const field = entry.method === DEFLATED ? extraField(entry.centralExtra, FIELD_ID) : null;
  if (field?.[0] !== FIELD_VERSION || (field.length - 1) % BLOCK_BYTES !== 0) return null;
  const blocks: PlacedBlock[] = [];
  let [at, size, checksum] = [0, 0, 0];
  for (let from = 1; from < field.length; from += BLOCK_BYTES) {
    const numbers = NUMBERS.map((name, index) => [name, field.readUInt32LE(from + 4 * index)]);
    const block = Object.fromEntries(numbers) as Record<(typeof NUMBERS)[number], number>;
    blocks.push({ ...block, at });
    at += block.storedSize;
    size += block.size;
    checksum = combineCrc32(checksum, block.checksum, block.size);
  }
  const isWhole =
    at + END_OF_BLOCKS.length === entry.compressedSize && size === entry.uncompressedSize && checksum === entry.crc32;
  return isWhole && blocks.length > 0 && blocks.every(isBlock) ? blocks : null;
}

function isBlock({ size }: ZipBlock): boolean {
  return size <= MAX_BLOCK_BYTES;
}

function written(blocks: readonly ZipBlock[]): Buffer {
  const field = Buffer.alloc(1 + blocks.length * BLOCK_BYTES, FIELD_VERSION);
  blocks.forEach((block, index) =>
    NUMBERS.forEach((name, place) => field.writeUInt32LE(block[name], 1 + index * BLOCK_BYTES + 4 * place)),
  );
  return field;
}

const deflate = promisify(deflateRaw) as (content: Buffer, options: object) => Promise<Buffer>;
const inflate = promisify(inflateRaw) as (content: Buffer, options: object) => Promise<Buffer>;
