import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { seeded } from './seeded.ts';

/** Flips the bits of `mask` in the byte at `position`. */
export function flipByte(path: string, position: number, mask = 0xff): void {
  const file = openSync(path, 'r+');
  try {
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, position);
    writeSync(file, Buffer.of((byte[0] as number) ^ mask), 0, 1, position);
  } finally {
    closeSync(file);
  }
}

/** Flips `count` bytes at pseudorandom positions in the file. */
export function flipBytes(path: string, count: number, seed: number): void {
  const random = seeded(seed);
  const { size } = statOf(path);
  for (let each = 0; each < count; each += 1)
    flipByte(path, Math.floor(random() * size), 1 + Math.floor(random() * 255));
}

/** Simulates a disk that lost pages: writes zeros over `count` blocks of 4,096 bytes, from block `page`. */
export function zeroPages(path: string, page: number, count: number): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, Buffer.alloc(4096 * count), 0, 4096 * count, page * 4096);
  } finally {
    closeSync(file);
  }
}

function statOf(path: string): { readonly size: number } {
  const file = openSync(path, 'r');
  try {
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}
