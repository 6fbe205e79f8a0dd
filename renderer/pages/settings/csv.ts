import { exportedOf, transactionsCsv, type TransactionView } from '../../../src/contract/transaction-view.ts';

/** Without a byte order mark, spreadsheet programs assume a legacy code page and garble umlauts. */
const UTF8_MARK = '\u{FEFF}';

/** CSV with a byte order mark. */
export function exportText(rows: readonly TransactionView[]): string {
  return `${UTF8_MARK}${transactionsCsv(rows.map(exportedOf))}`;
}
