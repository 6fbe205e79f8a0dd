import { toCsv, type CsvColumn } from '../../../../src/contract/csv.ts';
import type { TransactionView } from '../../../../src/contract/control/transactions.ts';

/** The names and the order that `pennyrow export` and the API use. */
const COLUMNS: readonly CsvColumn<TransactionView>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'row_index', value: ({ row }) => String(row), numeric: true },
  { name: 'date', value: ({ dateText }) => dateText },
  { name: 'amount', value: ({ amount }) => amount, numeric: true },
  { name: 'sheet_description', value: ({ description }) => description },
  { name: 'category', value: ({ category }) => category },
  {
    name: 'bank_account_identifier',
    value: ({ account, bankAccountId }) => (account === '' ? bankAccountId : account),
  },
  { name: 'account_id', value: ({ bankAccountId }) => bankAccountId },
  { name: 'date_added', value: ({ dateAdded }) => dateAdded },
];

/** Spreadsheet programs take a file without this mark for one of their old code pages, and break every umlaut. */
const UTF8_MARK = '\u{FEFF}';

/** With that mark in front. */
export function exportText(rows: readonly TransactionView[]): string {
  return `${UTF8_MARK}${toCsv(COLUMNS, rows)}`;
}
