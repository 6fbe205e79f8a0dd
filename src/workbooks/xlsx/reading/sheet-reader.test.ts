import { describe, expect, test } from 'vitest';
import { smallPackage, workbookParts } from '../../../../test/support/small-xlsx.ts';
import { cellContext, FROM_1900, readSource } from './cell-context.ts';
import { readSheetRows, type SheetFacts, type XlsxRow } from './sheet-reader.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const STYLES = `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="d.m.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="4"><protection locked="0"/></xf></cellXfs></styleSheet>`;
const STRINGS = `<sst ${MAIN}><si><t>plain</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t xml:space="preserve">text</t></r><rPh><t>reading</t></rPh></si>
  <si><t>a_x000D_b &amp; <![CDATA[<c>]]></t></si><si/></sst>`;

async function read(
  inside: string,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<{ rows: XlsxRow[]; facts: SheetFacts }> {
  await using pkg = await smallPackage(
    workbookParts({ Sheet: inside }, { 'xl/styles.xml': STYLES, 'xl/sharedStrings.xml': STRINGS }),
  );
  const { context } = await readSource(pkg, undefined);
  const rows: XlsxRow[] = [];
  const facts = await readSheetRows(pkg, 'xl/worksheets/sheet1.xml', context, (row) => rows.push(row) < stopAfter);
  return { rows, facts };
}

async function cell(xml: string) {
  const { rows } = await read(`<sheetData><row r="1">${xml}</row></sheetData>`);
  return rows[0]?.cells[0];
}

describe('reading a cell', () => {
  test.each([
    ['<c r="A1"><v>-12.5</v></c>', { kind: 'number', number: -12.5, text: '-12.5' }],
    ['<c r="A1"><v>1.5E-2</v></c>', { kind: 'number', number: 0.015 }],
    ['<c r="A1" s="1"><v>45292</v></c>', { kind: 'date', number: 45_292, style: 1 }],
    ['<c r="A1" s="2"><v>45292</v></c>', { kind: 'number', style: 2 }],
    ['<c r="A1" t="d"><v>2024-01-01</v></c>', { kind: 'date', number: 45_292 }],
    ['<c r="A1" t="s"><v>0</v></c>', { kind: 'text', text: 'plain' }],
    ['<c r="A1" t="s"><v>1</v></c>', { kind: 'text', text: 'rich text' }],
    ['<c r="A1" t="s"><v>2</v></c>', { kind: 'text', text: 'a\rb & <c>' }],
    ['<c r="A1" t="s"><v>3</v></c>', { kind: 'text', text: '' }],
    ['<c r="A1" t="inlineStr"><is><t>in</t></is></c>', { kind: 'text', text: 'in' }],
    [
      '<c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>no</t></rPh></is></c>',
      { kind: 'text', text: 'ab' },
    ],
    ['<c r="A1" t="str"><f>A2&amp;"x"</f><v>x_x0041_</v></c>', { kind: 'text', text: 'xA', isFormula: true }],
    ['<c r="A1"><f t="shared" si="0"/><v>3</v></c>', { kind: 'number', number: 3, isFormula: true }],
    ['<c r="A1" t="b"><v>1</v></c>', { kind: 'boolean', text: 'TRUE' }],
    ['<c r="A1" t="e"><v>#REF!</v></c>', { kind: 'error', text: '#REF!' }],
    ['<c r="A1"><v>not a number</v></c>', { kind: 'error', text: 'not a number' }],
    ['<c r="A1" s="2"/>', { kind: 'empty', style: 2 }],
    ['<c r="XFD1"><v>1</v></c>', { column: 16_383 }],
  ])('reads %s', async (xml, expected) => {
    expect(await cell(xml)).toMatchObject(expected);
  });

  test('reports the workbook as damaged if a shared string is missing', async () => {
    await expect(cell('<c r="A1" t="s"><v>99</v></c>')).rejects.toMatchObject({ code: 'workbook_damaged' });
  });
});

describe('reading a sheet', () => {
  test('gives a row without a number, or a cell without a reference, the position after the previous one', async () => {
    const { rows } = await read(
      '<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c></row><row/></sheetData>',
    );
    expect(rows.map(({ index, cells }) => [index, cells.map(({ column }) => column)])).toEqual([
      [1, [0, 1]],
      [5, [2, 3]],
      [6, []],
    ]);
  });

  test('returns the protection and the column styles', async () => {
    const { facts } = await read(
      '<cols><col min="2" max="4" style="1"/><col min="5" max="5"/></cols><sheetData/><sheetProtection sheet="1" objects="1"/>',
    );
    expect(facts).toMatchObject({
      isProtected: true,
      columnStyles: [
        { first: 1, last: 3, style: 1 },
        { first: 4, last: 4, style: 0 },
      ],
    });
  });

  test('stops when the callback returns false', async () => {
    const { rows } = await read('<sheetData><row/><row/><row/></sheetData>', 2);
    expect(rows.map(({ index }) => index)).toEqual([1, 2]);
  });

  test('reports the workbook as damaged if rows are out of order, because the last row would be unknown', async () => {
    await expect(read('<sheetData><row r="5"/><row r="4"/></sheetData>')).rejects.toMatchObject({
      code: 'workbook_damaged',
    });
  });

  test('reports the workbook as damaged without a sheetData element', async () => {
    await expect(read('<cols/>')).rejects.toMatchObject({ code: 'workbook_damaged' });
  });

  test('reads UTF-16', async () => {
    const xml = `\uFEFF<worksheet ${MAIN}><sheetData><row><c t="inlineStr"><is><t>日本</t></is></c></row></sheetData></worksheet>`;
    await using pkg = await smallPackage({ 'sheet.xml': Buffer.from(xml, 'utf16le') });
    const texts: string[] = [];
    const context = cellContext({ styles: [], sharedStrings: [], dates: FROM_1900 });
    await readSheetRows(pkg, 'sheet.xml', context, ({ cells }) => {
      texts.push(...cells.map(({ text }) => text));
    });
    expect(texts).toEqual(['日本']);
  });
});
