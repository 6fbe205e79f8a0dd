import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { format } from '../../src/cli/locale.ts';
import { CSV_FIXTURES } from '../support/csv-files.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, runPennyrow } from './pennyrow.ts';

const GERMAN = { PENNYROW_LANGUAGE: '', LC_ALL: '', LC_MESSAGES: '', LC_TIME: '', LANG: 'de_DE.UTF-8' };

interface Imported {
  /** The output of `csv show` before the account was named, with single spaces. */
  readonly shown: string;
  readonly german: string;
  /** The output of `csv show` after the account was named. */
  readonly read: string;
  /** The output of the import. */
  readonly importOutput: string;
  /** The rows of the workbook, such as "2026-01-05 -54.2 GREEN GROCER". */
  readonly rows: readonly string[];
}

/** Shows a file, names its account, and imports it. */
async function importAs(name: string, ...account: readonly string[]): Promise<Imported> {
  const folder = temporaryFolder();
  const file = join(folder, name);
  copyFileSync(new URL(name, CSV_FIXTURES), file);
  const shown = await pennyrow(folder, 'csv', 'show', file);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  const german = await runPennyrow(folder, ['csv', 'show', file], GERMAN);
  const refused = await pennyrow(folder, 'import', file);
  expect(refused.code).toBe(1);
  expect(inOneLine(refused.stdout)).toContain('Nothing of this file was imported.');
  expect(await pennyrow(folder, 'csv', 'map', file, ...account)).toMatchObject({ code: 0, stderr: '' });
  const read = await pennyrow(folder, 'csv', 'show', file);
  const { code, stdout } = await pennyrow(folder, 'import', file);
  expect(code).toBe(0);
  const rows = await exceljsRows(join(folder, 'Pennyrow.xlsx'), 'Transactions');
  return {
    shown: inOneLine(shown.stdout),
    german: inOneLine(german.stdout),
    read: inOneLine(read.stdout),
    importOutput: inOneLine(stdout),
    rows: rows.map((row) => `${row['Date']} ${row['Amount']} ${row['Description']}`).sort(),
  };
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

test('the running balance identifies the columns of a table without headers, and the output names them in both languages', async () => {
  const { shown, german, importOutput, rows } = await importAs(
    'no-header-out-in-balance.csv',
    '--of',
    'Chequing',
    '--currency',
    'CAD',
  );
  expect(shown).toContain('Amount Column 3 (out), Column 4 (in) the running balance confirms it');
  expect(shown).toContain('? Which currency are the amounts in?');
  expect(german).toContain('Betrag Spalte 3 (Ausgänge), Spalte 4 (Eingänge)');
  expect(german).toContain('Datumsformat Monat, Tag, Jahr');
  expect(importOutput).toContain('4 added');
  expect(rows).toEqual([
    '2026-01-05 -54.2 GREEN GROCER',
    '2026-01-07 -120 CHEQUE 0042',
    '2026-01-15 2000 PAPERMILL PRESS PAY',
    '2026-01-20 -31.4 TIN WHISTLE PUB',
  ]);
});

test('opening and closing balances among the rows of a file are not imported as transactions', async () => {
  const { shown, german, importOutput, rows } = await importAs('saldo-anterior.csv', '--of', 'Conta');
  expect(shown).toContain('Sign amounts with a minus are money out the running balance confirms it');
  expect(german).toContain('Vorzeichen Beträge mit Minus sind Ausgaben');
  expect(importOutput).toContain('3 added');
  expect(rows).toEqual([
    '2026-01-13 -25.5 Padaria Central',
    '2026-01-15 3000 Pagamento Salário',
    '2026-01-20 -1200 Aluguel',
  ]);
});

test('a pending line without a booking day is imported with its purchase day, as pending', async () => {
  const { shown, german, read, importOutput, rows } = await importAs('completed-date.csv', '--of', 'Pocket');
  expect(shown).toContain('Currency the column “Currency” every line has one');
  expect(german).toContain('Währung die Spalte „Currency“');
  expect(read).toContain(`${format().money('-14.50', 'EUR')} Noodle Bar Pocket pending`);
  expect(importOutput).toContain('3 added');
  expect(rows).toEqual(['2026-01-29 -14.5 Noodle Bar', '2026-01-30 -20 Book Barn', '2026-01-31 -14.5 Noodle Bar']);
});
