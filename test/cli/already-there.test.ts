import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { PreviewView } from '../../src/contract/control/runs.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { pennyrow, statementOf } from './pennyrow.ts';

const HEADERS = ['Date', 'Payee', 'Amount', 'Category'];

/** Two coffees on one day, a rent, and a row with another text than the bank's. */
const TYPED = [
  ['2026-01-05', 'Corner Coffee', -3.5, 'Food'],
  ['2026-01-05', 'Corner Coffee', -3.5, 'Food'],
  ['2026-01-06', 'Rent', -900, 'Home'],
  ['2026-01-08', 'present for Ana', -71.7, 'Gifts'],
] as const;

const SENT = [
  { date: '2026-01-05', amount: '-3.50', text: 'CORNER COFFEE 0815 BERLIN' },
  { date: '2026-01-05', amount: '-3.50', text: 'CORNER COFFEE 0815 BERLIN' },
  { date: '2026-01-05', amount: '-3.50', text: 'CORNER COFFEE 0815 BERLIN' },
  { date: '2026-01-06', amount: '-900.00', text: 'Rent January' },
  { date: '2026-01-09', amount: '-71.70', text: 'PAYPAL QX' },
  { date: '2026-01-10', amount: '-12.00', text: 'Cinema Royal' },
];

async function own(service: ServiceInUse): Promise<string> {
  const file = join(service.folder, 'My money.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Spending');
  sheet.addRow([...HEADERS]);
  for (const [day, ...rest] of TYPED) sheet.addRow([new Date(`${day}T00:00:00Z`), ...rest]);
  await workbook.xlsx.writeFile(file);
  expect((await pennyrow(service.folder, 'workbook', 'connect', file, '--add')).code).toBe(0);
  return file;
}

describe('rows that a user has typed', () => {
  test('are not duplicated by a first statement: two commands import only what is missing', async () => {
    const service = await serviceInUse();
    const file = await own(service);
    const before = await exceljsRows(file, 'Spending');
    const statement = statementOf(service.folder, SENT, 'january.ofx');

    const planned = await pennyrow(service.folder, 'import', statement, '--dry-run');
    expect(planned.stdout).toContain('3 already there in rows of your own');
    expect(planned.stdout).toMatch(/possible duplicate.*PAYPAL QX.*looks like row 5/);
    expect(await exceljsRows(file, 'Spending')).toEqual(before);

    const ended = await pennyrow(service.folder, 'import', statement, '--same', 'all', '--json');
    expect(ended.code).toBe(0);
    expect(ended.json<Run>().counts).toMatchObject({ added: 2, alreadyThere: 4, possibleDuplicates: 0 });
    const after = await exceljsRows(file, 'Spending');
    expect(after).toMatchObject([
      ...before.map((row) => ({ ...row, 'Transaction ID': expect.stringMatching(/^[0-9a-f]{24}/) })),
      { Payee: 'CORNER COFFEE 0815 BERLIN', Amount: -3.5 },
      { Payee: 'Cinema Royal', Amount: -12 },
    ]);
    expect(after).toHaveLength(6);

    const undone = await pennyrow(service.folder, 'undo', ended.json<Run>().id, '--json');
    expect([undone.code, undone.json<Run>().counts]).toMatchObject([0, { removed: 2, updated: 4, kept: 0 }]);
    expect((await exceljsRows(file, 'Spending')).slice(0, 4)).toEqual(before);
  });

  test('are listed with row numbers, and --same rejects a row without a similar transaction', async () => {
    const service = await serviceInUse();
    await own(service);
    const statement = statementOf(service.folder, SENT, 'january.ofx');
    const preview = (await pennyrow(service.folder, 'import', statement, '--dry-run', '--json')).json<PreviewView>();
    expect(preview.lines.flatMap(({ mayBe }) => mayBe)).toMatchObject([{ row: 5, description: 'present for Ana' }]);
    const refused = await pennyrow(service.folder, 'import', statement, '--same', '4');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('looks like row 4')]);
    const ended = await pennyrow(service.folder, 'import', statement, '--same', '5', '--json');
    expect(ended.json<Run>().counts).toMatchObject({ added: 2, alreadyThere: 4 });
  });
});
