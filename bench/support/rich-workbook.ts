import ExcelJS from 'exceljs';
import { inputTransactions } from './inputs.ts';

const HEADINGS = ['Date', 'Description', 'Amount', 'Category', 'Account', 'Account ID', 'Transaction ID', 'Date Added'];

/** Writes a workbook of `rows` transactions with a library other than Pennyrow's. */
export async function writeRichWorkbook(path: string, rows: number): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: true });
  const sheet = workbook.addWorksheet('Transactions', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRow(HEADINGS).commit();
  sheet.getColumn(1).numFmt = 'yyyy-mm-dd';
  sheet.getColumn(3).numFmt = '#,##0.00';
  sheet.getColumn(8).numFmt = 'yyyy-mm-dd hh:mm:ss';
  for (const { id, date, amount, description } of inputTransactions(rows)) {
    const day = new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`);
    sheet
      .addRow([
        day,
        description,
        Number(amount),
        'Groceries',
        'Checking',
        '000111222333',
        id,
        new Date(Date.UTC(2026, 0, 1, 12)),
      ])
      .commit();
  }
  sheet.commit();
  for (const [name, headings] of [
    ['Categories', ['Category']],
    ['Rules', ['Description', 'Category', 'Min Amount', 'Max Amount']],
  ] as const) {
    const other = workbook.addWorksheet(name);
    other.addRow([...headings]).commit();
    other.commit();
  }
  await workbook.commit();
}
