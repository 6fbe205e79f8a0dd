import type { TransactionView } from '../../../../src/contract/control/transactions.ts';

/** The names and the order that `pennyrow export` and the API use. */
const COLUMNS: readonly { readonly name: string; readonly value: (row: TransactionView) => string; readonly isNumeric?: true }[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'row_index', value: ({ row }) => String(row), isNumeric: true },
  { name: 'date', value: ({ dateText }) => dateText },
  { name: 'amount', value: ({ amount }) => amount, isNumeric: true },
  { name: 'sheet_description', value: ({ description }) => description },
  { name: 'category', value: ({ category }) => category },
  { name: 'bank_account_identifier', value: ({ account, bankAccountId }) => (account === '' ? bankAccountId : account) },
  { name: 'account_id', value: ({ bankAccountId }) => bankAccountId },
  { name: 'date_added', value: ({ dateAdded }) => dateAdded },
];

/** Spreadsheet programs take a file without this mark for one of their old code pages, and break every umlaut. */
const UTF8_MARK = '\u{FEFF}';

/** CSV by RFC 4180 with a heading. */
export function toCsv(rows: readonly TransactionView[]): string {
  const heading = COLUMNS.map(({ name }) => name).join(',');
  const lines = rows.map((row) => COLUMNS.map(({ value, isNumeric }) => field(harmless(value(row), isNumeric === true))).join(','));
  return `${UTF8_MARK}${[heading, ...lines].join('\r\n')}\r\n`;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Spreadsheet programs run a cell that begins with one of these: https://owasp.org/www-community/attacks/CSV_Injection */
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/;

function harmless(text: string, isNumeric: boolean): string {
  return RUNS.test(text) && !(isNumeric && PLAIN_NUMBER.test(text)) ? `'${text}` : text;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
