import { workbookParts, writeSmallXlsx } from './small-xlsx.ts';
import { applyTo, partsOf, rowValues } from './xlsx-files.ts';

export const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/></Types>';

/** The XML of a text cell after `<c r="A1" `. */
export const text = (value: string) => `t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADER = ['Date', 'Description', 'Amount', 'Category', 'Transaction ID']
  .map((header, index) => `<c r="${'ABCDE'[index]}1" ${text(header)}`)
  .join('');

/** Creates a workbook with two transactions in rows 2 and 3, and the given XML of further cells, sheets and defined names. */
export async function formulaWorkbook(
  cells: Readonly<Record<number, string>>,
  sheets: Readonly<Record<string, string>> = {},
  names = '',
): Promise<string> {
  const row = (number: number) =>
    `<row r="${number}"><c r="A${number}" ${text('2026-01-01')}<c r="B${number}" ${text('Shop')}<c r="C${number}"><v>-1</v></c>${cells[number] ?? ''}</row>`;
  const more = Object.entries(cells)
    .filter(([number]) => Number(number) > 3)
    .map(([number, inside]) => `<row r="${number}">${inside}</row>`);
  const rows = `<sheetData><row r="1">${HEADER}${cells[1] ?? ''}</row>${row(2)}${row(3)}${more.join('')}</sheetData>`;
  const parts = workbookParts({ Transactions: rows, ...sheets });
  const withNames =
    parts['xl/workbook.xml']?.replace('</sheets>', (end) => `${end}<definedNames>${names}</definedNames>`) ?? '';
  return writeSmallXlsx({ '[Content_Types].xml': TYPES, ...parts, 'xl/workbook.xml': withNames });
}

/** Appends two transactions and returns the XML of a sheet. */
export const appended = async (path: string, sheet = 1) => {
  await applyTo(path, { appends: [rowValues({ transactionId: 'new-1' }), rowValues({ transactionId: 'new-2' })] });
  return (await partsOf(path)).get(`xl/worksheets/sheet${sheet}.xml`) ?? '';
};

/** A sheet with these cells in its first row. */
export const sheetOf = (inside: string) => `<sheetData><row r="1">${inside}</row></sheetData>`;
