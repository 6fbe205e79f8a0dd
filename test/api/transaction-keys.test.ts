import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMirrorReader } from '../../src/api/mirror.ts';
import { toEpochDay, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { Row } from '../../src/core/row.ts';
import { findMirrorState } from '../../src/store/mirror.ts';
import { apiService } from '../support/api-service.ts';
import { sheetRow } from '../support/sheet-row.ts';

async function keysOf(ids: readonly string[], query = ''): Promise<string[]> {
  const service = await apiService();
  service.show({
    rows: ids.map((transactionId, index) =>
      sheetRow({ index: index + 2, transactionId, date: `2026-03-0${index + 1}` }),
    ),
  });
  const { text, body } = await service.call('GET', `/api/v2/transactions${query}`, { token: service.token(['read']) });
  expect(body).toHaveProperty('count', Object.keys((body as { transactions: object }).transactions).length);
  return [...text.matchAll(/[{,]("(?:[^"\\]|\\.)*"):\{"row_index"/g)].map(
    (match) => JSON.parse(match[1] as string) as string,
  );
}

it('the key of a repeated id ends in #2, #3 and so on', async () => {
  expect(await keysOf(['x', 'y', 'x', 'x'])).toEqual(['x', 'y', 'x#2', 'x#3']);
});

it('the suffix of a repeated id counts only the rows of the requested range', async () => {
  expect(await keysOf(['x', 'y', 'x', 'x'], '?start_date=2026-03-03&end_date=2026-03-04')).toEqual(['x', 'x#2']);
  expect(await keysOf(['x', 'y', 'x'], '?start_date=2026-03-02&end_date=2026-03-03')).toEqual(['y', 'x']);
});

it('no key is returned twice, even if an id itself ends in #2', async () => {
  expect(await keysOf(['x', 'x', 'x#2'])).toEqual(['x', 'x#3', 'x#2']);
  expect(await keysOf(['x#2', 'x', 'x#2', 'x'])).toEqual(['x#2', 'x', 'x#2#2', 'x#3']);
});

it('the id __proto__ and ids with quotes, spaces and emoji are unchanged as keys', async () => {
  const ids = ['__proto__', 'a "quoted" one', 'back\\slash', 'line\nbreak', 'é€🙂', 'constructor'];
  expect(await keysOf(ids)).toEqual(ids);
  expect(await keysOf(['__proto__', '__proto__', 'é🙂', 'é🙂'])).toEqual(['__proto__', '__proto__#2', 'é🙂', 'é🙂#2']);
});

it('a row that the user typed gets a stable key from its content, and equal rows get different keys', async () => {
  const service = await apiService();
  const token = service.token(['read']);
  const keys = async (rows: readonly Row[]): Promise<string[]> => {
    service.show({ rows });
    const { body } = await service.call('GET', '/api/v2/transactions', { token });
    return Object.keys((body as { transactions: object }).transactions);
  };
  const typed = [2, 3].map((index) => sheetRow({ index, transactionId: '' }));
  const first = await keys(typed);
  expect(new Set(first).size).toBe(2);
  const moved = [
    sheetRow({ index: 2, transactionId: 'above' }),
    ...typed.map((row) => ({ ...row, index: row.index + 5, category: 'Set later' })),
  ];
  expect(await keys(moved)).toEqual(['above', ...first]);
});

/** The rows of the range and their keys, by a simple algorithm. */
function naive(rows: readonly Row[], start: string, end: string): [string, number][] {
  const inRange = rows
    .filter((row) => row.date !== null && row.date >= start && row.date <= end)
    .toSorted((a, b) => String(a.date).localeCompare(String(b.date)) || a.index - b.index);
  const own = new Set(inRange.map((row) => row.transactionId));
  const used = new Set<string>();
  return inRange.map((row) => {
    let key = row.transactionId;
    for (let number = 2; used.has(key) || (key !== row.transactionId && own.has(key)); number += 1)
      key = `${row.transactionId}#${number}`;
    used.add(key);
    return [key, row.index];
  });
}

it('the API returns the same transactions as a simple filter, for random rows and ranges', async () => {
  const { store, show } = await apiService();
  const reader = createMirrorReader(store);
  const date = fc.constantFrom('2024-12-31', '2025-01-01', '2025-06-15', '2026-01-01');
  const id = fc.constantFrom('a', 'a#2', 'a#3', 'a#2#2', 'é🙂', '__proto__', 'é🙂#2', 'z');
  fc.assert(
    fc.property(fc.array(fc.tuple(id, date), { maxLength: 14 }), date, date, (given, start, end) => {
      const rows = given.map(([transactionId, day], index) => sheetRow({ index: index + 2, transactionId, date: day }));
      show({ rows });
      const version = findMirrorState(store, 'home')?.version ?? 0;
      const { parts, length, count } = reader.range(
        'home',
        version,
        toEpochDay(start as CalendarDate),
        toEpochDay(end as CalendarDate),
      );
      const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
      const read = Object.entries(JSON.parse(`{${bytes.toString()}}`) as Record<string, { row_index: number }>);
      expect(read.map(([key, body]) => [key, body.row_index])).toEqual(naive(rows, start, end));
      expect([length, count]).toEqual([bytes.length, read.length]);
    }),
    { numRuns: 150 },
  );
});
