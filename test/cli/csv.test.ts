import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PreviewView } from '../../src/contract/control/runs.ts';
import type { CsvMappingView } from '../../src/contract/control/statements.ts';
import type { StatementInspection } from '../../src/core/csv-mapping.ts';
import type { Run } from '../../src/core/run.ts';
import { CSV_FIXTURES } from '../support/csv-files.ts';
import { format } from '../../src/cli/locale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow } from './pennyrow.ts';

function withFile(name: string): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  const file = join(folder, name.split('/').at(-1) ?? name);
  copyFileSync(new URL(name, CSV_FIXTURES), file);
  return { folder, file };
}

test('an import of an unclear file without a terminal names the needed command, and succeeds after that command', async () => {
  const { folder, file } = withFile('card-inverted.csv');
  // Leaves as many payments as purchases, so that the meaning of a minus sign is unknown.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/.*PAPER & PENS.*\n/, ''));
  const failed = (await pennyrow(folder, 'import', file, '--json')).json<Run>();
  expect(failed).toMatchObject({
    status: 'failed',
    messages: [
      {
        code: 'statement_csv_question',
        remedy: expect.stringContaining('pennyrow csv map FILE --currency CODE --sign as-written|inverted'),
      },
    ],
  });
  const half = await pennyrow(folder, 'csv', 'map', file, '--currency', 'USD', '--json');
  expect(half).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(half.stderr)).toMatchObject({
    error: { code: 'statement_csv_question', message: expect.stringContaining('How does “Amount”') },
  });
  const mapped = await pennyrow(folder, 'csv', 'map', file, '--currency', 'USD', '--sign', 'inverted');
  expect(mapped).toMatchObject({ code: 0, stderr: '' });
  expect(mapped.stdout).toMatch(/Saved\. Import the file/);
  expect((await pennyrow(folder, 'import', file, '--json')).json<Run>()).toMatchObject({
    status: 'succeeded',
    counts: { added: 2 },
  });
});

test('a dry run prints a table of what would happen to each transaction', async () => {
  const { folder, file } = withFile('af-bij.csv');
  await pennyrow(folder, 'import', file);
  const titles =
    '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen","Saldo na mutatie","Tag"';
  const existingLine =
    '"20260125","Papiermolen BV","NL91ABNA0417164300","NL20INGB0001234567","GT","Bij","2.000,00","Online bankieren","Salaris januari","2.000,00",""';
  const fresh = '"20260202","Fietsenmaker","NL91ABNA0417164300","","BA","Af","40,00","Betaalautomaat","","",""';
  writeFileSync(join(folder, 'more.csv'), `${titles}\n${existingLine}\n${fresh}\n`);
  const { stdout, code } = await pennyrow(folder, 'import', join(folder, 'more.csv'), '--dry-run');
  expect(code).toBe(0);
  const [first, second] = [format().day('2026-01-25'), format().day('2026-02-02')];
  expect(stdout.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
    'This would happen: 1 added, 1 already there. Nothing was written.',
    `- more.csv (CSV): 2 transactions of Account ••4300 from ${first} to ${second}.`,
    `Workbook | ${join(folder, 'Pennyrow.xlsx')}`,
    '',
    'What | Date | Amount | Description | Account',
    `already there | ${first} | ${format().money('2000.00', 'EUR')} | Papiermolen BV - Salaris januari | Account ••4300`,
    `new | ${second} | ${format().money('-40.00', 'EUR')} | Fietsenmaker | Account ••4300`,
    '',
  ]);
  const planned = (
    await pennyrow(folder, 'import', join(folder, 'more.csv'), '--dry-run', '--json')
  ).json<PreviewView>();
  expect(planned.lines.map(({ what }) => what)).toEqual(['known', 'new']);
});

test('remembered CSV layouts are listed, shown and deleted', async () => {
  const { folder, file } = withFile('af-bij.csv');
  expect((await pennyrow(folder, 'csv', 'list')).stdout).toContain('Nothing is remembered yet.');
  await pennyrow(folder, 'import', file);
  const [mapping] = (await pennyrow(folder, 'csv', 'list', '--json')).json<CsvMappingView[]>();
  expect((await pennyrow(folder, 'csv', 'list')).stdout).toContain('the column “Rekening”');
  expect((await pennyrow(folder, 'csv', 'show', file)).stdout).toContain('files of this kind are remembered');
  expect((await pennyrow(folder, 'csv', 'forget', mapping?.fingerprint ?? '')).code).toBe(0);
  expect((await pennyrow(folder, 'csv', 'show', file, '--json')).json<StatementInspection>().csv).toMatchObject({
    isRemembered: false,
    questions: [],
    transactions: 2,
  });
});

test('the error about a column that a CSV file does not have lists the columns of the file', async () => {
  const { folder, file } = withFile('af-bij.csv');
  const refused = await pennyrow(folder, 'csv', 'map', file, '--date', 'Datun', '--json');
  expect(JSON.parse(refused.stderr)).toMatchObject({
    error: { code: 'statement_csv_column', message: expect.stringContaining('“Datum”') },
  });
});

test('the minus sign in a file is kept, even if an earlier file had only income', async () => {
  const folder = temporaryFolder();
  const save = (name: string, ...lines: readonly string[]): string => {
    const file = join(folder, name);
    const text = lines.map((line) => `${line},EUR,00123456\n`).join('');
    writeFileSync(file, `Date,Text,Money out,Money in,Currency,Account\n${text}`);
    return file;
  };
  const first = save('a.csv', '2026-01-01,Pay,,900.00', '2026-01-02,Gift,,20.00');
  expect((await pennyrow(folder, 'import', first)).code).toBe(0);
  const second = save('b.csv', '2026-01-03,Shop,-5.00,', '2026-01-04,Rent,-700.00,');
  expect((await pennyrow(folder, 'import', second)).code).toBe(0);
  const { stdout } = await pennyrow(folder, 'export', '--format', 'csv');
  // Matches amounts between commas, because a time may also end in :47.00.
  expect(stdout.match(/(?<=,)-?\d+\.00(?=,)/g)?.toSorted()).toEqual(['-5.00', '-700.00', '20.00', '900.00']);
});
