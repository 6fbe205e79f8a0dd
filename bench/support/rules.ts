import { renameSync } from 'node:fs';
import { createXlsxWorkbook } from '../../src/workbooks/xlsx/new-workbook.ts';
import { openZipPackage } from '../../src/workbooks/xlsx/zip-package.ts';
import { writeZipPackage } from '../../src/workbooks/xlsx/zip-writer.ts';
import { rulePatterns } from './inputs.ts';

/** The part of a new workbook that holds its Rules sheet. */
const RULES_PART = 'xl/worksheets/sheet3.xml';

/** Makes a new workbook at `path` with so many rules, each of which fits one description in 500. */
export async function makeWorkbookWithRules(path: string, count: number): Promise<void> {
  const plain = `${path}.plain.xlsx`;
  await createXlsxWorkbook(plain);
  const source = await openZipPackage(plain);
  const sheet = (await source.read(RULES_PART)).toString('utf8');
  const rows = rulePatterns(count).map((pattern, place) => `<row r="${place + 2}">${cell('A', place, pattern)}${cell('B', place, `Category ${place % 20}`)}</row>`);
  const filled = sheet.replace('</sheetData>', `${rows.join('')}</sheetData>`);
  await writeZipPackage(source, new Map([[RULES_PART, Buffer.from(filled)]]), `${path}.rules.xlsx`);
  await source.close();
  renameSync(`${path}.rules.xlsx`, path);
}

function cell(letter: string, place: number, text: string): string {
  return `<c r="${letter}${place + 2}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
