import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { exceljsPerson, exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Imported {
  readonly counts: { readonly added: number; readonly known: number; readonly deleted: number };
}

async function importInto(folder: string, statement: string): Promise<Imported['counts']> {
  const done = await pennyrow(folder, 'import', statement, '--json');
  expect(done).toMatchObject({ code: 0, stderr: '' });
  return done.json<Imported>().counts;
}

test('an import without new rows does not touch the workbook, and a changed workbook with an old timestamp is read', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Pennyrow.xlsx');
  const statement = statementFile(folder, ['Bakery', 'Cinema', 'Bookshop']);
  expect(await importInto(folder, statement)).toMatchObject({ added: 3 });
  const written = readFileSync(path);
  expect(await importInto(folder, statement)).toMatchObject({ added: 0, known: 3, deleted: 0 });
  expect(readFileSync(path).equals(written)).toBe(true);

  // Simulates a program that copies a file with its timestamp.
  const { atime, mtime } = statSync(path);
  await exceljsPerson(path).deleteRow('Transactions', 3);
  utimesSync(path, atime, mtime);
  expect(await importInto(folder, statement)).toMatchObject({ added: 0, known: 2, deleted: 1 });
  expect(await importInto(folder, statement)).toMatchObject({ added: 0, known: 2, deleted: 1 });
  expect((await exceljsRows(path, 'Transactions')).map((row) => row['Description'])).toEqual(['Bakery', 'Bookshop']);
});

test('a file with the same size and timestamp but other bytes is detected as changed', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Pennyrow.xlsx');
  const statement = statementFile(folder, ['Bakery', 'Cinema']);
  await importInto(folder, statement);
  const { atime, mtime } = statSync(path);
  // Changes a checksum in the zip directory, which is at the end of the file.
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 16;
  bytes.writeUInt32LE((bytes.readUInt32LE(at) ^ 1) >>> 0, at);
  writeFileSync(path, bytes);
  utimesSync(path, atime, mtime);
  const refused = await pennyrow(folder, 'import', statement);
  expect(refused.code).toBe(1);
  expect(refused.stderr + refused.stdout).toMatch(/damaged/i);
});
