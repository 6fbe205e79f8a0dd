import { expect, test } from 'vitest';
import { repairText } from './repair-text.ts';
import type { Screen } from './screen.ts';

const SCREEN: Screen = { width: Infinity, paint: (_style, text) => text };
const COPY = { name: 'pennyrow.db.day.20260131081500000', takenAt: '2026-01-31T08:15:00.000Z' };

test('a repair that could read everything says so, and where the damaged file is', () => {
  const tables = [{ table: 'token', kept: 2, fromCopy: 0, isWhole: true }];
  expect(repairText(SCREEN, { setAside: '/data/damaged-1', copy: null, tables }).split('\n')).toEqual([
    'Rebuilt the database; your workbook was not changed.',
    'The damaged file is kept in /data/damaged-1.',
    'Everything could be read.',
  ]);
});

test('a repair names all that may be missing, with what to do, also where neither the file nor the copy had any of it', () => {
  const tables = [
    { table: 'token', kept: 1, fromCopy: 2, isWhole: false },
    { table: 'schedule', kept: 0, fromCopy: 0, isWhole: false },
    { table: 'sync_request', kept: 0, fromCopy: 3, isWhole: false },
  ];
  const withCopy = repairText(SCREEN, { setAside: null, copy: COPY, tables });
  expect(withCopy).toContain(
    'API tokens: 1 read from the damaged file, 2 from the copy. Check that none came back which you had deleted',
  );
  expect(withCopy).toContain(
    'schedules: nothing was found, so that all of it is lost if there was any. Check them: `pennyrow schedule`.',
  );
  expect(withCopy).not.toContain('sync_request');
  expect(repairText(SCREEN, { setAside: null, copy: null, tables })).toMatch(
    /There was no good copy[^]*schedules: nothing was found/,
  );
});
