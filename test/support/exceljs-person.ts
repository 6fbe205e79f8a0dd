import { readFile, writeFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import type { Person, TypedValue } from '../contracts/workbook-session.ts';

interface GridCell {
  readonly value: ExcelJS.CellValue;
  readonly style: Partial<ExcelJS.Style>;
}

type Grid = GridCell[][];

/** Saves uncompressed files, since compressing takes longer than the edits. Other tests read compressed files of exceljs. */
const NOT_PACKED = { zip: { compression: 'STORE' } } as const;

const BLANK: GridCell = { value: null, style: {} };

/** The file that was last read or saved, with its content. */
interface OpenFile {
  readonly bytes: Buffer;
  readonly workbook: ExcelJS.Workbook;
}

/** A user who opens an .xlsx file in another program, changes something and saves it. */
export function exceljsPerson(path: string): Person {
  return {
    renameSheet: (from, to) =>
      editSheet(path, from, (sheet) => {
        sheet.name = to;
      }),
    deleteSheet: (name) => editSheet(path, name, (sheet) => sheet.workbook.removeWorksheet(sheet.id)),
    type: (name, row, column, value) =>
      editSheet(path, name, (sheet) => typeInto(sheet.getCell(row, column + 1), value)),
    typeFormula: (name, row, column, formula) =>
      editSheet(path, name, (sheet) => {
        sheet.getCell(row, column + 1).value = { formula: formula.slice(1), date1904: false };
      }),
    typeArray: (name, row, column, source) =>
      editSheet(path, name, (sheet) => {
        const [, letters = '', top, bottom] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(source) ?? [];
        const count = Number(bottom) - Number(top) + 1;
        const results = Array.from(
          { length: count },
          (_, index) => sheet.getCell(`${letters}${Number(top) + index}`).value,
        );
        const area = `${sheet.getCell(row, column + 1).address}:${sheet.getCell(row + count - 1, column + 1).address}`;
        // The type definitions support only shared formulas.
        (sheet.fillFormula as (area: string, formula: string, results: unknown, kind: string) => void)(
          area,
          source,
          results,
          'array',
        );
      }),
    formula: async (name, row, column) => {
      const cell = (await open(path)).getWorksheet(name)?.getCell(row, column + 1);
      return cell?.type === ExcelJS.ValueType.Formula ? `=${cell.formula}` : null;
    },
    look: async (name, row, column) =>
      shown((await open(path)).getWorksheet(name)?.getCell(row, column + 1).value ?? null),
    nameRange: (name, a1, rangeName) =>
      editSheet(path, name, ({ workbook }) => {
        workbook.definedNames.add(`${name}!${a1.replaceAll(/[A-Z]+|\d+/g, '$$$&')}`, rangeName);
      }),
    rowsNamed: async (name) => {
      const [range = ''] = (await open(path)).definedNames.getRanges(name).ranges;
      const rows = range.split('!')[1]?.match(/\d+/g) ?? [];
      return [rows.at(0), rows.at(-1)].map(Number);
    },
    insertColumn: (name, at) => editGrid(path, name, (grid) => grid.map((row) => row.toSpliced(at, 0, BLANK))),
    moveColumn: (name, from, to) => editGrid(path, name, (grid) => grid.map((row) => moved(row, from, to))),
    insertRow: (name, at) => editGrid(path, name, (grid) => grid.toSpliced(at - 1, 0, [])),
    deleteRow: (name, row) => editGrid(path, name, (grid) => grid.toSpliced(row - 1, 1)),
    reverseRows: (name, first, last) =>
      editGrid(path, name, (grid) => [
        ...grid.slice(0, first - 1),
        ...grid.slice(first - 1, last).toReversed(),
        ...grid.slice(last),
      ]),
  };
}

/** The rows of a sheet that are not empty, by column header. */
export async function exceljsRows(path: string, name: string): Promise<Record<string, string | number | null>[]> {
  const sheet = (await openForRows(path)).getWorksheet(name);
  if (sheet === undefined) throw new Error(`There is no sheet ${name}.`);
  const lines = Array.from({ length: sheet.rowCount }, (_, row) =>
    Array.from({ length: sheet.columnCount }, (__, column) => shown(sheet.getCell(row + 1, column + 1).value)),
  );
  const [headers = [], ...others] = lines;
  return others
    .filter((line) => line.some((value) => value !== null))
    .map((line) => Object.fromEntries(headers.map((header, column) => [String(header), line[column] ?? null])));
}

let lastOpen: OpenFile | null = null;
let lastOpenForRows: OpenFile | null = null;

/** Uses the last read content if the file is unchanged, since reading takes longer than the edits. */
async function open(path: string): Promise<ExcelJS.Workbook> {
  const bytes = await readFile(path);
  if (lastOpen?.bytes.equals(bytes) !== true) lastOpen = { bytes, workbook: await read(bytes) };
  return lastOpen.workbook;
}

/** Omits validations, which the library expands to a million cells. */
async function openForRows(path: string): Promise<ExcelJS.Workbook> {
  const bytes = await readFile(path);
  if (lastOpenForRows?.bytes.equals(bytes) !== true)
    lastOpenForRows = { bytes, workbook: await read(bytes, { ignoreNodes: ['dataValidations'] }) };
  return lastOpenForRows.workbook;
}

async function read(bytes: Buffer, options?: Partial<ExcelJS.XlsxReadOptions>): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer, options);
  return workbook;
}

