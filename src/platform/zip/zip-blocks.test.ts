import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blocksOf,
  deflateBlock,
  END_OF_BLOCKS,
  inflateBlock,
  withBlocks,
  type StoredBlocks,
  combineCrc32,
} from './zip-blocks.ts';
import type { EntryHeader } from './zip-records.ts';

const none = Buffer.alloc(0);
const PIECES = ['head', 'rows that repeat, rows that repeat', '', 'tail'].map((text) => Buffer.from(text));

async function entry(): Promise<{ header: EntryHeader; stored: readonly StoredBlocks[]; bytes: Buffer }> {
  const stored = await Promise.all(PIECES.map((bytes, mark) => deflateBlock({ bytes, mark }, 4)));
  const bytes = Buffer.concat([...stored.map((each) => each.bytes), END_OF_BLOCKS]);
  const whole = Buffer.concat(PIECES);
  const header = {
    name: Buffer.from('a'),
    versionMadeBy: 20,
    versionNeeded: 20,
    flags: 0,
    method: 8,
    time: 0,
    date: 0x21,
    crc32: crc32(whole),
    compressedSize: bytes.length,
    uncompressedSize: whole.length,
    internalAttributes: 0,
    externalAttributes: 0,
    localExtra: none,
    // An extra field that another program wrote: Pennyrow must keep it.
    centralExtra: Buffer.from([0x55, 0x54, 1, 0, 7]),
    comment: none,
  };
  const blocks = stored.flatMap((each) => each.blocks);
  return { header: withBlocks(header, blocks), stored, bytes };
}

describe('a zip entry in blocks', () => {
  test('is one deflate stream whose blocks can be read separately', async () => {
    const { header, bytes } = await entry();
    expect(inflateRawSync(bytes).equals(Buffer.concat(PIECES))).toBe(true);
    const blocks = blocksOf(header) ?? [];
    expect(blocks.map(({ mark }) => mark)).toEqual([0, 1, 2, 3]);
    for (const [index, block] of blocks.entries()) {
      const content = inflateBlock(block, bytes.subarray(block.at, block.at + block.storedSize), 'a');
      expect(content.equals(PIECES[index] ?? none)).toBe(true);
    }
  });

  test.each([
    ['has another checksum', { crc32: 1 }],
    ['has another length', { uncompressedSize: 3 }],
    ['has another compressed size', { compressedSize: 9 }],
    ['is not compressed', { method: 0 }],
    ['has no extra field', { centralExtra: none }],
  ])('is read as a whole if it %s', async (_, changed) => {
    const { header } = await entry();
    expect(blocksOf({ ...header, ...changed })).toBeNull();
  });

  test('keeps the extra fields of other programs when it is written without blocks', async () => {
    const { header } = await entry();
    expect(withBlocks(header, null).centralExtra).toEqual(Buffer.from([0x55, 0x54, 1, 0, 7]));
  });

  test('is read as a whole if it has too many blocks or a block is too large', async () => {
    const { header, stored } = await entry();
    const [block] = stored.flatMap(({ blocks }) => blocks);
    if (block === undefined) throw new Error('No block.');
    const many = Array.from({ length: 5_000 }, () => block);
    for (const blocks of [many, [{ ...block, size: 2 ** 30 }]])
      expect(blocksOf({ ...withBlocks(header, blocks) })).toBeNull();
  });

  test('throws a checksum error if a block has other content or is truncated', async () => {
    const { header, stored } = await entry();
    const [head, rows] = blocksOf(header) ?? [];
    if (head === undefined || rows === undefined) throw new Error('No blocks.');
    const bytes = stored[1]?.bytes ?? none;
    const damaged = expect.objectContaining({ name: 'ZipError', fault: 'checksum' });
    expect(() => inflateBlock(head, bytes, 'a')).toThrow(damaged);
    expect(() => inflateBlock(rows, bytes.subarray(0, 9), 'a')).toThrow(damaged);
  });
});

test('combineCrc32 computes the checksum of two parts from their checksums', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 3000 }), (first, second) => {
      expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});

test('combineCrc32 accepts a part of 40 MB', () => {
  const second = Buffer.alloc(40_000_003, 'row');
  expect(combineCrc32(crc32('head'), crc32(second), second.length)).toBe(crc32(second, crc32('head')));
});
