import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { ControlClient } from '../../contract/control/index.ts';
import type { ExportPage } from '../../contract/control/service.ts';
import type { ExportedTransaction } from '../../contract/transaction-view.ts';
import { exportText } from './export.ts';

const row = (id: string): ExportedTransaction => ({ id, row_index: 2, date: '', amount: '1' }) as ExportedTransaction;

/** Returns these pages, one for each call. */
function pages(...answers: readonly ExportPage[]): ControlClient {
  const left = [...answers];
  return { call: () => Promise.resolve(left.shift() as never) };
}

const PAGES: readonly ExportPage[] = [
  { version: 7, rows: [row('a'), row('b')], next: 3 },
  { version: 7, rows: [], next: 5 },
  { version: 7, rows: [row('c')], next: null },
];

async function idsOf(client: ControlClient, format: 'csv' | 'json'): Promise<unknown[]> {
  const { content, count } = await exportText(client, { accountId: 'any', from: undefined, to: undefined }, format);
  const text = content.toString();
  const rows =
    format === 'json'
      ? (JSON.parse(text) as { id: string }[])
      : Papa.parse<{ id: string }>(text, { header: true, skipEmptyLines: true }).data;
  return [count, ...rows.map(({ id }) => id)];
}

test.each(['csv', 'json'] as const)('an export as %s joins the rows of all pages', async (format) => {
  expect(await idsOf(pages(...PAGES), format)).toEqual([3, 'a', 'b', 'c']);
  expect(await idsOf(pages({ version: 7, rows: [], next: null }), format)).toEqual([0]);
});

test('an export starts again if the rows have changed between two pages', async () => {
  const changed: readonly ExportPage[] = [
    { version: 8, rows: [row('x')], next: 3 },
    { version: 8, rows: [row('y')], next: null },
  ];
  const [first, second] = PAGES as [ExportPage, ExportPage];
  const client = pages(first, second, { ...PAGES[2]!, version: 8 }, ...changed);
  expect(await idsOf(client, 'json')).toEqual([2, 'x', 'y']);
});
