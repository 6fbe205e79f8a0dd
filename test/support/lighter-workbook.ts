import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openZipPackage } from '../../src/workbooks/xlsx/package/zip-package.ts';
import { writeZipPackage } from '../../src/workbooks/xlsx/package/zip-writer.ts';
import { newXlsxWorkbook } from './new-workbook.ts';

/** A sheet that contains a formula: in a new workbook, only the summary sheets do. */
const FIGURES = /<sheetData>(?=.*<f>).*<\/sheetData>/s;
const VALIDATIONS = /<dataValidations.*?<\/dataValidations>/s;

/**
 * Removes the parts of a new workbook that dominate the time of tests with exceljs: it expands a column's validation to a
 * million cells, and reads and writes two thousand formulas, which have separate tests.
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

/** Creates such a workbook at this path. */
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
