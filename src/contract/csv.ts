// The command line and the dashboard both write rows out; scripts must get the same from either.

export interface CsvColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => string;
  /** Plain numbers in it stay as they are, also negative ones. */
  readonly numeric?: true;
}

/** CSV by RFC 4180, with a heading, whose cells no spreadsheet program takes for a formula. */
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

/** A formula after a character at which some readers begin a new cell: Excel splits at semicolons in most of Europe. */
const RUNS_LATER = /([;|\t\r\n])(?="*[=+\-@\t\r\n＝＋－＠])/g;

function harmless(text: string, isNumeric: boolean): string {
  if (isNumeric && PLAIN_NUMBER.test(text)) return text;
  const later = text.replaceAll(RUNS_LATER, "$1'");
  return RUNS.test(text) ? `'${later}` : later;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
