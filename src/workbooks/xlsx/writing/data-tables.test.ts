import { expect, test } from 'vitest';
import { applyTo, editParts, partsOf, rowValues, workbookFixture } from '../../../../test/support/xlsx-files.ts';

const CALCULATED = 'Ledger[[#This Row],[Amount]]*1.2</calculatedColumnFormula>';

async function formulaOfNewRow(formula: string): Promise<string | null> {
  const path = await editParts(workbookFixture('excel-like.xlsx'), {
    'xl/tables/table1.xml': (text) => text.replace(CALCULATED, `${formula}</calculatedColumnFormula>`),
  });
  await applyTo(path, { appends: [rowValues()] });
  return /<c r="J12"[^>]*><f>(.*?)<\/f>/.exec((await partsOf(path)).get('xl/worksheets/sheet1.xml') ?? '')?.[1] ?? null;
}

test.each([
  'Ledger[[#This Row],[Amount]]*LOG10($A$1)',
  '&quot;C2&quot;&amp;Ledger[[#This Row],[Note]]',
  'SUM(Ledger[Amount])',
  'Summary!B$1',
])('a new row of a table gets the formula %s', async (formula) => {
  expect(await formulaOfNewRow(formula)).toBe(formula);
});

test.each(['C2*2', 'Summary!$B1', 'IF(Ledger[[#This Row],[Amount]]&gt;C1,1,2)'])(
  'a new row of a table gets the formula of the row above instead of the relative formula %s',
  async (formula) => {
    expect(await formulaOfNewRow(formula)).toBe('Ledger[[#This Row],[Amount]]*1.2');
  },
);

test('a table keeps its range if it already includes the new rows or ends above the last row', async () => {
  for (const [ref, expected] of [
    ['A1:K40', 'A1:K40'],
    ['A1:K9', 'A1:K9'],
  ] as const) {
    const path = await editParts(workbookFixture('excel-like.xlsx'), {
      'xl/tables/table1.xml': (text) => text.replaceAll('A1:K11', ref),
    });
    await applyTo(path, { appends: [rowValues()] });
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain(`displayName="Ledger" ref="${expected}"`);
  }
});
