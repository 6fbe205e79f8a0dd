import { expect, test } from 'vitest';
import { mirrorSample } from './mirror.ts';
import { COLUMNS } from '../core/row.ts';
import { WIRE_FIELDS } from '../core/wire.ts';

test('the sample of the mirror format has every column and field, filled and empty', () => {
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

test('the sample of the mirror format is deterministic', () => {
  expect(mirrorSample()).toBe(mirrorSample());
});
