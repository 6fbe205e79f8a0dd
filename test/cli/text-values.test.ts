import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { COLUMNS, googleShell } from '../support/google-shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementOf, type StatementLine } from './pennyrow.ts';

type TypedRow = readonly [date: string | Date, text: string, amount: string | number];

async function connected(rows: readonly TypedRow[]): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = temporaryFolder();
  const file = join(folder, 'Haushalt.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Umsätze');
  sheet.addRows([['Datum', 'Text', 'Betrag'], ...rows]);
  await workbook.xlsx.writeFile(file);
  await pennyrow(folder, 'schedule', 'set', '07:30');
  const { code, stderr } = await pennyrow(folder, 'workbook', 'columns', file, '--sheet', 'Umsätze', '--add');
  expect([code, stderr]).toEqual([0, '']);
  return { folder, file };
}

const BANK: readonly StatementLine[] = [
  { date: '2026-10-20', amount: '-4.50', text: 'Bäckerei' },
  { date: '2026-10-21', amount: '1234.56', text: 'Lohn' },
  { date: '2026-11-03', amount: '-12.00', text: 'Apotheke' },
  { date: '2026-11-04', amount: '-7.00', text: 'Kino' },
];

const TYPED: readonly TypedRow[] = [
  ['20.10.2026', 'Bäckerei', '-4,50'],
  ['21.10.2026', 'Lohn', '1.234,56 €'],
  ['3.11.2026', 'Apotheke', '12,00-'],
  ['neulich', 'Kiosk', '-2,00'],
  ['05.11.2026', 'Kiosk', 'zwei Euro'],
];

test('rows whose dates and amounts are text are recognized, and status lists rows without a readable date or amount', async () => {
  const { folder } = await connected(TYPED);
  const imported = await pennyrow(folder, 'import', statementOf(folder, BANK, 'one.ofx'), '--json');
  expect(imported.json<Run>().counts).toMatchObject({ added: 1, alreadyThere: 3 });
  const { stdout } = await pennyrow(folder, 'status');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    '2 lines of the workbook need a look: Umsätze 6 (“neulich”) and Umsätze 7 (“zwei Euro”).',
  );
});

test('rows of a Google spreadsheet whose dates and amounts are text are recognized', async () => {
  const { hand, run, folder } = await googleShell();
  await run('import', statementOf(folder, [{ date: '2026-10-01', amount: '-1.00', text: 'Tram' }], 'first.ofx'));
  for (const [place, values] of TYPED.entries())
    for (const [column, name] of (['Date', 'Description', 'Amount'] as const).entries())
      await hand.type('Transactions', 4 + place, COLUMNS.indexOf(name), values[column] as string);
  const { counts } = await run<Run>('import', statementOf(folder, BANK, 'one.ofx'));
  expect(counts).toMatchObject({ added: 1, alreadyThere: 3 });
});

test.each<readonly [string, readonly TypedRow[], StatementLine, string]>([
  [
    'dates',
    [
      ['03/04/2026', 'Shop', -4.5],
      ['05/06/2026', 'Rent', -900],
    ],
    { date: '2026-04-03', amount: '-4.50', text: 'Shop' },
    'Row 2 has "03/04/2026", which may be two different days.',
  ],
  [
    'amounts',
    [
      [new Date('2026-03-04T00:00:00Z'), 'Shop', '-1.500'],
      [new Date('2026-03-05T00:00:00Z'), 'Rent', '-2.250'],
    ],
    { date: '2026-03-04', amount: '-1500.00', text: 'Shop' },
    'Row 2 has "-1.500", which the column allows to be read in two ways.',
  ],
])(
  'ambiguous %s are reported, and the import that could duplicate such rows writes nothing',
  async (_what, rows, line, sentence) => {
    const { folder } = await connected(rows);
    const shown = await pennyrow(folder, 'workbook', 'show');
    expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain(sentence);
    const refused = await pennyrow(folder, 'import', statementOf(folder, [line], 'one.ofx'), '--json');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('workbook_ambiguous_texts');
  },
);
