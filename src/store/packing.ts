import { setImmediate as turn } from 'node:timers/promises';
import zlib from 'node:zlib';
import { valueDamaged } from './damage.ts';
import { parseStored } from './table.ts';

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
  // Compresses synchronously, because starting another thread would take longer than the compression.
  return values.length === 0 ? [] : [{ size: values.length, bytes: packText(JSON.stringify(values)) }];
}

export function unpack<Value>(bytes: Buffer): Value[] {
  return parseStored<Value[]>('packed rows', unpackText(bytes));
}

/** Uses Deflate, because the Node version in Electron may lack zstd. */
export function packText(text: string): Buffer {
  return zlib.deflateSync(text, { level: 1 });
}

/** The first bytes of zstd data, which earlier versions of Pennyrow stored. */
const ZSTD = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);

export function unpackText(bytes: Buffer): string {
  try {
    const isOld = bytes.subarray(0, ZSTD.length).equals(ZSTD);
    return (isOld ? zlib.zstdDecompressSync(bytes) : zlib.inflateSync(bytes)).toString('utf8');
  } catch (thrown) {
    throw valueDamaged('something packed', thrown);
  }
}
