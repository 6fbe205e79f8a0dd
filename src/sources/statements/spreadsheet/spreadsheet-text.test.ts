import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CASE_FACTOR } from '../../../../test/support/cases.ts';
import { sheetData, workbookParts, writeSmallXlsx } from '../../../../test/support/small-xlsx.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { inspectStatement } from '../inspect-statement.ts';
import { readStatementFile } from '../read-statement.ts';
import { NO_CSV_MEMORY } from '../statement.ts';
import { spreadsheetText } from './spreadsheet-text.ts';

const OLD = readFileSync(new URL('../../../../test/fixtures/statements/spreadsheet/two-sheets.xls', import.meta.url));

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-407]"/>' +
  '<numFmt numFmtId="166" formatCode="&quot;day&quot; 0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>';

type Cells = Parameters<typeof sheetData>[0];

async function workbook(sheets: Readonly<Record<string, Cells>>, more: Record<string, string> = {}): Promise<Buffer> {
  const xml = Object.fromEntries(Object.entries(sheets).map(([name, cells]) => [name, sheetData(cells)]));
  return readFileSync(await writeSmallXlsx(workbookParts(xml, { 'xl/styles.xml': STYLES, ...more })));
}

const styled = (style: number, value: number | string) => ({ xml: `s="${style}"><v>${value}</v>` });
const TITLES = ['Date', 'Description', 'Amount'];
const TABLE: Cells = [
  ['Account 12345678'],
  [],
  TITLES,
  [styled(1, 46091), 'Bakery; the &quot;good&quot; one', styled(2, -23.5)],
  [styled(1, 46092.75), 'Fuel', styled(2, -45)],
  [styled(1, 46094), 'Salary', styled(2, 2100)],
];
const ROWS = ['2026-03-10 -23.50 EUR', '2026-03-11 -45.00 EUR', '2026-03-13 2100.00 EUR'];

async function rowsOf(bytes: Buffer): Promise<readonly string[]> {
  const { transactions } = await readStatementFile({ name: 'bank.xlsx', bytes }, { ...NO_CSV_MEMORY, account: 'Test' });
  return transactions.map(({ date, amount, currency }) => `${date} ${amount} ${currency}`);
}

const linesOf = async (bytes: Buffer) => (await spreadsheetText({ name: 'a', bytes })).bytes.toString().split('\n');

