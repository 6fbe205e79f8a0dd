import { expect, onTestFinished, test } from 'vitest';
import { startFakeGoogle, type FakeGoogle } from '../fake-google.ts';
import type { SpreadsheetSpec } from '../spreadsheet-spec.ts';

const ROWS: SpreadsheetSpec = {
  title: 'Household <2026>',
  sheets: [
    {
      title: 'Transactions',
      frozenRows: 1,
      rows: [
        ['Date', 'Amount'],
        [{ date: '2026-01-05' }, { number: -3.5, pattern: '#,##0.00;[Red]-#,##0.00' }],
        ['<script>', { formula: '=B2*2' }],
      ],
    },
    { title: 'Notes', sheetId: 7, rows: [['Hello']] },
  ],
};

async function opened(): Promise<{
  fake: FakeGoogle;
  id: string;
  url: string;
  post(fields: Record<string, string>): Promise<Response>;
}> {
  const fake = await startFakeGoogle();
  onTestFinished(() => fake.close());
  const id = fake.addSpreadsheet(ROWS);
  const url = `${fake.root}/spreadsheets/d/${id}/edit`;
  return { fake, id, url, post: (fields) => fetch(url, { method: 'POST', body: new URLSearchParams(fields) }) };
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

test('the page of a sheet shows the texts that Google displays', async () => {
  const { url } = await opened();
  const page = await textOf(url);
  expect(page).toMatch(/data-at="2:0"[^>]*>2026-01-05</);
  expect(page).toMatch(/data-at="2:1" data-typed="-3.5" style="color:#d93025;[^"]*">-3\.50</);
  expect(page).toMatch(/data-at="3:1" data-typed="=B2\*2"[^>]*>-7</);
  expect(page).toContain('&lt;script&gt;');
  expect(await textOf(`${url}?sheet=7`)).toContain('>Hello<');
});

test('the user can type into a cell, empty one, and delete a row', async () => {
  const { fake, id, post } = await opened();
  expect((await post({ action: 'enter', sheet: 'Transactions', row: '2', column: '1', value: '-4.25' })).status).toBe(
    200,
  );
  await post({ action: 'enter', sheet: 'Transactions', row: '3', column: '0', value: '' });
  expect(await fake.hand(id).shown('Transactions')).toEqual([
    ['Date', 'Amount'],
    ['2026-01-05', '-4.25'],
    ['', '-8.5'],
  ]);
  await post({ action: 'delete-row', sheet: 'Transactions', row: '3' });
  expect(await fake.hand(id).shown('Transactions')).toEqual([
    ['Date', 'Amount'],
    ['2026-01-05', '-4.25'],
  ]);
});

test.each([{ sheet: 'Elsewhere' }, { row: '0' }, { row: '5000' }, { column: 'x' }, { action: 'burn' }])(
  'impossible settings are rejected: %o',
  async (wrong) => {
    const { fake, id, post } = await opened();
    const before = await fake.hand(id).shown('Transactions');
    expect(
      (await post({ action: 'enter', sheet: 'Transactions', row: '2', column: '1', value: '1', ...wrong })).status,
    ).toBe(400);
    expect(await fake.hand(id).shown('Transactions')).toEqual(before);
  },
);

test("the list contains the user's spreadsheets, and an unknown one is not found", async () => {
  const { fake, id } = await opened();
  expect(await textOf(`${fake.root}/spreadsheets`)).toContain(
    `<a href="/spreadsheets/d/${id}/edit">Household &lt;2026&gt;</a>`,
  );
  expect((await fetch(`${fake.root}/spreadsheets/d/nothing/edit`)).status).toBe(404);
});

test('pages are not recorded as API calls', async () => {
  const { fake, url } = await opened();
  await textOf(url);
  expect(fake.requests).toEqual([]);
});
