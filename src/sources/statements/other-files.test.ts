import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PennyrowError } from '../../platform/errors.ts';
import { inspectStatement } from './inspect-statement.ts';
import { otherFile, readStatementFile } from './read-statement.ts';
import { NO_CSV_MEMORY } from './statement.ts';

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures');

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'this is a PDF', 'OFX/QFX (.ofx, .qfx)'],
  ['a web page', Buffer.from('\r\n<!DOCTYPE html><html lang="en">'), 'this is a web page', 'OFX/QFX (.ofx, .qfx)'],
  [
    'an old Excel workbook',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    'this is a spreadsheet',
    'save it as .xlsx or CSV',
  ],
  [
    'an OpenDocument workbook',
    Buffer.from(`PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK`, 'latin1'),
    'this is a spreadsheet',
    'save it as .xlsx or CSV',
  ],
])(
  '%s is rejected with an error that names its kind and the formats to use instead',
  async (_, bytes, what, remedy) => {
    const file = { name: 'bank.file', bytes };
    const { format, problem } = await inspectStatement(file, NO_CSV_MEMORY);
    expect({ format, problem }).toEqual({
      format: null,
      problem: expect.objectContaining({
        code: 'statement_unknown_format',
        message: expect.stringContaining(`bank.file: ${what}`),
        remedy: expect.stringContaining(remedy),
      }),
    });
    await expect(readStatementFile(file)).rejects.toThrow(PennyrowError);
  },
);

test('no fixture of a statement is mistaken for another kind of file', () => {
  const files = readdirSync(join(FIXTURES, 'statements'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('web-page'),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    expect([name, otherFile(bytes, bytes.toString('latin1', 0, 200))]).toEqual([name, null]);
  }
});
