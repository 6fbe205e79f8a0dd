// Shared by the command line and the dashboard, so that scripts get the same rows from both.

export interface CsvColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => string;
  /** Plain numbers stay unquoted, including negative ones. */
  readonly numeric?: true;
}

/** CSV by RFC 4180 with a header row. Cells are escaped so that no spreadsheet program runs them as formulas. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const heading = columns.map(({ name }) => name).join(',');
  const lines = rows.map((row) =>
    columns.map(({ value, numeric }) => field(harmless(value(row), numeric === true))).join(','),
  );
  return `${[heading, ...lines].join('\r\n')}\r\n`;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Spreadsheet programs run a cell that begins with one of these: https://owasp.org/www-community/attacks/CSV_Injection */
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/;

/** Some readers start a new cell at these characters: Excel splits at semicolons in most of Europe. */
const RUNS_LATER = /([;|\t\r\n])(?="*[=+\-@\t\r\n＝＋－＠])/g;

function harmless(text: string, isNumeric: boolean): string {
  if (isNumeric && PLAIN_NUMBER.test(text)) return text;
  const later = text.replaceAll(RUNS_LATER, "$1'");
  return RUNS.test(text) ? `'${later}` : later;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
