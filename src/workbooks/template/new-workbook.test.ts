import { describe, expect, test } from 'vitest';
import { newWorkbookTexts } from '../../../test/support/new-workbook.ts';
import { newWorkbook } from './new-workbook.ts';
import type { NewSheet } from './sheet.ts';

/** Functions that Excel 2016, LibreOffice and Google Sheets all support. */
const FUNCTIONS = new Set(
  (
    'AND AVERAGE COUNT COUNTIF COUNTIFS DATE EDATE IF IFERROR INDEX INT ISNA ISNUMBER LARGE MATCH MAX MIN MOD MONTH N OR RANK ROUND ROW ROWS ' +
    'SMALL SUBSTITUTE SUM SUMIFS TODAY TRIM UPPER YEAR'
  ).split(' '),
);

describe.each(['en', 'de'] as const)('a new workbook in the language %s', async (language) => {
  const sheets: readonly NewSheet[] = newWorkbook({ texts: await newWorkbookTexts(language) });
  const titles = new Set(sheets.map(({ title }) => title));
  const formulas = sheets.flatMap(({ cells, marks }) => [
    ...cells.flatMap(({ value }) => (typeof value === 'object' && value !== null ? [value.formula] : [])),
    ...marks.map(({ formula }) => formula),
  ]);

  test('uses only functions that Excel 2016, LibreOffice and Google Sheets support', () => {
    const used = formulas.flatMap((formula) => withoutTexts(formula).match(/[A-Z][A-Z.\d]*(?=\()/g) ?? []);
    expect([...new Set(used)].filter((name) => !FUNCTIONS.has(name))).toEqual([]);
    expect(formulas.filter((formula) => /[{}[\]]/.test(withoutTexts(formula)))).toEqual([]);
  });

  test("has formulas that refer only to its own sheets and stay within Excel's length limit", () => {
    const named = formulas.flatMap((formula) =>
      [...withoutTexts(formula).matchAll(/(?:'([^']+)'|([A-Za-z]+))!/g)].map(([, quoted, plain]) => quoted ?? plain),
    );
    expect([...new Set(named)].filter((name) => !titles.has(name ?? ''))).toEqual([]);
    expect(Math.max(...formulas.map(({ length }) => length))).toBeLessThan(8192);
  });

  test("has no text that exceeds Excel's limits", () => {
    for (const { title, choices } of sheets) {
      expect(title.length).toBeLessThanOrEqual(31);
      for (const choice of choices) {
        expect(choice.title.length).toBeLessThanOrEqual(32);
        expect(choice.about.length).toBeLessThanOrEqual(225);
      }
    }
  });

  test('has each kind of sheet once, and exactly one sheet that is shown first', () => {
    const roles = sheets.flatMap(({ role }) => role ?? []);
    expect(roles).toEqual(['transactions', 'categories', 'rules', 'balances']);
    expect(sheets.filter(({ isOpened }) => isOpened)).toHaveLength(1);
    expect(titles.size).toBe(sheets.length);
  });
});

/** Text in quotes is not part of the formula. */
function withoutTexts(formula: string): string {
  return formula.replaceAll(/"(?:[^"]|"")*"/g, '""');
}
