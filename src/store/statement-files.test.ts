import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { Instant } from '../core/calendar-date.ts';
import type { CsvMapping } from '../core/csv-mapping.ts';
import { systemClock } from '../platform/clock.ts';
import { saveAccount } from './accounts.ts';
import { findCsvMapping, listCsvMappings, removeCsvMapping, saveCsvMapping } from './statement-files.ts';
import { openStore } from './store.ts';

const MAPPING: CsvMapping = {
  encoding: null,
  delimiter: ';',
  columns: ['Datum', 'Text', 'Betrag'],
  hasHeader: true,
  date: 0,
  dateOrder: 'dmy',
  amount: { kind: 'signed', column: 2, inverted: false },
  fee: null,
  decimalMark: ',',
  currency: { code: 'EUR' },
  description: [1],
  ownName: null,
  kind: null,
  id: null,
  status: null,
  account: { kind: 'named', id: 'csv:0123456789abcdef', name: 'Giro', lastDigits: null },
};

test('column mappings of CSV files are stored once per account and file layout, and listed newest first', () => {
  const folder = temporaryFolder();
  const store = openStore({ path: join(folder, 'store.sqlite'), backupFolder: folder, clock: systemClock });
  onTestFinished(() => store.close());
  for (const id of ['a', 'b']) {
    saveAccount(store, {
      id,
      name: id,
      timeZone: 'UTC',
      entitlement: { kind: 'personal', endsAt: null },
      workbook: null,
      createdAt: '2026-01-01T00:00:00.000Z' as Instant,
    });
  }
  const save = (account: string, fingerprint: string, day: number, mapping = MAPPING) =>
    saveCsvMapping(store, account, { fingerprint, mapping, savedAt: `2026-01-0${day}T00:00:00.000Z` as Instant });
  save('a', '1', 1);
  save('a', '2', 2);
  save('b', '1', 3, { ...MAPPING, dateOrder: 'mdy' });
  expect(findCsvMapping(store, 'a', '1')).toEqual(MAPPING);
  expect(findCsvMapping(store, 'b', '1')?.dateOrder).toBe('mdy');
  expect(findCsvMapping(store, 'b', '2')).toBeNull();
  save('a', '1', 4, { ...MAPPING, decimalMark: '.' });
  expect(listCsvMappings(store, 'a').map(({ fingerprint, mapping }) => [fingerprint, mapping.decimalMark])).toEqual([
    ['1', '.'],
    ['2', ','],
  ]);
  expect([removeCsvMapping(store, 'a', '1'), removeCsvMapping(store, 'a', '1')]).toEqual([true, false]);
  expect(listCsvMappings(store, 'a')).toHaveLength(1);
});
