import { closeSync, openSync, readdirSync, readFileSync, readSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, numbered, SHEET, workbooksInBlocks } from '../support/workbook-in-blocks.ts';

const books = workbooksInBlocks();

describe('a write in blocks', () => {
  /** Changes one bit of the byte at each of these positions in the file. */
  function damage(path: string, ...places: readonly number[]): void {
    const file = openSync(path, 'r+');
    for (const at of places) {
      const byte = Buffer.alloc(1);
      readSync(file, byte, 0, 1, at);
      writeSync(file, Buffer.from([byte.readUInt8() ^ 0x10]), 0, 1, at);
    }
    closeSync(file);
  }

  /** A position inside of the compressed bytes of each block. */
  async function placesOf(path: string): Promise<readonly number[]> {
    const bytes = readFileSync(path);
    const name = bytes.indexOf(SHEET);
    const start = name + SHEET.length + bytes.readUInt16LE(name - 2);
    return ((await blocksOf(path)) ?? []).map(({ storedSize }, index, all) =>
      all.slice(0, index).reduce((sum, block) => sum + block.storedSize, start + Math.floor(storedSize / 2)),
    );
  }

  test('is rejected if any block of the new version is damaged before verification, and the workbook is unchanged', async () => {
    const path = books.copied();
    const before = readFileSync(path);
    // Damages the new version at a position in each block. Up to the last block, both versions have the same positions.
    for (const at of await placesOf(path)) {
      const spoil = (name: string): void => {
        if (name !== 'verifying') return;
        const written = readdirSync(dirname(path)).find((entry) => entry.startsWith('.Budget.xlsx.pennyrow-'));
        damage(join(dirname(path), written ?? ''), at);
      };
      await expect(books.apply(path, { appends: numbered(3, 9_000) }, spoil)).rejects.toMatchObject({
        code: expect.stringMatching(/^workbook_(?:damaged|not_verified)$/),
      });
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  test('is rejected if a block to copy is damaged in the workbook', async () => {
    for (const index of [1, 3]) {
      const path = books.copied();
      damage(path, (await placesOf(path))[index] ?? 0);
      const before = readFileSync(path);
      await expect(books.apply(path, { appends: numbered(3, 9_000) })).rejects.toMatchObject({
        code: 'workbook_damaged',
      });
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });
});
