import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findFiles } from './find-files.ts';

it('finds the newest files with the extension in these folders only', async () => {
  const [documents, downloads] = [temporaryFolder(), temporaryFolder()];
  const write = (folder: string, name: string, day: number): void => {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), day * 86_400, day * 86_400);
  };
  write(documents, 'Money.XLSX', 20_000);
  write(downloads, 'Budget.xlsx', 20_001);
  for (const name of ['~$Money.xlsx', '.hidden.xlsx', 'Letter.docx']) write(documents, name, 20_002);
  mkdirSync(join(documents, 'Folder.xlsx'));
  mkdirSync(join(documents, 'Below'));
  write(join(documents, 'Below'), 'Deep.xlsx', 20_003);
  symlinkSync(join(documents, 'Money.XLSX'), join(downloads, 'Link.xlsx'));
  const found = await findFiles([documents, downloads, documents, join(documents, 'gone')], '.xlsx');
  expect(found.map(({ path, changedAt }) => [path, changedAt])).toEqual([
    [join(downloads, 'Budget.xlsx'), 20_001 * 86_400_000],
    [join(documents, 'Money.XLSX'), 20_000 * 86_400_000],
  ]);
});

it('limits the number of results', async () => {
  const folder = temporaryFolder();
  for (let number = 0; number < 12; number += 1) writeFileSync(join(folder, `${number}.xlsx`), '');
  expect(await findFiles([folder], '.xlsx')).toHaveLength(8);
});
