import exceljs from 'exceljs';
import { describe, expect, test } from 'vitest';
import { applyTo, partsOf, readBack, rowValues, storedPartsOf, workbookFixture } from '../support/xlsx-files.ts';

const APPENDS = [
  rowValues({ transactionId: 'new-1', description: '=HYPERLINK("http://evil", "x")', amount: '-12.34' }),
  rowValues({ transactionId: 'new-2', description: 'Zoë & Söhne <GmbH>', amount: '1000.00', category: '' }),
  rowValues({ transactionId: 'new-3', description: '+1 (555) 0100', date: '2026-12-31' }),
];

describe.each([
  {
    name: 'libreoffice.xlsx',
    last: 51,
    update: { row: 2, transactionId: 'lo-0', from: '-1.00' },
    touched: [
      'docProps/custom.xml',
      'xl/tables/table1.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet4.xml',
    ],
  },
  {
    name: 'excel-like.xlsx',
    last: 11,
    update: { row: 2, transactionId: 'xl-0', from: '-4.50' },
    touched: [
      'docProps/custom.xml',
      'xl/tables/table1.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet4.xml',
    ],
  },
])('a write to $name', ({ name, last, update, touched }) => {
  const change = {
    appends: APPENDS,
    updates: [
      {
        row: update.row,
        transactionId: update.transactionId,
        cell: { column: 'amount', from: update.from, to: '-7.77' } as never,
      },
    ],
  };

  test('changes only affected parts, and keeps the compressed bytes of all other parts', async () => {
    const path = workbookFixture(name);
    const before = await storedPartsOf(path);
    await applyTo(path, change);
    const after = await storedPartsOf(path);
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(
      [...after]
        .filter(([part, bytes]) => before.get(part) !== bytes)
        .map(([part]) => part)
        .sort(),
    ).toEqual(touched);
  });

  test('changes only new rows, the updated cell, ends of ranges and results of formulas in affected parts', async () => {
    const path = workbookFixture(name);
    const before = await partsOf(path);
    await applyTo(path, change);
    const after = await partsOf(path);
    for (const part of touched) {
      expect(withoutMovedEnds(after.get(part) ?? '', last)).toBe(withoutMovedEnds(before.get(part) ?? '', last));
    }
  });

  test('adds new rows and a new amount that another program reads correctly', async () => {
    const path = workbookFixture(name);
    const applied = await applyTo(path, change);
    expect(applied).toMatchObject({ appendedRows: [last + 1, last + 2, last + 3], refused: [] });

    const { rows, markers } = await readBack(path);
    expect(markers).toEqual(['run-1']);
    expect(rows[0]).toMatchObject({ index: 2, amount: '-7.77' });
    expect(rows.slice(-3)).toMatchObject(
      APPENDS.map(({ date, description, amount, category, transactionId, dateAdded }) => ({
        date,
        description,
        amount,
        category,
        transactionId,
        dateAdded,
      })),
    );

    const second = new exceljs.Workbook();
    await second.xlsx.readFile(path);
    const sheet = second.getWorksheet('Transactions');
    const header = sheet?.getRow(1).values as string[];
    const cell = (column: string, row: number) => sheet?.getRow(row).getCell(header.indexOf(column));
    expect(cell('Description', last + 1)?.value).toBe('=HYPERLINK("http://evil", "x")');
    expect(cell('Amount', last + 2)?.value).toBe(1000);
    expect(cell('Date', last + 3)?.value).toEqual(new Date('2026-12-31T00:00:00Z'));
    expect(cell('Date', last + 3)?.numFmt).toBe(cell('Date', last)?.numFmt);
    expect(cell('Account ID', last + 3)?.text).toBe('000123');
  });
});

