import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { isStatementFile } from './file-names.ts';

const STATEMENTS = join(import.meta.dirname, '../../../test/fixtures/statements');

function file(name: string, content: string | Buffer): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

const LINES = Array.from(
  { length: 2000 },
  (_, line) => `2026-01-${String((line % 28) + 1).padStart(2, '0')};Bäckerei ${line};-1,50`,
).join('\r\n');
const TABLE = `Datum;Text;Betrag\r\n${LINES}\r\n`;

test.each([
  ['umsaetze.txt', ':20:X\r\n:25:NL91ABNA0417164300\r\n'],
  ['EXPORT.ASC', 'OFXHEADER:100\r\n<OFX>'],
  ['download', '!Type:Bank\nD1/31/2026\n'],
  ['table.TXT', TABLE],
  ['wide.txt', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
  ['broken.ofx', 'anything'],
])('%s is a statement', async (name, content) => {
  expect(await isStatementFile(file(name, content))).toBe(true);
});

test.each([
  ['notes.txt', 'Call the bank, tomorrow\nBuy bread, milk\n'],
  ['inventory.txt', 'Chair;4\nTable;1\n'],
  ['empty.txt', ''],
  ['picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
  ['statement.pdf', TABLE],
  ['.hidden.txt', TABLE],
  ['later.txt.part', TABLE],
])('%s is not a statement', async (name, content) => {
  expect(await isStatementFile(file(name, content))).toBe(false);
});

test('fixtures of every format are recognized under an unspecific name', async () => {
  for (const name of [
    'two-accounts-v1.qfx',
    'utf16-v2.ofx',
    'camt/german-v2.xml',
    'camt/day.zip',
    'mt940/utf16.sta',
    'qif/us-bank.qif',
    'csv/tabs-utf16.tsv',
    'csv/no-header.csv',
  ]) {
    expect([name, await isStatementFile(file('export.txt', readFileSync(join(STATEMENTS, name))))]).toEqual([
      name,
      true,
    ]);
  }
});

test.skipIf(process.platform === 'win32')('checking a pipe does not block', async () => {
  const path = join(temporaryFolder(), 'pipe.txt');
  execFileSync('mkfifo', [path]);
  expect(await isStatementFile(path)).toBe(false);
});
