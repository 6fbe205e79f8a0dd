import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appended, formulaWorkbook } from '../support/formula-workbook.ts';
import { newXlsxWorkbook } from '../support/new-workbook.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { numbered } from '../support/workbook-in-blocks.ts';
import { applyTo, editParts, openTestWorkbook, partsOf, readBack, rowValues } from '../support/xlsx-files.ts';

const food = (row: number) => `<c r="D${row}" t="str"><v>Food</v></c>`;

describe.each([
  ['an array formula', '<c r="D2" t="str"><f t="array" ref="D2:D9">IF(C2:C9&lt;0,"Food","")</f><v>Food</v></c>'],
  ['a dynamic array', '<c r="D2" cm="1" t="str"><f t="array" ref="D2:D9">B2:B9</f><v>Food</v></c>'],
  ['a data table', '<c r="D2" t="str"><f t="dataTable" ref="D2:D9" dt2D="0" dtr="0" r1="C1"/><v>Food</v></c>'],
])('cells in a column that %s fills', (_what, anchor) => {
  test('stay without a category in new rows, both inside of the formula’s area and below it', async () => {
    const path = await formulaWorkbook({ 2: anchor, 3: food(3), 4: food(4), 5: '<c r="D5" s="0"/>' });
    const written = await appended(path);
    expect(written).not.toContain('Restaurants');
    const { rows, problems } = await readBack(path);
    expect(rows.map(({ transactionId }) => transactionId).slice(-2)).toEqual(['new-1', 'new-2']);
    expect(problems[0]).toMatchObject({
      code: 'workbook_column_computed',
      message: expect.stringContaining('Category (D)'),
    });
  });

  test('are not overwritten by an update', async () => {
    const path = await formulaWorkbook({
      2: anchor,
      3: `${food(3)}<c r="E3" t="inlineStr"><is><t>tx-3</t></is></c>`,
    });
    const update = { row: 3, transactionId: 'tx-3', cell: { column: 'category', from: 'Food', to: 'Home' } as never };
    const { refused } = await applyTo(path, { updates: [update] });
    expect(refused).toMatchObject([{ row: 3, column: 'category', found: 'Food' }]);
    expect((await partsOf(path)).get('xl/worksheets/sheet1.xml')).not.toContain('Home');
  });
});

test('an array formula is recognized even if it begins far above the rows that a write reads', async () => {
  const path = join(temporaryFolder(), 'Budget.xlsx');
  await newXlsxWorkbook(path);
  await applyTo(path, { appends: numbered(1_500) });
  const array = '<f t="array" ref="D2:D1600">IF(C2:C1600&lt;0,"Food","")</f>';
  const edited = await editParts(path, {
    'xl/worksheets/sheet1.xml': (text) =>
      text.replace(/(<c r="D2"[^>]*?)(?: t="\w+")?>.*?<\/c>/, (_, start) => `${start} t="str">${array}<v>Food</v></c>`),
  });
  // The first write stores the sheet in blocks, so that the second write reads only the last block.
  await applyTo(edited, { runId: 'first', appends: [rowValues({ transactionId: 'new-1' })] });
  const { layout } = await openTestWorkbook(edited).read({ remembered: null });
  const workbook = openTestWorkbook(edited);
  const revision = await workbook.revision();
  const nothing = { runId: 'second', revision, updates: [], removals: [] };
  await workbook.apply({ ...nothing, appends: [rowValues({ transactionId: 'new-2' })] }, { layout });
  const rows = (await partsOf(edited)).get('xl/worksheets/sheet1.xml')?.match(/<row r="150[23]".*?<\/row>/g) ?? [];
  expect(rows.map((row) => [row.includes('new-'), row.includes('Restaurants')])).toEqual([
    [true, false],
    [true, false],
  ]);
});