async function editSheet(path: string, name: string, edit: (sheet: ExcelJS.Worksheet) => void): Promise<void> {
  const workbook = await open(path);
  // If this edit fails halfway, the next one must read the file again.
  lastOpen = null;
  const sheet = workbook.getWorksheet(name);
  if (sheet === undefined) throw new Error(`There is no sheet ${name}.`);
  // Removes tables, because on saving the library would overwrite header cells with their column names.
  for (const table of sheet.getTables() as unknown as readonly [{ readonly name: string }])
    sheet.removeTable(table.name);
  edit(sheet);
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer(NOT_PACKED));
  await writeFile(path, bytes);
  lastOpen = { bytes, workbook };
}

/** Moves complete cells; the library's splice moves only values. */
async function editGrid(path: string, name: string, edit: (grid: Grid) => Grid): Promise<void> {
  await editSheet(path, name, (sheet) => {
    const width = sheet.columnCount;
    const before = Array.from({ length: sheet.rowCount }, (_, row) =>
      Array.from({ length: width }, (_, column) => {
        const { value, style } = sheet.getCell(row + 1, column + 1);
        return { value, style };
      }),
    );
    const after = edit(before);
    for (let row = 0; row < Math.max(before.length, after.length); row += 1) {
      for (let column = 0; column <= width; column += 1) {
        const { value, style } = after[row]?.[column] ?? BLANK;
        const cell = sheet.getCell(row + 1, column + 1);
        cell.value = value;
        cell.style = style;
      }
    }
  });
  // Makes the next edit read the saved file, which has no emptied cells; `lastOpen` still has them as blank cells.
  lastOpen = null;
}

function moved(row: readonly GridCell[], from: number, to: number): GridCell[] {
  const cell = row[from] ?? BLANK;
  return row.toSpliced(from, 1).toSpliced(to, 0, cell);
}

function typeInto(cell: ExcelJS.Cell, value: TypedValue): void {
  if (value === null || typeof value !== 'object') {
    cell.value = value;
    return;
  }
  cell.value = new Date(`${value.date}T00:00:00Z`);
  cell.numFmt = 'yyyy-mm-dd';
}

function shown(value: ExcelJS.CellValue): string | number | null {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // The .xlsx format writes some underscores as _x005F_, which the library does not decode.
  if (typeof value === 'string') return value.replaceAll('_x005F_', '_');
  if (typeof value === 'number' || value === null) return value;
  if (typeof value === 'object' && ('formula' in value || 'sharedFormula' in value))
    return shown(value.result === undefined || typeof value.result === 'object' ? null : value.result);
  throw new Error(`A cell holds ${JSON.stringify(value)}, which no test expects.`);
}
