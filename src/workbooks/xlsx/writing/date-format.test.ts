import { expect, test } from 'vitest';
import {
  applyTo,
  bareWorkbook,
  headerRowXml,
  partsOf,
  readBack,
  rowValues,
  worksheetXml,
  editParts,
  workbookFixture,
} from '../../../../test/support/xlsx-files.ts';

test('a new date in a column without a date format gets a date format, and other cells keep their styles', async () => {
  const undated = (text: string) => text.replaceAll('numFmtId="14"', 'numFmtId="0"');
  const path = await editParts(workbookFixture('excel-like.xlsx'), { 'xl/styles.xml': undated });
  await applyTo(path, { appends: [rowValues(), rowValues({ transactionId: 'new-2' })] });
  const { 'xl/styles.xml': styles = '', 'xl/worksheets/sheet1.xml': sheet = '' } = Object.fromEntries(
    await partsOf(path),
  );
  expect(styles).toContain('<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts');
  expect(styles).toContain('<cellXfs count="7">');
  expect(styles).toContain(
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  );
  expect(sheet).toContain('<c r="A13" s="6"><v>46082</v></c>');
  expect((await readBack(path)).rows.at(-1)).toMatchObject({ date: '2026-03-01', dateText: '2026-03-01' });
});

test('a second run reuses the date format that the first run added', async () => {
  const path = await bareWorkbook(worksheetXml(headerRowXml()));
  await applyTo(path, { appends: [rowValues()] });
  const styles = (await partsOf(path)).get('xl/styles.xml');
  await applyTo(path, { runId: 'run-2', appends: [rowValues({ transactionId: 'new-2' })] });
  expect((await partsOf(path)).get('xl/styles.xml')).toBe(styles);
});

test('a workbook without a styles part gets a new styles part', async () => {
  const path = await bareWorkbook(worksheetXml(headerRowXml('x:'), 'x:'));
  await applyTo(path, { appends: [rowValues()] });
  const parts = await partsOf(path);
  expect(parts.get('[Content_Types].xml')).toContain('PartName="/xl/styles.xml"');
  expect(parts.get('xl/_rels/workbook.xml.rels')).toContain('Target="/xl/styles.xml"');
  expect((await readBack(path)).rows).toMatchObject([{ index: 2, date: '2026-03-01', transactionId: 'new-1' }]);
});
