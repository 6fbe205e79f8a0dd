import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XlsxWorkbook } from '../../src/workbooks/xlsx/xlsx-connector.ts';
import { workbookContract } from '../contracts/workbook-contract.ts';
import { exceljsPerson } from '../support/exceljs-person.ts';
import { manualClock } from '../support/manual-clock.ts';
import { lighterWorkbook } from '../support/lighter-workbook.ts';

workbookContract('a local .xlsx file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennyrow-'));
  const path = join(folder, 'Money.xlsx');
  await lighterWorkbook(path);
  const workbook = new XlsxWorkbook(path, { backupFolder: join(folder, 'backups'), clock: manualClock() });
  return {
    workbook,
    person: exceljsPerson(path),
    close: async () => {
      await workbook.close();
      await rm(folder, { recursive: true });
    },
  };
});