describe('an Excel workbook as a statement', () => {
  test('is read from the first sheet with a table, with the currency of its number formats', async () => {
    const bytes = await workbook({ Info: [['Bank'], ['Your statement']], Booked: TABLE, Other: [TITLES] });
    expect(await rowsOf(bytes)).toEqual(ROWS);
    const { format } = await readStatementFile({ name: 'a', bytes }, { ...NO_CSV_MEMORY, account: 'Test' });
    expect(format).toBe('XLSX');
  });

  test('can be inspected, with row numbers as line numbers', async () => {
    const { format, csv } = await inspectStatement({ name: 'a', bytes: await workbook({ A: TABLE }) }, NO_CSV_MEMORY, {
      answers: { account: 'Test' },
    });
    expect([format, csv?.read.map(({ line }) => line)]).toEqual(['XLSX', [4, 5, 6]]);
  });

  test('is read from all sheets with the same column headers, except copies of an earlier sheet', async () => {
    const sheet = (...lines: readonly string[]): Cells =>
      ['Date|Text|Amount (EUR)', ...lines].map((line) => line.split('|'));
    const bytes = await workbook({
      All: sheet('2026-01-02|Cafe|-4.00', '2026-01-03|Acme|900.00'),
      Income: sheet('2026-01-03|Acme|900.00'),
      Savings: sheet('2026-01-05|Fee|-1.00'),
      Totals: [
        ['Date', 'Sum'],
        ['2026-01-31', '896.00'],
      ],
    });
    expect((await linesOf(bytes)).filter((line) => line.includes('2026'))).toEqual([
      '"2026-01-02","Cafe","-4.00"',
      '"2026-01-03","Acme","900.00"',
      '"2026-01-05","Fee","-1.00"',
    ]);
    const { warnings } = await readStatementFile({ name: 'a', bytes }, { ...NO_CSV_MEMORY, account: 'Test' });
    expect(warnings.map(({ params }) => params)).toContainEqual(expect.objectContaining({ reason: 'sheet', count: 1 }));
  });

  test('is not a statement if no sheet contains a table', async () => {
    const { problem } = await inspectStatement({ name: 'a', bytes: await workbook({ A: [['x']] }) }, NO_CSV_MEMORY);
    expect(problem?.code).toBe('statement_csv_unclear');
  });

  test('has texts, numbers and dates as plain text', async () => {
    const shared = '<sst><si><t>plain</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>PH</t></rPh></si></sst>';
    const cells: Cells = [
      [{ xml: 't="s"><v>1</v>' }, styled(0, 1234567890123), styled(0, 0.1), styled(0, '1.234'), styled(0, '1E-3')],
      [
        styled(3, 7),
        styled(4, 0.5),
        { xml: 't="str"><f>A1</f><v>made</v>' },
        { xml: 't="e"><v>#N/A</v>' },
        styled(0, ''),
      ],
      [{ xml: 't="d"><v>2026-03-10T00:00:00</v>' }, { xml: 't="inlineStr"><is><t>a\nb</t></is>' }],
    ];
    expect(await linesOf(await workbook({ A: cells }, { 'xl/sharedStrings.xml': shared }))).toEqual([
      '"rich","1234567890123","0.10","1.2340","0.0010"',
      '"7","12:00","made"',
      '"2026-03-10","a b"',
      '',
    ]);
  });

  test('counts days from 1904 if the workbook does, and skips hidden sheets', async () => {
    const parts = workbookParts(
      { Hidden: sheetData([['x']]), A: sheetData([[styled(1, 44629)]]) },
      { 'xl/styles.xml': STYLES },
    );
    const book = (parts['xl/workbook.xml'] ?? '')
      .replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
      .replace('name="Hidden"', 'name="Hidden" state="hidden"');
    const bytes = readFileSync(await writeSmallXlsx({ ...parts, 'xl/workbook.xml': book }));
    expect(await linesOf(bytes)).toEqual(['"2026-03-10"', '']);
  });

  test('is rejected if Pennyrow has written into it', async () => {
    const custom = '<Properties><property name="Pennyrow runs"/></Properties>';
    const bytes = await workbook({ A: TABLE }, { 'docProps/custom.xml': custom });
    await expect(rowsOf(bytes)).rejects.toThrow(expect.objectContaining({ code: 'statement_unknown_format' }));
  });
});

describe('an Excel 97 workbook as a statement', () => {
  test('is read from the first sheet with a table', async () => {
    const { csv, format } = await inspectStatement({ name: 'a.xls', bytes: OLD }, NO_CSV_MEMORY, {
      answers: { account: 'Test', currency: 'EUR' },
    });
    expect(format).toBe('XLS');
    expect(csv?.read.map(({ line, date, amount, description }) => `${line} ${date} ${amount} ${description}`)).toEqual([
      '4 2026-03-10 -23.50 Bäckerei Grün - Brötchen, "frisch"; 3 Stück',
      '5 2026-03-11 -45.00 Tankstelle - 12345678901234567',
      '6 2026-03-13 2100.00 Arbeitgeber - Gehalt',
      '7 2026-03-14 -8.10 Café',
    ]);
  });
});

describe('a web page with the extension of a spreadsheet', () => {
  const page = (rows: string) =>
    `<html><head><meta charset="windows-1252"></head><body><table>${rows}</table></body></html>`;
  const rows =
    '<tr><th colspan="3">Extrato</th></tr><tr><th>Data<th>Descri&ccedil;&atilde;o<th>Valor</tr>' +
    '<tr><td>10/03/2026<td><b>Padaria</b> S\u00e3o Jo\u00e3o</td><td align="right">-23,50 &euro;</td></tr>' +
    '<tr><td>11/03/2026</td><td>Posto</td><td>-45,00 &euro;</td></tr><tr><td>12/03/2026<td>Renda<td>-950,00 &euro;' +
    '<tr><td>13/03/2026</td><td>Sal&aacute;rio &amp; mais</td><td>2.100,00&nbsp;&euro;</td></tr>';

  test('is read from its tables', async () => {
    const bytes = Buffer.from(page(`<!-- <tr><td>x -->${rows}`), 'latin1');
    expect(await linesOfPage(bytes)).toEqual([
      '2026-03-10 -23.50 EUR Padaria São João',
      '2026-03-11 -45.00 EUR Posto',
      '2026-03-12 -950.00 EUR Renda',
      '2026-03-13 2100.00 EUR Salário & mais',
    ]);
  });

  test('is rejected as a web page if no table contains transactions', async () => {
    await expect(linesOfPage(Buffer.from(page('<tr><td>Name<td>Password</tr>')))).rejects.toThrow(
      expect.objectContaining({ code: 'statement_unknown_format' }),
    );
  });

  async function linesOfPage(bytes: Buffer): Promise<readonly string[]> {
    const { transactions } = await readStatementFile({ name: 'a.xls', bytes }, { ...NO_CSV_MEMORY, account: 'Test' });
    return transactions.map(
      ({ date, amount, currency, description }) => `${date} ${amount} ${currency} ${description}`,
    );
  }
});

