import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { nextCopy, type DatedCopy } from '../../../platform/dated-copies.ts';
import { BACKUPS_KEPT, backUp, surplus, listVersions } from './backups.ts';

const HOUR = 3_600_000;

describe('backups', () => {
  test('contain the file, and are private to their owner', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'Budget.xlsx');
    writeFileSync(path, 'first');
    await backUp(path, join(folder, 'kept', 'here'), manualClock('2026-03-10T09:00:00.000Z'));
    expect(readFileSync(join(folder, 'kept', 'here', 'Budget 2026-03-10T09-00-00.000Z.xlsx'), 'utf8')).toBe('first');
    expect(statSync(join(folder, 'kept')).mode & 0o077).toBe(0);
  });

  test('of hourly syncs over five days are the last two versions, and one version of each of the three days before', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'b.xlsx');
    const clock = manualClock('2026-03-01T00:30:00.000Z');
    for (let hour = 0; hour < 24 * 5; hour += 1) {
      writeFileSync(path, String(hour));
      await backUp(path, join(folder, 'kept'), clock);
      clock.advance(HOUR);
    }
    expect(
      readdirSync(join(folder, 'kept'))
        .map((name) => name.slice(2, 15))
        .sort(),
    ).toEqual(['2026-03-02T23', '2026-03-03T23', '2026-03-04T23', '2026-03-05T22', '2026-03-05T23']);
  });

  test('never replace or delete files in the folder that are not backups', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'b.xlsx');
    const backupFolder = join(folder, 'kept');
    mkdirSync(backupFolder);
    const foreign = ['b (copy).xlsx', 'b 2026.xlsx', 'bb 2026-01-01T00-00-00.000Z.xlsx', 'notes.txt'];
    for (const name of foreign) writeFileSync(join(backupFolder, name), '');
    writeFileSync(path, '');
    const clock = manualClock();
    for (let count = 0; count < 10; count += 1) {
      await backUp(path, backupFolder, clock);
      clock.advance(HOUR);
    }
    expect(readdirSync(backupFolder)).toEqual(expect.arrayContaining(foreign));
    expect(readdirSync(backupFolder)).toHaveLength(foreign.length + BACKUPS_KEPT);
  });
});

describe('thinning out backups', () => {
  /** Random times from 1970, which a machine without a clock battery reports, to 2038. */
  const moment = fc.date({ min: new Date(0), max: new Date('2038-01-01'), noInvalidDate: true });

  test('keeps the versions that were made last, even if the clock was set back', () => {
    fc.assert(
      fc.property(fc.array(fc.array(moment, { minLength: 1, maxLength: 8 })), (jumps) => {
        let copies: readonly DatedCopy[] = [];
        const made: DatedCopy[] = [];
        for (const now of jumps.flat()) {
          const next = nextCopy(now.getTime(), copies);
          made.push(next);
          const all = [...copies, next];
          const dropped = new Set(surplus(all));
          copies = all.filter((version) => !dropped.has(version));
          expect(copies).toHaveLength(Math.min(made.length, BACKUPS_KEPT));
          expect(copies).toEqual(expect.arrayContaining(made.slice(-2)));
        }
      }),
    );
  });

  test('gives later versions later file names, even after the clock was set back', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'b.xlsx');
    const contents = ['2031-01-01', '2031-01-02', '2026-01-01', '2026-01-02', '2026-01-02', '1970-01-01', '2026-01-03'];
    for (const [number, day] of contents.entries()) {
      writeFileSync(path, String(number));
      await backUp(path, join(folder, 'kept'), manualClock(`${day}T00:00:00.000Z`));
    }
    const versions = await listVersions(join(folder, 'kept'));
    expect(versions.map(({ name }) => readFileSync(join(folder, 'kept', name), 'utf8')).slice(0, 2)).toEqual([
      '6',
      '5',
    ]);
    expect(versions).toHaveLength(BACKUPS_KEPT);
    expect(versions[0]?.takenAt).toBe('2026-01-03T00:00:00.000Z');
  });
});
