import { exportedOf, transactionsCsv, type TransactionView } from '../../../src/contract/transaction-view.ts';

/** Spreadsheet programs take a file without this mark for one of their old code pages, and break every umlaut. */
const UTF8_MARK = '\u{FEFF}';

/** With that mark in front. */
export function exportText(rows: readonly TransactionView[]): string {
  return `${UTF8_MARK}${transactionsCsv(rows.map(exportedOf))}`;
}