describe('a damaged workbook', () => {
  test.each([
    ['.xlsx', () => workbook({ A: TABLE })],
    ['.xls', () => Promise.resolve(OLD)],
  ])('in %s is read or rejected with an error, whatever its bytes are', async (_, make) => {
    const bytes = await make();
    const change = fc.tuple(fc.nat(bytes.length - 9), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(bytes.length), async (changes, cut) => {
        const changed = Buffer.from(bytes.subarray(0, cut % 3 === 0 ? cut + 8 : bytes.length));
        for (const [place, value] of changes) changed[place + 8] = value;
        const outcome: unknown = await rowsOf(changed).catch((thrown: unknown) => thrown);
        const isRefused = outcome instanceof PennyrowError && outcome.code.startsWith('statement_');
        expect(Array.isArray(outcome) || isRefused ? null : outcome).toBeNull();
      }),
      { numRuns: 150 * CASE_FACTOR },
    );
  });
});

describe('the XML format of Excel 2003', () => {
  const workbook = (prefix: string, rows: string) =>
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<?mso-application progid="Excel.Sheet"?>\n<${prefix}Workbook ` +
    'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
    `<${prefix}Worksheet ss:Name="Info"><Table><Row><Cell><Data ss:Type="String">Info</Data></Cell></Row></Table>` +
    `</${prefix}Worksheet><${prefix}Worksheet ss:Name="Booked"><Table>${rows}</Table></${prefix}Worksheet></${prefix}Workbook>`;
  const data = (type: string, value: string) => `<ss:Data ss:Type="${type}">${value}</ss:Data>`;
  const row = (attributes: string, cells: readonly string[]) =>
    `<ss:Row${attributes}>${cells.map((cell) => `<ss:Cell${cell.startsWith(' ') ? '' : '>'}${cell}</ss:Cell>`).join('')}</ss:Row>`;
  const rows = [
    row('', [` ss:MergeAcross="3">${data('String', 'Konto 12345678')}`]),
    row(
      ' ss:Index="3"',
      ['Datum', 'Text', 'Soll', 'Haben'].map((title) => data('String', title)),
    ),
    row('', [
      data('DateTime', '2026-03-10T00:00:00.000'),
      data('String', 'Caf\u00e9 &amp; <B>Bar</B>'),
      data('Number', '23.5'),
    ]),
    row('', [
      data('DateTime', '2026-03-11T00:00:00.000'),
      data('String', 'Lohn'),
      ` ss:Index="4">${data('Number', '2100')}`,
    ]),
  ].join('\n');

  test.each(['', 'ss:'])('is read with empty rows and columns, and the namespace prefix “%s”', async (prefix) => {
    const bytes = Buffer.from(workbook(prefix, rows), 'latin1');
    const memory = { ...NO_CSV_MEMORY, account: 'Test' };
    await expect(readStatementFile({ name: 'a.xls', bytes }, memory)).rejects.toThrow('currency');
    expect(await linesOf(bytes)).toEqual([
      '"Konto 12345678",,,',
      '',
      '"Datum","Text","Soll","Haben"',
      '"2026-03-10","Caf\u00e9 & Bar","23.50"',
      '"2026-03-11","Lohn",,"2100"',
      '',
    ]);
  });

  test('takes little memory for a cell with a very large row and column number', async () => {
    const far = row(' ss:Index="9999999999"', [` ss:Index="9999999999">${data('Number', '1')}`]);
    const lines = await linesOf(Buffer.from(workbook('', `${rows}${far}`), 'latin1'));
    expect(lines.length).toBeLessThan(1_100_000);
  });

  test('is rejected if it has more columns than any bank writes, instead of losing the last columns', async () => {
    const wide = row('', [` ss:Index="1002">${data('Number', '1')}`]);
    const bytes = Buffer.from(workbook('', `${rows}${wide}`), 'latin1');
    await expect(readStatementFile({ name: 'a.xls', bytes })).rejects.toMatchObject({ code: 'statement_too_large' });
  });
});
