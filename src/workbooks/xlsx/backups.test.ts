import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { BACKUPS_KEPT, backUp, surplus } from './backups.ts';

const HOUR = 3_600_000;

describe('backups', () => {
  test('hold the content and are for their owner alone', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'Budget.xlsx');
    writeFileSync(path, 'first');
    await backUp(path, join(folder, 'kept', 'here'), manualClock('2026-03-10T09:00:00.000Z'));
    expect(readFileSync(join(folder, 'kept', 'here', 'Budget 2026-03-10T09-00-00.000Z.xlsx'), 'utf8')).toBe('first');
    expect(statSync(join(folder, 'kept')).mode & 0o077).toBe(0);
  });

  test('of five days of hourly syncs are the last two and one for each of the three days before', async () => {
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

  test('never touch other files of the folder', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'b.xlsx');
    const kept = join(folder, 'kept');
    mkdirSync(kept);
    const foreign = ['b (copy).xlsx', 'b 2026.xlsx', 'bb 2026-01-01T00-00-00.000Z.xlsx', 'notes.txt'];
    for (const name of foreign) writeFileSync(join(kept, name), '');
    writeFileSync(path, '');
    const clock = manualClock();
    for (let count = 0; count < 10; count += 1) {
      await backUp(path, kept, clock);
      clock.advance(HOUR);
    }
    expect(readdirSync(kept)).toEqual(expect.arrayContaining(foreign));
    expect(readdirSync(kept)).toHaveLength(foreign.length + BACKUPS_KEPT);
  });
});

test('thinning keeps the newest and never more than it should', () => {
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-01-20'), noInvalidDate: true });
  fc.assert(
    fc.property(
      fc.uniqueArray(moment.map((date) => `b ${date.toISOString().replaceAll(':', '-')}.xlsx`)),
      (versions) => {
        const dropped = new Set(surplus(versions));
        const left = versions.filter((version) => !dropped.has(version));
        expect(left).toHaveLength(Math.min(versions.length, BACKUPS_KEPT));
        if (versions.length > 0) expect(left).toContain([...versions].sort().at(-1));
      },
    ),
  );
});
