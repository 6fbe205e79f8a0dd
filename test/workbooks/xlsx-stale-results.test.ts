import { expect, test } from 'vitest';
import { appended, formulaWorkbook, sheetOf, text } from '../support/formula-workbook.ts';
import { applyTo, editParts, partsOf, readBack, rowValues } from '../support/xlsx-files.ts';

const NAMES =
  '<definedName name="AllAmounts">Transactions!$C$2:$C$3</definedName><definedName name="Total">SUM(allamounts)</definedName>' +
  '<definedName name="Here" localSheetId="0">Transactions!$A$1</definedName>' +
  '<definedName name="Here" localSheetId="1">\'TRANSACTIONS\'!$A$2:$C$3</definedName><definedName name="Top">Transactions!$C$2</definedName>';
const BY_NAME =
  '<c r="A1"><f>SUM(AllAmounts)</f><v>-2</v></c><c r="B1"><f>Total</f><v>-2</v></c><c r="C1"><f>SUM(ALLAMOUNTS)</f><v>-2</v></c>' +
  '<c r="D1"><f>SUM(Summary!Here)</f><v>-2</v></c><c r="E1" t="str"><f>IF(A1&lt;-2,"over","fine")</f><v>fine</v></c><c r="F1"><f>Top</f><v>-1</v></c>';
const BY_NAME_AFTER =
  '<c r="A1"><f>SUM(AllAmounts)</f></c><c r="B1"><f>Total</f></c><c r="C1"><f>SUM(ALLAMOUNTS)</f></c>' +
  '<c r="D1"><f>SUM(Summary!Here)</f></c><c r="E1"><f>IF(A1&lt;-2,"over","fine")</f></c><c r="F1"><f>Top</f></c>';

test('extending a defined name removes stored results on sheets that refer to the name, in any letter case', async () => {
  const path = await formulaWorkbook({}, { Summary: sheetOf(BY_NAME) }, NAMES);
  expect(await appended(path, 2)).toContain(BY_NAME_AFTER);
  expect((await partsOf(path)).get('xl/workbook.xml')).toContain('"AllAmounts">Transactions!$C$2:$C$5<');
});

