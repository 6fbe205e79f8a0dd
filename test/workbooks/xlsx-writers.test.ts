import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { afterAll, describe, expect, test } from 'vitest';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { ensureLibreOffice, NO_LIBRE_OFFICE } from '../support/libre-office.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/xlsx/writers');
const WRITERS = [...readdirSync(FIXTURES), 'exceljs.xlsx'];
const SHEETS = ['Money', 'By category', 'Categories', 'Rules', 'Balances'];
const TEXTS = ['Bäckerei & Söhne', 'Rent <flat 3>', 'Salary', 'Bakery', 'Cinema'];

/** Omits the workbook with XML prefixes, because exceljs cannot read prefixes. */
const READ_BY_EXCELJS = WRITERS.filter((writer) => writer !== 'open-xml-sdk-style.xlsx');

/** Writes a workbook with the same content as the fixtures. */
async function writeByExceljs(path: string): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Money');
  sheet.addRow(['Date', 'Payee', 'Amount', 'Category']);
  sheet.addRow([new Date('2026-01-05T00:00:00Z'), 'Bäckerei & Söhne', -3.2, 'Food']);
  sheet.addRow([new Date('2026-01-06T00:00:00Z'), 'Rent <flat 3>', -900, 'Home']);
  sheet.addRow([new Date('2026-01-07T00:00:00Z'), 'Salary', 2450]);
  sheet.getCell('B9').value = 'Total';
  sheet.getCell('C9').value = { formula: 'SUM(C2:C4)', result: 1546.8, date1904: false };
  workbook.addWorksheet('By category').getCell('A1').value = { formula: 'SUM(Money!C2:C4)', date1904: false };
  await workbook.xlsx.writeFile(path);
}

const folder = mkdtempSync(join(tmpdir(), 'pennyrow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const made = new Map<string, Promise<string>>();

/** The path of a connected workbook with added columns and sheets and two imported rows. */
function written(writer: string): Promise<string> {
  const written = made.get(writer) ?? write(writer);
  made.set(writer, written);
  return written;
}

async function write(writer: string): Promise<string> {
  const path = join(folder, writer);
  if (writer === 'exceljs.xlsx') await writeByExceljs(path);
  else copyFileSync(join(FIXTURES, writer), path);
  const data = mkdtempSync(join(folder, 'data-'));
  const statement = statementFile(data, ['Bakery', 'Cinema']);
  const steps = [
    ['workbook', 'connect', path, '--add'],
    ['workbook', 'balances', '--add'],
    ['import', statement],
  ];
  for (const step of steps) expect([step, (await pennyrow(data, ...step)).code]).toEqual([step, 0]);
  return path;
}

describe('a connected and filled workbook', () => {
  test.each(READ_BY_EXCELJS)('written by %s is read by exceljs', async (writer) => {
    const path = await written(writer);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(path);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(SHEETS);
    const rows = await exceljsRows(path, 'Money');
    expect(rows.map((row) => row['Payee'])).toEqual([...TEXTS, 'Total']);
    expect(workbook.getWorksheet('Money')?.getCell('C9').formula).toBe('SUM(C2:C6)');
    expect(workbook.getWorksheet('By category')?.getCell('A1').formula).toBe('SUM(Money!C2:C6)');
  });

  test('is read by openpyxl', async ({ skip }) => {
    const python = await pythonWithOpenpyxl();
    if (python === null) return skip('needs Python’s openpyxl, which is Debian’s package python3-openpyxl');
    const paths = await Promise.all(WRITERS.map(written));
    const { stdout } = await promisify(execFile)(python, ['-W', 'ignore', '-c', READ_BY_OPENPYXL, ...paths]);
    expect(JSON.parse(stdout)).toEqual(WRITERS.map(() => [SHEETS, ['Payee', ...TEXTS, null, null, 'Total']]));
  });

  test('is read and calculated by LibreOffice', async ({ skip }) => {
    const libreOffice = await ensureLibreOffice(temporaryFolder());
    if (libreOffice === null) return skip(NO_LIBRE_OFFICE);
    const shown = await libreOffice.shown(await Promise.all(WRITERS.map(written)));
    for (const name of WRITERS.map((writer) => parse(writer).name)) {
      const lines = shown.get(`${name}/Money`) ?? [];
      expect([name, ...lines.map((line) => line[1])]).toEqual([name, 'Payee', ...TEXTS, '', '', 'Total']);
      expect([name, Number(lines[8]?.[2])]).toEqual([name, 1542.8]);
      expect([name, Number(shown.get(`${name}/By category`)?.[0]?.[0])]).toEqual([name, 1542.8]);
    }
  });
});

const READ_BY_OPENPYXL = `
import json, sys, openpyxl
def read(path):
    book = openpyxl.load_workbook(path)
    return [book.sheetnames, [row[1].value for row in book['Money'].iter_rows()]]
print(json.dumps([read(path) for path in sys.argv[1:]]))
`;

/** Tries the system's Python as well, because the first Python in the search path may lack the package. */
async function pythonWithOpenpyxl(): Promise<string | null> {
  for (const program of ['python3', '/usr/bin/python3']) {
    const works = await promisify(execFile)(program, ['-c', 'import openpyxl']).then(
      () => true,
      () => false,
    );
    if (works) return program;
  }
  return null;
}
