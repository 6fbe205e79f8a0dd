import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PennyrowError } from '../../src/platform/errors.ts';
import { newXlsxWorkbook } from '../support/new-workbook.ts';
import {
  applyTo,
  bareWorkbook,
  editParts,
  headerRowXml,
  openTestWorkbook,
  rowValues,
  workbookFixture,
  worksheetXml,
} from '../support/xlsx-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SHEET = 'xl/worksheets/sheet1.xml';

async function newWorkbook(count = 0): Promise<string> {
  const path = join(temporaryFolder(), 'Budget.xlsx');
  await newXlsxWorkbook(path);
  if (count > 0) await applyTo(path, { runId: 'seed', appends: rows(count) });
  return path;
}

function rows(count: number) {
  return Array.from({ length: count }, (_, index) =>
    rowValues({ transactionId: `tx-${index}`, amount: `-${index + 1}.00` }),
  );
}

describe('a write', () => {
  /** Tries a change. Returns the error code, and whether the file is unchanged and temporary files are left over. */
  async function attempt(path: string, change: Parameters<typeof applyTo>[1] = { appends: rows(1) }) {
    const before = readFileSync(path);
    const error = await applyTo(path, change).then(
      () => null,
      (thrown: unknown) => thrown as PennyrowError,
    );
    const leftovers = readdirSync(dirname(path)).filter((name) => name.includes('pennyrow-'));
    return {
      code: error?.code,
      namesFile: error?.message.includes(path),
      isUnchanged: readFileSync(path).equals(before),
      leftovers,
    };
  }

  const refusal = (code: string) => ({ code, namesFile: true, isUnchanged: true, leftovers: [] });

  test('is rejected as a whole if the sheet is protected', async () => {
    const path = await editParts(workbookFixture('excel-like.xlsx'), {
      [SHEET]: (text) => text.replace('</sheetData>', '</sheetData><sheetProtection sheet="1" objects="1"/>'),
    });
    expect(await attempt(path)).toEqual(refusal('workbook_protected'));
  });

  test('is rejected as a whole if new rows would divide merged cells', async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="H2:H4"/></mergeCells>';
    const path = await bareWorkbook(
      worksheetXml(
        `${headerRowXml()}<row r="2"><c r="D2" t="str"><v>tx-1</v></c></row><row r="3"><c r="A3" t="str"><v>a note</v></c></row>`,
      ).replace('</sheetData>', `</sheetData>${merged}`),
    );
    expect(await attempt(path)).toEqual(refusal('workbook_rows_fixed'));
  });

  test('is rejected as a whole if new rows would divide an array formula', async () => {
    const path = await bareWorkbook(
      worksheetXml(
        `${headerRowXml()}<row r="2"><c r="D2" t="str"><v>tx-1</v></c><c r="H2"><f t="array" ref="H2:H4">ROW(A1:A3)</f><v>1</v></c></row><row r="3"><c r="A3" t="str"><v>a note</v></c></row>`,
      ),
    );
    expect(await attempt(path)).toEqual(refusal('workbook_rows_fixed'));
  });

  test('is rejected as a whole if new rows do not fit into the sheet', async () => {
    const path = await bareWorkbook(
      worksheetXml(`${headerRowXml()}<row r="1048575"><c r="D1048575" t="str"><v>tx-last</v></c></row>`),
    );
    expect(await attempt(path, { appends: rows(2) })).toEqual(refusal('workbook_full'));
  });

  test('is rejected as a whole if it would replace a formula in a required column', async () => {
    const formula = '<row r="2"><c r="B2" t="str"><f>IF(A2="","",A2)</f><v></v></c></row>';
    const path = await bareWorkbook(worksheetXml(headerRowXml() + formula));
    expect(await attempt(path)).toEqual(refusal('workbook_cells_in_the_way'));
  });

  test('is rejected as a whole if the workbook is open in another program', async () => {
    const path = await newWorkbook(1);
    writeFileSync(join(dirname(path), '~$Budget.xlsx'), '');
    expect(await attempt(path)).toEqual(refusal('workbook_open_elsewhere'));
  });

  test('is rejected as a whole if the workbook changed before or during the write', async () => {
    const path = await newWorkbook(1);
    const other = await newWorkbook(2);
    const workbook = openTestWorkbook(path);
    const { revision, layout } = await workbook.read({ remembered: null });
    const change = { runId: 'run-1', revision, appends: rows(1), updates: [], removals: [] };
    const step = (name: string) => {
      if (name === 'backing-up') copyFileSync(other, path);
    };
    await expect(workbook.apply(change, { layout, step })).rejects.toMatchObject({ code: 'workbook_changed' });
    await expect(workbook.apply(change, { layout })).rejects.toMatchObject({ code: 'workbook_changed' });
    expect(readFileSync(path)).toEqual(readFileSync(other));
  });
});
