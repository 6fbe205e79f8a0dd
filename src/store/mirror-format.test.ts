import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Amount } from '../core/amount.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import { listedCategories, listedRules, mirrorText } from '../core/mirror-text.ts';
import { COLUMNS, isTextual, shownKey, typeOf, type Column, type Row } from '../core/row.ts';
import type { Rule, Snapshot } from '../core/snapshot.ts';
import { WIRE_FIELDS } from '../core/wire.ts';
import { MIRROR_REVISION } from './mirror.ts';

test('the sample of the mirror format has each column and field both filled and empty', () => {
  const [snapshot, blocks] = JSON.parse(mirrorSample()) as [
    { rows: Record<string, unknown>[] },
    { text: string; days: number[]; offsets: number[] }[],
  ];
  const [full, empty] = snapshot.rows;
  for (const column of COLUMNS.filter((each) => each !== 'date')) {
    expect(full?.[column]).toBe(column);
    expect(empty?.[column] ?? '').toBe('');
  }
  const fields = Object.values(
    JSON.parse(
      `{${blocks
        .map(({ text }) => text)
        .join('')
        .slice(0, -1)}}`,
    ) as Record<string, Record<string, unknown>>,
  );
  for (const { name, column } of WIRE_FIELDS) {
    const values = fields.map((each) => each[name]);
    expect(values).not.toContain(undefined);
    if (column !== 'dateAdded') expect(values.some((value) => String(value).startsWith(column))).toBe(true);
  }
  expect(blocks.map(({ days, offsets }) => [days.length, offsets.length])).toEqual([[3, 4]]);
});

test('the digest of a sample mirror changes only together with MIRROR_REVISION', () => {
  const now = { revision: MIRROR_REVISION, digest: crc32(mirrorSample()) };
  expect(now, 'Write the new digest here. Increase MIRROR_REVISION too, unless a column or field changed.').toEqual({
    revision: 2,
    digest: 2300777965,
  });
});

/** The stored form of a mirror (a cached sheet) that has every column and field. */
function mirrorSample(): string {
  const rows = [rowOf(2, (column) => column), rowOf(3, () => ''), rowOf(4, (column) => column)];
  const rule: Rule = {
    index: 2,
    description: 'tea',
    category: 'Home',
    minAmount: null,
    maxAmount: null,
    account: 'Home',
    renameTo: 'Tea',
  };
  const snapshot: Snapshot = {
    revision: '' as Snapshot['revision'],
    rows,
    categories: ['Home'],
    budgets: [{ category: 'Home', amount: '1.00' as Amount, month: null }],
    rules: [rule],
    layout: {
      sheets: { transactions: { name: '', id: null }, categories: null, rules: null },
      headerRow: 1,
      columns: { date: { position: 0, header: '', sample: [] } },
    },
    problems: [{ code: '', sheet: 'rules', row: null, message: '' }],
    markers: [''],
  };
  const { blocks, repeats } = mirrorText(rows, {
    digest: (text) => text,
    addedAt: () => null,
    toInstant: (local) => `${local}Z` as Instant,
    firstSeen: new Map(),
    now: '2026-03-10T09:00:00.000Z' as Instant,
  });
  const written = [...blocks].map((block) => ({
    ...block,
    days: [...block.days],
    offsets: [...block.offsets],
    checksums: [...block.checksums],
  }));
  return JSON.stringify([snapshot, written, repeats, listedCategories(snapshot.categories), listedRules([rule])]);
}

/** Every row has a date, because the mirror omits rows without a date. */
function rowOf(index: number, textOf: (column: Column) => string): Row {
  const cells = COLUMNS.map((column) => {
    const text = textOf(column);
    return [column, text === '' && !isTextual(typeOf(column)) ? null : text];
  });
  const shown = COLUMNS.flatMap((column) => {
    const key = shownKey(column);
    return key === null ? [] : [[key, textOf(column)]];
  });
  return { ...Object.fromEntries([...cells, ...shown]), index, date: '2026-03-05' as CalendarDate };
}
