import ExcelJS from 'exceljs';

/** A user's own workbook with German names, one row, and an additional column. */
export async function foreignWorkbook(path: string): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Übersicht').addRow(['Was bleibt?']);
  const sheet = workbook.addWorksheet('Umsätze');
  sheet.addRow(['Datum', 'Verwendungszweck', 'Betrag', 'Kategorie', 'Kennzeichen', 'Notiz']);
  sheet.addRow([new Date('2026-01-05T00:00:00Z'), 'Bäckerei', -3.2, 'Essen', '', 'meine']);
  await workbook.xlsx.writeFile(path);
}

/** Makes the transaction ids unrecognizable: renames their column and overwrites most cells. Columns count from 1. */
export async function loseIds(path: string, column: number): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const sheet = workbook.getWorksheet('Transactions');
  if (sheet === undefined) throw new Error('There is no sheet Transactions.');
  // Removes tables, because on saving the library would overwrite header cells with their column names.
  for (const table of sheet.getTables() as unknown as readonly [{ readonly name: string }])
    sheet.removeTable(table.name);
  sheet.getCell(1, column).value = 'Bank reference';
  for (let row = 4; row <= sheet.rowCount; row += 1)
    if (sheet.getCell(row, column).value !== null) sheet.getCell(row, column).value = `mine-${row}`;
  await workbook.xlsx.writeFile(path);
}
