import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { AccountStatus } from '../../src/contract/control/service.ts';
import { atTerminal, HAS_TERMINAL } from '../support/at-terminal.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementFile } from './pennyrow.ts';

async function spreadsheet(headers: readonly string[]): Promise<string> {
  const path = join(temporaryFolder(), 'Money.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Household');
  sheet.addRow([...headers]);
  sheet.addRow([new Date('2026-01-05T00:00:00Z'), -12.5, 'Bakery']);
  await workbook.xlsx.writeFile(path);
  return path;
}

describe('an import after a failed connection to a workbook', () => {
  test.each([
    ['a spreadsheet without the columns', () => spreadsheet(['Rent', 'Paid', 'By'])],
    ['a missing file', async () => join(temporaryFolder(), 'Nowhere.xlsx')],
  ])('never writes to another workbook: %s', async (_, make) => {
    const folder = temporaryFolder();
    expect((await pennyrow(folder, 'workbook', 'connect', await make())).code).toBe(1);
    const imported = await pennyrow(folder, 'import', statementFile(temporaryFolder(), ['Grocer']), '--json');
    expect(imported.json()).toMatchObject({ status: 'failed', messages: [{ code: 'workbook_none' }] });
    expect(existsSync(join(folder, 'Pennyrow.xlsx'))).toBe(false);
  });

  test('keeps a workbook that already has rows', async () => {
    const folder = temporaryFolder();
    const file = statementFile(temporaryFolder(), ['Grocer']);
    await pennyrow(folder, 'import', file);
    expect((await pennyrow(folder, 'workbook', 'connect', await spreadsheet(['Rent', 'Paid', 'By']))).code).toBe(1);
    expect((await pennyrow(folder, 'import', file, '--json')).json()).toMatchObject({ counts: { known: 1 } });
  });
});

describe('the output of an import', () => {
  test('contains the workbook’s path, as text and JSON, also when nothing is written', async () => {
    const folder = temporaryFolder();
    const file = statementFile(temporaryFolder(), ['Grocer']);
    const workbook = join(folder, 'Pennyrow.xlsx');
    expect((await pennyrow(folder, 'import', file, '--dry-run')).stdout).toContain(workbook);
    expect((await pennyrow(folder, 'import', file, '--dry-run', '--json')).json()).toMatchObject({ workbook });
    expect((await pennyrow(folder, 'import', file, '--json')).json()).toMatchObject({ workbook });
  });
});

describe.skipIf(!HAS_TERMINAL)('connecting an ordinary spreadsheet at a terminal', () => {
  test.each([
    ['a column under another name, by its number', ['Date', 'Amount', 'What'], ['1', 'y']],
    ['only the id column', ['Date', 'Amount', 'Description'], ['y']],
  ])('asks for the missing parts of a spreadsheet, and connects it: %s', async (_, headers, answers) => {
    const [folder, path] = [temporaryFolder(), await spreadsheet(headers)];
    expect(await atTerminal(folder, answers, 'workbook', 'connect', path).ended).toBe(0);
    const imported = await pennyrow(folder, 'import', statementFile(temporaryFolder(), ['Grocer']), '--json');
    expect(imported.json()).toMatchObject({ status: 'succeeded', workbook: path });
    expect((await exceljsRows(path, 'Household')).map((row) => row[headers[2] ?? ''])).toEqual(['Bakery', 'Grocer']);
  });

  test('changes nothing after the answer “no”', async () => {
    const [folder, path] = [temporaryFolder(), await spreadsheet(['Date', 'Amount', 'Description'])];
    expect(await atTerminal(folder, ['n'], 'workbook', 'connect', path).ended).toBe(1);
    expect(Object.keys((await exceljsRows(path, 'Household'))[0] ?? {})).not.toContain('Transaction ID');
  });
});

describe('an import of a wrong file', () => {
  const WRONG: readonly (readonly [name: string, content: string | Buffer])[] = [
    ['photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3])],
    ['letter.pdf', '%PDF-1.4 a letter'],
    ['empty.csv', ''],
    ['notes.csv', 'a,b\n1,2\n'],
    ['broken.ofx', '<OFX><BANKMSGSRSV1>'],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae100000000', 'hex')],
    ['folder.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ];

  test.each(WRONG)('creates no workbook or connection, and leaves the account healthy: %s', async (name, content) => {
    const [folder, path] = [temporaryFolder(), join(temporaryFolder(), name)];
    writeFileSync(path, content);
    expect((await pennyrow(folder, 'import', path)).code).toBe(1);
    expect(existsSync(join(folder, 'Pennyrow.xlsx'))).toBe(false);
    expect((await pennyrow(folder, 'connection', 'list', '--json')).json()).toEqual([]);
    const { accounts } = (await pennyrow(folder, 'status', '--json')).json<{ accounts: readonly AccountStatus[] }>();
    expect(accounts).toMatchObject([{ health: 'ok', notes: [] }]);
    const right = await pennyrow(folder, 'import', statementFile(temporaryFolder(), ['Grocer']), '--json');
    expect(right.json()).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
  });
});