describe('a reference to the transactions', () => {
  test('is extended to new rows in tables, filters, names, print areas, formats, validations and ignored errors', async () => {
    const path = workbookFixture('excel-like.xlsx');
    await applyTo(path, { appends: APPENDS });
    const parts = await partsOf(path);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    const workbook = parts.get('xl/workbook.xml') ?? '';
    expect(parts.get('xl/tables/table1.xml')).toMatch(
      /ref="A1:K14".*<autoFilter ref="A1:K14">.*<sortState ref="A2:K14"><sortCondition ref="A2:A14"/,
    );
    expect(sheet).toContain('<dimension ref="A1:M14"/>');
    expect(sheet).toContain('<conditionalFormatting sqref="C2:C14">');
    expect(sheet).toContain('<conditionalFormatting sqref="E2:E5 I2:I14">');
    expect(sheet).toContain('sqref="D2:D14"');
    expect(sheet).toContain('<ignoredError sqref="F2:G14"');
    expect(sheet).toContain('<xm:sqref>C2:C14</xm:sqref>');
    expect(workbook).toContain('>Transactions!$C$2:$C$14<');
    expect(workbook).toContain('>Transactions!$A$1:$I$14<');
    expect(workbook).toContain(">Transactions!$A$1:$B$14,'Transactions'!$D$1:$D$14<");
    expect(workbook).toContain('fullCalcOnLoad="1"');
  });

  test('is unchanged in a sparkline, or if it refers to another sheet or only to some of the rows', async () => {
    const excel = workbookFixture('excel-like.xlsx');
    await applyTo(excel, { appends: APPENDS });
    const parts = await partsOf(excel);
    expect(parts.get('xl/workbook.xml')).toContain('>Summary!$C$2:$C$11<');
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<xm:f>Transactions!C2:C11</xm:f><xm:sqref>L2</xm:sqref>');

    const libreOffice = workbookFixture('libreoffice.xlsx');
    await applyTo(libreOffice, { appends: APPENDS });
    expect((await partsOf(libreOffice)).get('xl/workbook.xml')).toContain('>Transactions!$E$2:$E$11<');
  });
});

describe('formatted rows below the last transaction', () => {
  test('become rows of new transactions, and keep the user’s cells', async () => {
    const path = workbookFixture('excel-like.xlsx');
    await applyTo(path, { appends: APPENDS });
    const sheet = (await partsOf(path)).get('xl/worksheets/sheet1.xml') ?? '';
    const row = /<row r="12"[^>]*>.*?<\/row>/.exec(sheet)?.[0] ?? '';
    expect(row).toMatch(
      /^<row r="12" spans="1:13" ht="18" customHeight="1" x14ac:dyDescent="0.25"><c r="A12" s="1"><v>46082<\/v><\/c><c r="B12"/,
    );
    expect(row).toContain('<c r="C12" s="5"><v>-12.34</v></c>');
    expect(row).toContain('<c r="M12"><f>SUM(C2:C14)</f></c>');
    expect([...sheet.matchAll(/<row r="(\d+)"/g)].map((match) => Number(match[1]))).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
  });

  test('get the formula of the table’s calculated column', async () => {
    const path = workbookFixture('excel-like.xlsx');
    await applyTo(path, { appends: APPENDS });
    expect((await partsOf(path)).get('xl/worksheets/sheet1.xml')).toContain(
      '<c r="J14" s="2"><f>Ledger[[#This Row],[Amount]]*1.2</f></c>',
    );
  });
});

/** The text of a part without everything that the write is allowed to change, such as results of formulas. */
function withoutMovedEnds(text: string, last: number): string {
  return text
    .replaceAll(/<row r="(\d+)".*?(?:<\/row>|\/>(?=<row|<\/sheetData>))/g, (row, number) =>
      Number(number) > last ? '' : row,
    )
    .replace(/(<c r="[A-Z]2" s="\d+")(?: t="n")?><v>-(?:1|4\.5|7\.77)<\/v>/, '$1>')
    .replaceAll(/(:\$?[A-Z]+\$?)(\d+)/g, (range, columns: string, row) =>
      Number(row) >= last && Number(row) <= last + 3 ? `${columns}END` : range,
    )
    .replaceAll(/(?: t="(?:n|str)")?(><f\b[^>]*(?:\/>|>[^<]*<\/f>))(?:<v>[^<]*<\/v>)?/g, '$1')
    .replace(' fullCalcOnLoad="1"', '')
    .replace(/<property [^>]*name="Pennyrow runs">.*?<\/property>/, '');
}
