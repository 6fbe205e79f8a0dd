import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { smallDisk } from '../../../../test/support/small-disk.ts';
import { writeSmallXlsx } from '../../../../test/support/small-xlsx.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { completeWrite, writeInPlace } from './write-in-place.ts';

const PENDING = '.Money.xlsx.unfinished-write';
let short: Buffer;
let long: Buffer;

beforeEach(async () => {
  short = readFileSync(await writeSmallXlsx({ 'xl/workbook.xml': 'short' }));
  // Incompressible.
  long = readFileSync(await writeSmallXlsx({ 'xl/workbook.xml': randomBytes(100_000).toString('hex') }));
});

function folderWith(file: Buffer, pending?: Buffer) {
  const folder = temporaryFolder();
  const path = join(folder, 'Money.xlsx');
  writeFileSync(path, file);
  if (pending !== undefined) writeFileSync(join(folder, PENDING), pending);
  return { folder, path };
}

describe('writing a workbook in place', () => {
  test.each([
    ['longer', () => ({ before: short, after: long })],
    ['shorter', () => ({ before: long, after: short })],
  ] as const)('writes a %s version into the same file', async (_, versions) => {
    const { before, after } = versions();
    const { folder, path } = folderWith(before);
    linkSync(path, join(folder, 'same file'));
    writeFileSync(join(folder, 'new'), after);
    await writeInPlace(path, join(folder, 'new'));
    expect(readFileSync(path).equals(after)).toBe(true);
    expect(statSync(path).ino).toBe(statSync(join(folder, 'same file')).ino);
    expect(readdirSync(folder).sort()).toEqual(['Money.xlsx', 'same file']);
  });

  test('changes nothing if the disk is full', async (context) => {
    const { path: folder, fill } = smallDisk(context, 320);
    const path = join(folder, 'Money.xlsx');
    writeFileSync(path, short);
    writeFileSync(join(folder, 'new'), long);
    fill();
    await expect(writeInPlace(path, join(folder, 'new'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(path).equals(short)).toBe(true);
    expect(existsSync(join(folder, PENDING))).toBe(false);
  });
});

describe('an interrupted write in place', () => {
  test('is completed, after any number of written bytes', async () => {
    const places = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), places, places, async (grows, room, share) => {
        const [before, after] = grows ? [short, long] : [long, short];
        const state = Buffer.alloc(Math.max(before.length, Math.ceil(after.length * room)));
        before.copy(state);
        const written = state.length < after.length ? 0 : Math.ceil(after.length * share);
        after.copy(state, 0, 0, written);
        // Blanks the signature, because `writeInPlace` removes it first and restores it last.
        if (written > 0) state.fill(0, 0, 4);
        const { folder, path } = folderWith(state, after);
        await completeWrite(path);
        const found = readFileSync(path);
        expect(found.equals(after) || (state.equals(before) && found.equals(before))).toBe(true);
        expect(readdirSync(folder)).toEqual(['Money.xlsx']);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    [
      'is discarded if the workbook was replaced in the meantime',
      () => ({ file: long, pending: short, expected: long }),
    ],
    ['is discarded if it was already complete', () => ({ file: short, pending: short, expected: short })],
    [
      'is discarded if the copy of the new version is damaged',
      () => ({ file: short.subarray(0, 100), pending: long.subarray(0, 500), expected: short.subarray(0, 100) }),
    ],
  ])('%s', async (_, given) => {
    const { file, pending, expected } = given();
    const { folder, path } = folderWith(file, pending);
    await completeWrite(path);
    expect(readFileSync(path).equals(expected)).toBe(true);
    expect(readdirSync(folder)).toEqual(['Money.xlsx']);
  });
});
