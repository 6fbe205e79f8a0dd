import { rename } from 'node:fs/promises';
import { openZipPackage } from '../../src/workbooks/xlsx/zip-package.ts';
import { writeZipPackage } from '../../src/workbooks/xlsx/zip-writer.ts';

/** For exceljs, which unfolds a validation of a whole column into a million cells. */
export async function dropValidations(path: string): Promise<void> {
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
