import { setImmediate as turn } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { parseStored, valueDamaged } from './damage.ts';

export interface Packed {
  readonly size: number;
  readonly bytes: Buffer;
}

const PIECE = 1000;

export async function pack(values: readonly unknown[]): Promise<Packed[]> {
  const pieces: Packed[] = [];
  for (let start = 0; start < values.length; start += PIECE) {
    pieces.push(...packNow(values.slice(start, start + PIECE)));
    await turn();
  }
  return pieces;
}

export function packNow(values: readonly unknown[]): Packed[] {
  // Synchronous: another thread would cost more than the compression.
  return values.length === 0 ? [] : [{ size: values.length, bytes: packText(JSON.stringify(values)) }];
}

export function unpack<Value>(bytes: Buffer): Value[] {
  return parseStored<Value[]>('packed rows', unpackText(bytes));
}

export function packText(text: string): Buffer {
  return zstdCompressSync(text);
}

export function unpackText(bytes: Buffer): string {
  try {
    return zstdDecompressSync(bytes).toString('utf8');
  } catch (thrown) {
    throw valueDamaged('something packed', thrown);
  }
}