test('an undo removes stored results of formulas whose range or defined name it shortens', async () => {
  const shared =
    '<c r="G1"><f t="shared" ref="G1:H1" si="0">SUM(Transactions!$C$2:$C$3)</f><v>-2</v></c><c r="H1"><f t="shared" si="0"/><v>-2</v></c>';
  const path = await formulaWorkbook({}, { Summary: sheetOf(BY_NAME + shared) }, NAMES);
  const values = rowValues({ transactionId: 'new-1' });
  await applyTo(path, { appends: [values] });
  const before = await readBack(path);
  const filled = await editParts(path, {
    'xl/worksheets/sheet2.xml': () =>
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sheetOf(BY_NAME + shared.replace('$C$3', '$C$4'))}</worksheet>`,
  });
  const row = before.rows.at(-1)?.index ?? 0;
  await applyTo(filled, { runId: 'run-2', removals: [{ row, values }] });
  expect((await partsOf(filled)).get('xl/workbook.xml')).toContain('"AllAmounts">Transactions!$C$2:$C$3<');
  expect((await partsOf(filled)).get('xl/worksheets/sheet2.xml')).toContain(
    `${BY_NAME_AFTER}<c r="G1"><f t="shared" ref="G1:H1" si="0">SUM(Transactions!$C$2:$C$3)</f></c><c r="H1"><f t="shared" si="0"/></c>`,
  );
});

test('stored results are removed on the right sheet if names of sheets differ only in a digit', async () => {
  const plan = sheetOf('<c r="A1"><v>1</v></c>');
  const path = await formulaWorkbook(
    {},
    {
      One: sheetOf('<c r="A1"><f>Part1</f><v>-1</v></c>'),
      Two: sheetOf('<c r="A1"><f>"in Q2"&amp;Part2</f><v>-1</v></c>'),
      Three: sheetOf('<c r="A1"><f>\'Plan A3\'!$A$1</f><v>-1</v></c>'),
      Four: sheetOf('<c r="A1"><f>\'Plan A4\'!$A$1</f><v>-1</v></c>'),
      'Plan A3': plan,
      'Plan A4': sheetOf('<c r="A1"><f>COUNT(Transactions!C:C)</f><v>2</v></c>'),
    },
    '<definedName name="Part1">\'Plan A3\'!$A$1</definedName><definedName name="Part2">SUM(Transactions!$C:$C)</definedName>',
  );
  expect(await appended(path, 2)).toContain('<f>Part1</f><v>');
  const parts = await partsOf(path);
  expect(parts.get('xl/worksheets/sheet3.xml')).toContain('Part2</f></c>');
  expect(parts.get('xl/worksheets/sheet4.xml')).toContain("<f>'Plan A3'!$A$1</f><v>");
  expect(parts.get('xl/worksheets/sheet5.xml')).toContain("<f>'Plan A4'!$A$1</f></c>");
});

test('extending a table removes stored results only on sheets that refer to this table', async () => {
  const keptSheet = sheetOf('<c r="A1"><f>SUM(Table1[Amount])</f><v>5</v></c>');
  const summary = sheetOf('<c r="A1"><f>SUM(Table2[Amount])</f><v>-2</v></c>');
  const savings = sheetOf(`<c r="A1" ${text('Amount')}`).replace(
    '</sheetData>',
    '<row r="2"><c r="A2"><v>5</v></c></row></sheetData>',
  );
  const table = (name: string, ref: string) => () =>
    `<table id="1" name="${name}" displayName="${name}" ref="${ref}"/>`;
  const path = await editParts(await formulaWorkbook({}, { Summary: summary, Savings: savings, Kept: keptSheet }), {
    'xl/worksheets/_rels/sheet1.xml.rels': () => TABLE(2),
    'xl/worksheets/_rels/sheet3.xml.rels': () => TABLE(1),
    'xl/tables/table1.xml': table('Table1', 'A1:A2'),
    'xl/tables/table2.xml': table('Table2', 'A1:E3'),
  });
  expect(await appended(path, 2)).toContain(summary.replace('<v>-2</v>', ''));
  expect((await partsOf(path)).get('xl/worksheets/sheet4.xml')).toContain(keptSheet);
  expect((await partsOf(path)).get('xl/tables/table2.xml')).toContain('ref="A1:E5"');
});
test('stored results of all shared formulas on a sheet are removed, even without a reference to the transactions', async () => {
  const cells =
    '<c r="A1"><f t="shared" ref="A1:B1" si="0">SUM(Transactions!$C:$C)</f><v>-2</v></c><c r="B1"><f t="shared" si="0"/><v>-2</v></c>' +
    '<c r="C1"><f t="shared" ref="C1:D1" si="0">K9+1</f><v>1</v></c>';
  expect(await appended(await formulaWorkbook({}, { Summary: sheetOf(cells) }), 2)).toContain(
    '<f t="shared" si="0"/></c><c r="C1"><f t="shared" ref="C1:D1" si="0">K9+1</f></c>',
  );
});

test('adding a column removes the stored result of a formula that searches for its header', async () => {
  const cells =
    '<c r="A1" t="e"><f>MATCH("Notes",Transactions!1:1,0)</f><v>#N/A</v></c><c r="B1"><f>SUM(Transactions!C:C)</f><v>-2</v></c>';
  const path = await formulaWorkbook({}, { Summary: sheetOf(cells) });
  await applyTo(path, {
    additions: { columns: [{ column: 'notes', header: 'Notes', position: 5, isHidden: false }], sheets: [] },
  });
  expect((await partsOf(path)).get('xl/worksheets/sheet2.xml')).toContain(
    '<c r="A1"><f>MATCH("Notes",Transactions!1:1,0)</f></c><c r="B1"><f>SUM(Transactions!C:C)</f></c>',
  );
});

test('an update removes stored results only on the updated sheet and on sheets that refer to it', async () => {
  const path = await formulaWorkbook(
    {
      2: '<c r="E2" t="inlineStr"><is><t>tx-2</t></is></c><c r="G2"><f>C2*2</f><v>-2</v></c>',
      3: '<c r="E3" t="inlineStr"><is><t>tx-3</t></is></c><c r="G3"><f>C3*2</f><v>-2</v></c><c r="H3"><f>B3</f><v>0</v></c>',
    },
    {
      Summary: sheetOf(
        '<c r="A1"><f>SUMIF(Transactions!B2:B9,"Shop",Transactions!C2)</f><v>-2</v></c><c r="B1"><f>SUM(Transactions!B2:Transactions!D3)</f><v>-2</v></c>',
      ),
      Names: sheetOf(BY_NAME),
      Kept: sheetOf('<c r="A1"><f>Other!A1+1</f><v>1</v></c>'),
    },
    NAMES,
  );
  await applyTo(path, {
    updates: [{ row: 3, transactionId: 'tx-3', cell: { column: 'amount', from: '-1.00', to: '-5.00' } as never }],
  });
  const sheet = (await partsOf(path)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain('<f>C2*2</f></c>');
  expect(sheet).toContain('<f>C3*2</f></c>');
  expect(sheet).toContain('<f>B3</f></c>');
  expect((await partsOf(path)).get('xl/worksheets/sheet2.xml')).not.toContain('<v>');
  expect((await partsOf(path)).get('xl/worksheets/sheet3.xml')).toContain(BY_NAME_AFTER);
  expect((await partsOf(path)).get('xl/worksheets/sheet4.xml')).toContain('<v>1</v>');
});

const TABLE = (number: number) =>
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table${number}.xml"/></Relationships>`;
