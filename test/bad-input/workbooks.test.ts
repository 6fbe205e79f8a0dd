import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { contentOf, digestOf } from '../support/before-and-after.ts';
import { sheetData, workbookParts, writeSmallXlsx } from '../support/small-xlsx.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HEADER = ['Date', 'Description', 'Amount', 'Transaction ID'];
const CONTENT_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const SHEET = 'xl/worksheets/sheet1.xml';

const ofSheet = (inside: string, name = 'Transactions') => writeSmallXlsx(workbookParts({ [name]: inside }));

/** A valid workbook except for the XML of its only sheet. */
const ofXml = (change: (sheet: string) => string | Buffer) => {
  const parts = workbookParts({ Transactions: sheetData([HEADER]) });
  return writeSmallXlsx({ ...parts, [SHEET]: change(parts[SHEET] ?? ''), '[Content_Types].xml': CONTENT_TYPES });
};

/** A valid workbook except for the bytes that `change` replaces. */
async function ofBytes(change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = await ofSheet(sheetData([HEADER]));
  writeFileSync(path, change(readFileSync(path)));
  return path;
}

const BAD: readonly (readonly [what: string, code: string, make: () => Promise<string>])[] = [
  ['without the sheet', 'workbook_sheet_missing', () => ofSheet(sheetData([HEADER]), 'Money')],
  ['without a header', 'workbook_column_lost', () => ofSheet(sheetData([['a', 'b']]))],
  ['with two Date columns', 'workbook_ambiguous_column', () => ofSheet(sheetData([[...HEADER, 'date']]))],
  ['half written', 'workbook_damaged', () => ofBytes((bytes) => bytes.subarray(0, bytes.length / 2))],
  [
    'with one byte changed',
    'workbook_damaged',
    () => ofBytes((bytes) => Buffer.from(bytes.map((byte, place) => (place === 300 ? byte ^ 0xff : byte)))),
  ],
  ['with nothing in it', 'workbook_damaged', () => ofBytes(() => Buffer.alloc(0))],
  ['a text file', 'workbook_not_xlsx', () => ofBytes(() => Buffer.from('Date,Description,Amount\n'))],
  [
    'locked with a password',
    'workbook_password',
    () => ofBytes(() => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])),
  ],
  [
    'a zip bomb',
    'workbook_too_large',
    () => ofXml((sheet) => sheet.replace('</sheetData>', `${'<row/>'.repeat(4_000_000)}</sheetData>`)),
  ],
  [
    'an entity bomb',
    'workbook_damaged',
    () =>
      ofXml((sheet) => sheet.replace('<worksheet', '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet')),
  ],
  [
    'nested for ever',
    'workbook_damaged',
    () => ofXml((sheet) => sheet.replace('<sheetData>', `${'<a>'.repeat(100_000)}<sheetData>`)),
  ],
  [
    'in another encoding than it says',
    'workbook_damaged',
    () => ofXml((sheet) => Buffer.from(sheet.replace('Description', 'Déscription'), 'latin1')),
  ],
];

/** How the message names the workbook: for wrong columns, by the sheet or the file name; otherwise by the path. */
function nameIn(code: string, path: string): string {
  if (code === 'workbook_ambiguous_column') return '"Transactions"';
  return code === 'workbook_sheet_missing' || code === 'workbook_column_lost' ? `“${basename(path)}”` : path;
}

test('connecting an invalid workbook fails with its name and the remedy, and changes nothing', async () => {
  const folder = temporaryFolder();
  // Adds a row, because connecting would discard a workbook without rows.
  expect((await pennyrow(folder, 'import', statementFile(temporaryFolder(), ['Grocer']))).code).toBe(0);
  const before = contentOf(folder);
  for (const [what, code, make] of BAD) {
    const path = await make();
    const bytes = digestOf(path);
    const refused = await pennyrow(folder, 'workbook', 'connect', path, '--json');
    expect({ what, code: refused.code, stdout: refused.stdout }).toEqual({ what, code: 1, stdout: '' });
    const { error } = JSON.parse(refused.stderr) as { error: { code: string; message: string; remedy: string } };
    expect({ what, code: error.code }).toEqual({ what, code });
    expect(error.message).toContain(nameIn(code, path));
    expect(error.remedy).not.toBe('');
    expect(digestOf(path)).toBe(bytes);
  }
  expect(contentOf(folder)).toEqual(before);
});

test.skipIf(process.platform === 'win32')(
  'connecting a folder, a pipe or a link to itself is rejected at once, with its path',
  async () => {
    const folder = temporaryFolder();
    const path = (name: string) => join(folder, name);
    mkdirSync(path('folder.xlsx'));
    execFileSync('mkfifo', [path('pipe.xlsx')]);
    symlinkSync(path('loop.xlsx'), path('loop.xlsx'));
    for (const name of ['folder.xlsx', 'pipe.xlsx', 'loop.xlsx']) {
      expect(await pennyrow(folder, 'workbook', 'connect', path(name))).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(path(name)),
      });
    }
  },
);

test.each([
  ['protected', 'workbook_protected', () => ofSheet(`${sheetData([HEADER])}<sheetProtection sheet="1"/>`)],
  [
    'full to its last line',
    'workbook_full',
    () =>
      ofXml((sheet) =>
        sheet.replace(
          '</sheetData>',
          '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>2026-01-31</t></is></c></row></sheetData>',
        ),
      ),
  ],
] as const)(
  'a workbook that is %s can be read; an import reports why it cannot write, and writes nothing',
  async (_what, code, make) => {
    const folder = temporaryFolder();
    const path = await make();
    expect((await pennyrow(folder, 'workbook', 'connect', path)).code).toBe(0);
    const [bytes, before] = [digestOf(path), contentOf(folder)];
    const run = await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer']), '--json');
    expect(run.code).toBe(1);
    expect(run.json<Run>()).toMatchObject({
      status: 'failed',
      messages: [{ code, message: expect.stringContaining(path) }],
    });
    expect(digestOf(path)).toBe(bytes);
    expect(contentOf(folder)).toEqual(before);
  },
);
