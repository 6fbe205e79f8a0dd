import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { RowValues } from '../../src/core/row.ts';
import type { Layout } from '../../src/core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../src/core/workbook-change.ts';
import type { ZipBlock } from '../../src/platform/zip/zip-blocks.ts';
import { openZipPackage } from '../../src/workbooks/xlsx/package/zip-package.ts';
import { newXlsxWorkbook } from './new-workbook.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { editParts, openTestWorkbook, rowValues } from './xlsx-files.ts';

export const SHEET = 'xl/worksheets/sheet1.xml';
/** Enough rows for about five blocks, the separately compressed parts of a sheet. */
export const ROWS = 2_500;

export interface WorkbooksInBlocks {
  /** Copies one of the two workbooks, and returns the path of the copy. */
  copied(which?: 'plain' | 'with formulas'): string;
  /** Applies a change without reading first. */
  apply(path: string, change: Partial<WorkbookChange>, step?: (name: string) => void): Promise<Applied>;
  readonly layout: Layout;
}

/** Workbooks whose rows Pennyrow stored in separately compressed blocks, shared by the tests of one file. */
export function workbooksInBlocks(): WorkbooksInBlocks {
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-'));
  const paths = { plain: join(folder, 'Budget.xlsx'), 'with formulas': join(folder, 'Formulas.xlsx') };
  let layout: Layout;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(async () => {
    await newXlsxWorkbook(paths.plain);
    ({ layout } = await openTestWorkbook(paths.plain).read({ remembered: null }));
    await apply(paths.plain, { appends: numbered(ROWS) });
    await addFormulas(paths.plain, paths['with formulas']);
    for (const path of Object.values(paths)) await apply(path, { appends: numbered(1, ROWS), runId: 'second' });
  });

  async function apply(path: string, change: Partial<WorkbookChange>, step?: (name: string) => void): Promise<Applied> {
    const workbook = openTestWorkbook(path);
    const revision = await workbook.revision();
    const whole = { runId: 'run', revision, appends: [], updates: [], removals: [], ...change };
    return workbook.apply(whole, { layout, ...(step !== undefined && { step }) });
  }

  return {
    copied: (which = 'plain') => {
      const path = join(temporaryFolder(), 'Budget.xlsx');
      copyFileSync(paths[which], path);
      return path;
    },
    apply,
    get layout() {
      return layout;
    },
  };
}

export function numbered(count: number, from = 0): RowValues[] {
  return Array.from({ length: count }, (_, index) =>
    rowValues({ transactionId: `tx-${from + index}`, description: `Shop <${(from + index) * 7919}> & Söhne` }),
  );
}

export async function blocksOf(path: string): Promise<readonly ZipBlock[] | null> {
  const pkg = await openZipPackage(path);
  await pkg.close();
  return pkg.blocks(SHEET);
}

/** Rewrites the sheet with the same content but without the marks of its blocks. */
export async function loseBlocks(path: string): Promise<void> {
  renameSync(await editParts(path, { [SHEET]: (text) => text }, `${path}.plain`), path);
}

/** Adds a user's formulas with stored results to column L, some of them over all rows, and one in every hundredth row. */
async function addFormulas(path: string, to: string): Promise<void> {
  const cell = (row: number, text: string) => `<c r="L${row}"><f>${text}</f><v>7</v></c></row>`;
  const added = (whole: string, start: string, digits: string) => {
    const row = Number(digits);
    if (row === 3 || row === 1_803) return start + cell(row, `SUM(C2:C${ROWS + 1})`);
    if (row === 5) return start + cell(row, 'SUM(C2:C9)&amp;D1200');
    if (row === 905) return start + cell(row, 'L1803+1');
    return row % 100 === 0 ? start + cell(row, `C${row}*2&amp;D${row}`) : whole;
  };
  const edit = (text: string) => text.replaceAll(/(<row r="(\d+)"(?:(?!<\/row>).)*)<\/row>/g, added);
  await editParts(path, { [SHEET]: edit }, to);
}
