import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A run of values as compressed JSON. */
export interface Packed {
  /** How many values. */
  readonly size: number;
  readonly bytes: Buffer;
}

/** Small enough to open at once, large enough to compress well. */
const PIECE = 1000;

const compress = promisify(zstdCompress);

/** Packs any number of values; other threads compress, and the event loop turns, while the next piece is written out. */
export async function pack(values: readonly unknown[]): Promise<Packed[]> {
  const pieces: Promise<Packed>[] = [];
  for (let start = 0; start < values.length; start += PIECE) {
    const piece = values.slice(start, start + PIECE);
    pieces.push(compress(JSON.stringify(piece)).then((bytes) => ({ size: piece.length, bytes })));
    await new Promise(setImmediate);
  }
  return Promise.all(pieces);
}

/** For the few values that come up inside a transaction. */
export function packNow(values: readonly unknown[]): Packed[] {
  return values.length === 0 ? [] : [{ size: values.length, bytes: zstdCompressSync(JSON.stringify(values)) }];
}

export function unpack<Value>(bytes: Buffer): Value[] {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as Value[];
}
