import ExcelJS from 'exceljs';

/** The last row with transactions. */
const LAST_ROW = 31;

/**
 * A user's own budget: thirty transactions of -1 in rows 2 to 31, with a running balance, a sum next to them and a tab
 * that totals them. `finish` adds content below.
 */
export async function budgetWorkbook(
  path: string,
  finish: (sheet: ExcelJS.Worksheet) => void = () => undefined,
): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Transactions');
  sheet.addRow(['Date', 'Description', 'Amount', 'Category', 'Transaction ID', 'Balance', 'Total', 'Share']);
  for (let row = 2; row <= LAST_ROW; row += 1) {
    sheet.addRow([
      new Date(Date.UTC(2025, 10, row - 1)),
      `Shop ${row}`,
      -1,
      'Food',
      '',
      { formula: `SUM(C$2:C${row})`, result: 1 - row },
    ]);
    sheet.getCell(`H${row}`).value = { formula: `C${row}/SUM(C$2:C$31)`, result: 1 / 30 };
  }
  sheet.getCell('G2').value = { formula: 'SUM(C2:C31)', result: -30 };
  sheet.getCell('D5').value = { formula: 'IF(COUNTIF(B:B,B5)>0,"Food","")', result: 'Food' };
  const summary = workbook.addWorksheet('Summary');
  for (const [cell, formula, result] of SUMMARY) summary.getCell(cell).value = { formula, result };
  finish(sheet);
  await workbook.xlsx.writeFile(path);
}

/** Cells of the sheet with totals: address, formula, and result before transactions are added. */
const SUMMARY = [
  ['A1', 'SUM(Transactions!C2:C31)', -30],
  ['A2', 'A1*2', -60],
  ['A3', 'SUM(Transactions!C:C)', -30],
  ['A4', '"All: "&A1', 'All: -30'],
  ['A5', 'SUMIF(Transactions!$D$2:$D$31,"Food",Transactions!$C$2:$C$31)', -30],
  ['A6', 'SUM(Transactions!C2:C11)', -10],
  ['A7', '20+3', 23],
] as const;

/** The formulas of a sheet by cell, with their stored results. */
export async function formulasIn(
  path: string,
  sheet: string,
): Promise<Readonly<Record<string, readonly [string, unknown]>>> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const found: Record<string, readonly [string, unknown]> = {};
  workbook.getWorksheet(sheet)?.eachRow((row) =>
    row.eachCell((cell) => {
      if (cell.type === ExcelJS.ValueType.Formula) found[cell.address] = [cell.formula, cell.result];
    }),
  );
  return found;
}
