import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { ZipError } from './zip-error.ts';
import { extraField, withExtraField, type EntryHeader } from './zip-records.ts';

const NUMBERS = ['storedSize', 'storedChecksum', 'size', 'checksum', 'mark'] as const;

/** A part of a zip entry that is compressed separately, so that Pennyrow can replace it alone. Other programs see one stream. */
export type ZipBlock = Readonly<Record<(typeof NUMBERS)[number], number>>;

export interface PlacedBlock extends ZipBlock {
  readonly at: number;
}

/** `mark`: a number by which readers select blocks; null if the entry can only be read as a whole. */
export interface NewBlock {
  readonly bytes: Buffer;
  readonly mark: number | null;
}

export interface StoredBlocks {
  readonly blocks: readonly ZipBlock[];
  readonly bytes: Buffer;
}

/** Selects blocks to inflate; `next` is null for the last block. */
export type WantsBlock = (block: ZipBlock, next: ZipBlock | null) => boolean;

export const END_OF_BLOCKS = Buffer.from([0x03, 0x00]);

/** The id of the extra field with the list of blocks: "PY", which no known program uses. */
const FIELD_ID = 0x5950;
const FIELD_VERSION = 1;
const BLOCK_BYTES = 4 * NUMBERS.length;
const MAX_FIELD_BYTES = 60_000;
/** Limits the memory for a manipulated file, because a block is inflated at once. Pennyrow's blocks are far smaller. */
const MAX_BLOCK_BYTES = 8 * 2 ** 20;
const DEFLATED = 8;

/** Smaller content is compressed synchronously, because that is faster than waiting for another thread. */
export const SMALL_BYTES = 64 * 1024;

export async function deflateBlock({ bytes: content, mark }: NewBlock, level: number): Promise<StoredBlocks> {
  const options = {
    level,
    finishFlush: constants.Z_FULL_FLUSH,
    // The size of the output buffer. One buffer is enough for most content, which shrinks to less than a fourth.
    chunkSize: Math.max(constants.Z_MIN_CHUNK, content.length >> 2),
  };
  const bytes = content.length < SMALL_BYTES ? deflateRawSync(content, options) : await deflate(content, options);
  const [storedChecksum, checksum] = [crc32(bytes), crc32(content)];
  const block = { storedSize: bytes.length, storedChecksum, size: content.length, checksum, mark: mark ?? 0 };
  return { blocks: [block], bytes };
}

export function inflateBlock({ size, checksum }: ZipBlock, bytes: Buffer, entry: string): Buffer {
  const options = {
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: Math.max(constants.Z_MIN_CHUNK, size),
    maxOutputLength: Math.max(1, size),
  };
  let content: Buffer;
  try {
    content = inflateRawSync(bytes, options);
  } catch (cause) {
    throw new ZipError('checksum', { entry }, cause);
  }
  if (content.length !== size || crc32(content) !== checksum) throw new ZipError('checksum', { entry });
  return content;
}

export function withBlocks(header: EntryHeader, blocks: readonly ZipBlock[] | null): EntryHeader {
  const fits =
    blocks?.every(isBlock) === true && 1 + blocks.length * BLOCK_BYTES + header.centralExtra.length <= MAX_FIELD_BYTES;
  return { ...header, centralExtra: withExtraField(header.centralExtra, FIELD_ID, fits ? written(blocks) : null) };
}

/** Null if the blocks do not match the entry's size and checksum, because another program has replaced the content. */
export function blocksOf(
  entry: Pick<EntryHeader, 'method' | 'compressedSize' | 'uncompressedSize' | 'crc32' | 'centralExtra'>,
): readonly PlacedBlock[] | null {
  const field = entry.method === DEFLATED ? extraField(entry.centralExtra, FIELD_ID) : null;
  if (field?.[0] !== FIELD_VERSION || (field.length - 1) % BLOCK_BYTES !== 0) return null;
  const blocks: PlacedBlock[] = [];
  let [at, size, checksum] = [0, 0, 0];
  for (let from = 1; from < field.length; from += BLOCK_BYTES) {
    const numbers = NUMBERS.map((name, index) => [name, field.readUInt32LE(from + 4 * index)]);
    const block = Object.fromEntries(numbers) as ZipBlock;
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

/** The polynomial of CRC-32 in reversed bit order, as zlib uses it. */
const POLYNOMIAL = 0xedb88320;
const ONE = 2 ** 31;

/** Like `crc32_combine` of zlib: multiplies the first remainder by x ** n, where n is the number of bits of the second part. */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  let factor = ONE;
  // `power` is x ** 8 for the lowest bit of the length, then x ** 16, x ** 32 and so on.
  let power = BYTE;
  for (let left = secondLength; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) factor = product(factor, power);
    power = product(power, power);
  }
  return (product(factor, first) ^ second) >>> 0;
}

function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = ONE; bit >= 1; bit /= 2) {
    if ((a & bit) !== 0) sum ^= shifted;
    shifted = (shifted & 1) === 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

const BYTE = 2 ** 23;
