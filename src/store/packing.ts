import { setImmediate as turn } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { parseStored, valueDamaged } from './damage.ts';

/** A run of values as compressed JSON. */
export interface Packed {
  /** How many values. */
  readonly size: number;
  readonly bytes: Buffer;
}

/** Small enough to open at once, large enough to compress well. */
const PIECE = 1000;

/** Packs any number of values; the event loop turns between the pieces, each of which takes a few milliseconds. */
export async function pack(values: readonly unknown[]): Promise<Packed[]> {
  const pieces: Packed[] = [];
  for (let start = 0; start < values.length; start += PIECE) {
    pieces.push(...packNow(values.slice(start, start + PIECE)));
    await turn();
  }
  return pieces;
}

/** For the few values that come up inside a transaction. */
export function packNow(values: readonly unknown[]): Packed[] {
  // In this thread: handing a piece to another one costs more than compressing it.
  return values.length === 0 ? [] : [{ size: values.length, bytes: packText(JSON.stringify(values)) }];
}

/** Throws `store_damaged` when the bytes are not as they were packed. */
export function unpack<Value>(bytes: Buffer): Value[] {
  return parseStored<Value[]>('packed rows', unpackText(bytes));
}

export function packText(text: string): Buffer {
  return zstdCompressSync(text);
}

/** Throws `store_damaged` as `unpack` does. */
export function unpackText(bytes: Buffer): string {
  try {
    return zstdDecompressSync(bytes).toString('utf8');
  } catch (thrown) {
    throw valueDamaged('something packed', thrown);
  }
}
