import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createXlsxWorkbook } from '../../src/workbooks/xlsx/new-workbook.ts';
import { openXlsxWorkbook } from '../../src/workbooks/xlsx/xlsx-workbook.ts';
import { openZipPackage } from '../../src/workbooks/xlsx/zip-package.ts';
import { writeZipPackage } from '../../src/workbooks/xlsx/zip-writer.ts';
import { workbookContract } from '../contracts/workbook-contract.ts';
import { exceljsPerson } from '../support/exceljs-person.ts';
import { manualClock } from '../support/manual-clock.ts';

workbookContract('a local .xlsx file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennyrow-'));
  const path = join(folder, 'Money.xlsx');
  await createXlsxWorkbook(path);
  await dropValidations(path);
  const workbook = openXlsxWorkbook(path, { backupFolder: join(folder, 'backups'), clock: manualClock() });
  return {
    workbook,
    person: exceljsPerson(path),
    close: async () => {
      await workbook.close();
      await rm(folder, { recursive: true });
    },
  };
});

/** The person's library unfolds a validation of a whole column into a million cells. */
async function dropValidations(path: string): Promise<void> {
  const pkg = await openZipPackage(path);
  const changes = new Map<string, Buffer>();
  for (const name of pkg.names.filter((name) => name.startsWith('xl/worksheets/sheet'))) {
    const xml = (await pkg.read(name)).toString();
    changes.set(name, Buffer.from(xml.replace(/<dataValidations.*?<\/dataValidations>/s, '')));
  }
  await writeZipPackage(pkg, changes, `${path}.new`);
  await pkg.close();
  await rename(`${path}.new`, path);
}
