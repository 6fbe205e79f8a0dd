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

async function opened(): Promise<{ fake: FakeGoogle; id: string; url: string }> {
  const fake = await startFakeGoogle();
  onTestFinished(() => fake.close());
  const id = fake.addSpreadsheet(ROWS);
  return { fake, id, url: `${fake.root}/spreadsheets/d/${id}/edit` };
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

test('the page of a sheet shows the texts that Google displays', async () => {
  const { url } = await opened();
  const page = await textOf(url);
  for (const text of ['2026-01-05', '-3.50', '-7', '&lt;script&gt;', 'Hello'])
    expect(page).toContain(`<td>${text}</td>`);
});

test("the list page links to the user's spreadsheets, and an unknown spreadsheet has no page", async () => {
  const { fake, id } = await opened();
  expect(await textOf(`${fake.root}/spreadsheets`)).toContain(
    `<a href="/spreadsheets/d/${id}/edit">Household &lt;2026&gt;</a>`,
  );
  expect((await fetch(`${fake.root}/spreadsheets/d/nothing/edit`)).status).toBe(404);
});

test('a visit to a page is not recorded as an API call', async () => {
  const { fake, url } = await opened();
  await textOf(url);
  expect(fake.requests).toEqual([]);
});
