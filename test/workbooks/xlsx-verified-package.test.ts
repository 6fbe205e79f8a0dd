import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { applyTo, editParts, readBack, rowValues, workbookFixture } from '../support/xlsx-files.ts';

const BALANCES = {
  newSheet: 'Balances',
  appends: [
    { date: '2026-03-01' as CalendarDate, account: 'Giro', accountId: '1', amount: '1.00' as Amount, currency: 'EUR' },
  ],
  removals: [],
};

/** Writes a change, but replaces the new file by an edited version before the write verifies it. Returns the result. */
async function spoiled(edits: Readonly<Record<string, (text: string) => string>>) {
  const path = workbookFixture('excel-like.xlsx');
  const before = readFileSync(path);
  const written = workbookFixture('excel-like.xlsx');
  await applyTo(written, CHANGE);
  const bad = await editParts(written, edits);
  const refusal = await applyTo(path, CHANGE, {
    step: (name) => {
      if (name !== 'verifying') return;
      const temporary = readdirSync(dirname(path)).find((entry) => entry.startsWith('.excel-like.xlsx.pennyrow-'));
      copyFileSync(bad, join(dirname(path), temporary ?? ''));
    },
  }).catch((thrown: unknown) => thrown);
  return { refusal, isUnchanged: readFileSync(path).equals(before), files: readdirSync(dirname(path)) };
}

const CHANGE = { appends: [rowValues({ transactionId: 'new-1' })], balances: BALANCES };
const WORKBOOK = 'xl/workbook.xml';
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';
const TYPES = '[Content_Types].xml';

test('a valid written package replaces the workbook', async () => {
  const path = workbookFixture('excel-like.xlsx');
  await applyTo(path, CHANGE);
  expect((await readBack(path)).rows.at(-1)).toMatchObject({ transactionId: 'new-1' });
});

test.each<[string, string, (text: string) => string]>([
  ['an undeclared prefix', WORKBOOK, (text) => text.replace(/ r:id="([^"]*)"\/><\/sheets>/, ' q:id="$1"/></sheets>')],
  [
    'a reference to a missing relationship',
    WORKBOOK,
    (text) => text.replace(/r:id="[^"]*"\/><\/sheets>/, 'r:id="rId99"/></sheets>'),
  ],
  [
    'two sheets with the same id',
    WORKBOOK,
    (text) => text.replace(/sheetId="\d+"( r:id="[^"]*"\/><\/sheets>)/, 'sheetId="1"$1'),
  ],
  ['two sheets with the same name', WORKBOOK, (text) => text.replace('name="Balances"', 'name="TRANSACTIONS"')],
  ['an unlisted sheet', WORKBOOK, (text) => text.replace(/<sheet name="Balances"[^>]*>/, '')],
  [
    'two relationships with the same id',
    RELATIONSHIPS,
    (text) => text.replaceAll(/Id="rId\d+"(?=[^>]*sheet\d+\.xml")/g, 'Id="rId1"'),
  ],
  [
    'a relationship to a missing part',
    RELATIONSHIPS,
    (text) => text.replace(/sheet(\d+)\.xml"\/><\/Rel/, 'sheet77.xml"/></Rel'),
  ],
  [
    'a part without a content type',
    TYPES,
    (text) =>
      text
        .replace(
          /<Override PartName="\/xl\/worksheets\/sheet\d+\.xml"[^>]*\/>(?=<Override PartName="\/xl\/tables\/table\d+\.xml"[^>]*\/>[^<]*<\/Types>)/,
          '',
        )
        .replace(/<Default Extension="xml"[^>]*>/, ''),
  ],
  [
    'two tables with the same name',
    'xl/tables/table2.xml',
    (text) => text.replaceAll(/(isplayName)="[^"]*"/g, '$1="Ledger"'),
  ],
  ['a broken styles part', 'xl/styles.xml', (text) => text.replace('</styleSheet>', '')],
  [
    'a cell with an undeclared prefix',
    'xl/worksheets/sheet1.xml',
    (text) => text.replace('<row r="12"', '<row q:x="1" r="12"'),
  ],
  ['a missing transaction', 'xl/worksheets/sheet1.xml', (text) => text.replace(/<row r="12".*?<\/row>/, '')],
])('a written package with %s does not replace the workbook', async (_what, part, edit) => {
  let isSpoiled = false;
  const outcome = await spoiled({
    [part]: (text) => {
      const edited = edit(text);
      isSpoiled = edited !== text;
      return edited;
    },
  });
  expect(isSpoiled).toBe(true);
  expect(outcome).toMatchObject({
    refusal: { code: 'workbook_not_verified', message: expect.stringContaining('thrown away') },
    isUnchanged: true,
    files: ['excel-like.xlsx'],
  });
});

test('a fault that the workbook already had does not prevent a write', async () => {
  const path = await editParts(workbookFixture('excel-like.xlsx'), {
    [RELATIONSHIPS]: (text) =>
      text.replace(
        '</Relationships>',
        '<Relationship Id="rId98" Type="http://x/printerSettings" Target="gone.bin"/></Relationships>',
      ),
  });
  await applyTo(path, CHANGE);
  expect((await readBack(path)).rows.at(-1)).toMatchObject({ transactionId: 'new-1' });
});
