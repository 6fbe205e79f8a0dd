import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openZipPackage } from '../../src/workbooks/xlsx/package/zip-package.ts';
import { writeZipPackage } from '../../src/workbooks/xlsx/package/zip-writer.ts';
import { newXlsxWorkbook } from './new-workbook.ts';

/** The cells of a sheet with formulas, which in a new workbook are only on the summary sheets. */
const FIGURES = /<sheetData>(?=.*<f>).*<\/sheetData>/s;
const VALIDATIONS = /<dataValidations.*?<\/dataValidations>/s;

/**
 * Removes the parts of a new workbook that dominate the time of tests with exceljs, and have separate tests: a column's
 * validation, which exceljs expands to a million cells, and two thousand formulas.
 */
export async function makeLighter(path: string): Promise<void> {
  const pkg = await openZipPackage(path);
  const changes = new Map<string, Buffer>();
  for (const name of pkg.names.filter((part) => part.startsWith('xl/worksheets/sheet'))) {
    const xml = (await pkg.read(name)).toString();
    changes.set(name, Buffer.from(xml.replace(VALIDATIONS, '').replace(FIGURES, '<sheetData/>')));
  }
  await writeZipPackage(pkg, changes, `${path}.new`);
  await pkg.close();
  await rename(`${path}.new`, path);
}

let original: Promise<Buffer> | undefined;

/** Creates a new workbook without the parts that `makeLighter` removes. */
export async function lighterWorkbook(path: string): Promise<void> {
  original ??= make();
  await writeFile(path, await original);
}

async function make(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pennyrow-'));
  const path = join(folder, 'Money.xlsx');
  await newXlsxWorkbook(path);
  await makeLighter(path);
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}
