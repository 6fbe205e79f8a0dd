import { expect, test } from 'vitest';
import { appended, formulaWorkbook, sheetOf, text } from '../support/formula-workbook.ts';
import { readBack } from '../support/xlsx-files.ts';

test('stored results that depend on new rows are removed, and formats and formulas are kept', async () => {
  const cells =
    '<c r="A1" s="3" t="str"><f>"x"&amp;SUM(Transactions!C:C)</f><v>x-2</v></c><c r="B1" t="e"><f>1/SUM(Transactions!C:C)</f><v>#DIV/0!</v></c>' +
    '<c r="C1" t="b" cm="1"><f ca="1">SUM(Transactions!C:C)&lt;0</f><v>1</v></c><c r="D1"><f>Transactions!C2</f><v>-1</v></c><c r="E1"><v>7</v></c>';
  expect(await appended(await formulaWorkbook({}, { Summary: sheetOf(cells) }), 2)).toContain(
    '<c r="A1" s="3"><f>"x"&amp;SUM(Transactions!C:C)</f></c><c r="B1"><f>1/SUM(Transactions!C:C)</f></c>' +
      '<c r="C1" cm="1"><f ca="1">SUM(Transactions!C:C)&lt;0</f></c><c r="D1"><f>Transactions!C2</f></c><c r="E1"><v>7</v></c>',
  );
});

test('an array formula and a shared formula are extended, and all of their results are removed', async () => {
  const cells =
    '<c r="A1"><f t="array" ref="A1:B1">TRANSPOSE(Transactions!C2:C3)</f><v>-1</v></c><c r="B1"><v>-1</v></c>' +
    '<c r="C1"><f t="shared" ref="C1:D1" si="0">SUM(Transactions!B$2:B$3)</f><v>0</v></c><c r="D1"><f t="shared" si="0"/><v>-2</v></c>' +
    '<c r="E1"><f t="shared" ref="E1:F1" si="1">K9+1</f><v>1</v></c><c r="F1"><f t="shared" si="1"/><v>1</v></c>';
  expect(await appended(await formulaWorkbook({}, { Summary: sheetOf(cells) }), 2)).toContain(
    '<c r="A1"><f t="array" ref="A1:B1">TRANSPOSE(Transactions!C2:C5)</f></c><c r="B1"></c>' +
      '<c r="C1"><f t="shared" ref="C1:D1" si="0">SUM(Transactions!B$2:B$5)</f></c><c r="D1"><f t="shared" si="0"/></c>' +
      '<c r="E1"><f t="shared" ref="E1:F1" si="1">K9+1</f></c><c r="F1"><f t="shared" si="1"/></c>',
  );
});

test('a sheet without references to the transactions is unchanged byte for byte', async () => {
  const path = await formulaWorkbook({}, { Loan: sheetOf('<c r="A1"><f>SUM(B1:B9)</f><v>4</v></c>') });
  expect(await appended(path, 2)).toContain(sheetOf('<c r="A1"><f>SUM(B1:B9)</f><v>4</v></c>'));
});

test('stored results that depend on new rows through other sheets are removed', async () => {
  const path = await formulaWorkbook(
    {},
    {
      First: sheetOf('<c r="A1"><f>Second!A1</f><v>1</v></c>'),
      Second: sheetOf('<c r="A1"><f>Third!A1</f><v>1</v></c>'),
      Third: sheetOf('<c r="A1"><f>COUNT(Transactions!C:C)</f><v>2</v></c>'),
    },
  );
  for (const sheet of [2, 3, 4]) expect(await appended(path, sheet)).not.toContain('<v>');
});

test('an XML comment that looks like a formula is unchanged, and so are non-ASCII characters in a moved formula', async () => {
  const cells =
    '<!-- <c r="A1"><f>SUM(Transactions!C2:C3)</f></c> --><c r="A1" t="str"><f>"Übrig 🧾: "&amp;SUM(Transactions!C2:C3)</f><v>Übrig</v></c>';
  const path = await formulaWorkbook({}, { Übersicht: sheetOf(cells) });
  expect(Buffer.from(await appended(path, 2), 'latin1').toString('utf8')).toContain(
    '<!-- <c r="A1"><f>SUM(Transactions!C2:C3)</f></c> --><c r="A1"><f>"Übrig 🧾: "&amp;SUM(Transactions!C2:C5)</f></c>',
  );
});

test('stored results of formulas for categories and rules are kept, because Pennyrow reads them', async () => {
  const path = await formulaWorkbook(
    { 2: '<c r="D2" t="str"><f>IF(COUNTIF(B:B,B2)&gt;9,"Food","Rare")</f><v>Rare</v></c>' },
    {
      Categories: sheetOf(`<c r="A1" ${text('Category')}<c r="B1" ${text('Spent')}`).replace(
        '</sheetData>',
        '<row r="2"><c r="A2" t="str"><f>IF(SUM(Transactions!C:C)&lt;0,"Food","")</f><v>Food</v></c><c r="B2"><f>SUMIF(Transactions!D:D,A2,Transactions!C:C)</f><v>-2</v></c></row></sheetData>',
      ),
      Rules: sheetOf(
        ['Description', 'Category', 'Min Amount', 'Max Amount']
          .map((header, index) => `<c r="${'ABCD'[index]}1" ${text(header)}`)
          .join(''),
      ).replace(
        '</sheetData>',
        `<row r="2"><c r="A2" ${text('Shop')}<c r="B2" ${text('Food')}<c r="D2"><f>AVERAGE(Transactions!C:C)</f><v>-1</v></c></row></sheetData>`,
      ),
    },
  );
  const before = await readBack(path);
  expect(await appended(path, 2)).toContain('<f>SUMIF(Transactions!D:D,A2,Transactions!C:C)</f></c>');
  const after = await readBack(path);
  expect(after.rows[0]?.category).toBe('Rare');
  expect(after).toMatchObject({ categories: ['Food'], rules: before.rules });
  expect(before.rules).toMatchObject([{ maxAmount: '-1.00' }]);
});

test('a range is not extended if it would then include the cell of its formula', async () => {
  const path = await formulaWorkbook({ 2: '<c r="H2"><f>SUM(A2:H3)</f></c><c r="J2"><f>SUM(A2:E3)</f></c>' });
  const written = await appended(path);
  expect(written).toContain('<f>SUM(A2:H3)</f>');
  expect(written).toContain('<f>SUM(A2:E5)</f>');
});
