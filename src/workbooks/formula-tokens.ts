/** A range of cells in a formula's text, such as "C$2:C31". */
export interface RangeToken {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In lower case; null: the formula's own sheet. */
  readonly sheet: string | null;
}

/** The last column is XFD, the last row 1,048,576: what looks like a cell beyond them, such as YTD2026, is a name. */
export const COLUMN = String.raw`\$?(?:[A-Za-z]{1,2}|[A-Wa-w][A-Za-z]{2}|[Xx](?:[A-Ea-e][A-Za-z]|[Ff][A-Da-d]))`;
export const ROW = String.raw`\$?(?:10[0-4]\d{4}|\d{1,6})`;
const CELL = COLUMN + ROW;
/** As far as it needs no quotes; before it may stand another workbook's number. */
const SHEET = String.raw`[^\s"'!(),;:=<>+*\/^&{}%[\]-]+`;
const IDENTIFIER = String.raw`[\p{L}_\\][\p{L}\p{N}_.\\?]*`;
const INSIDE_BRACKETS = String.raw`(?:[^[\]]|\[[^[\]]*\])*`;

/** The tokens of a formula that matter (ECMA-376 part 1, 18.17.2): each finds its place before a later one could. */
const TOKEN = new RegExp(
  [
    String.raw`(?<text>"(?:[^"]|"")*")`,
    String.raw`(?<error>#(?:REF!|DIV\/0!|N\/A|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!|GETTING_DATA))`,
    String.raw`(?<sheet>(?:'(?:[^']|'')*'|\[[^[\]]*\](?:${SHEET}(?::${SHEET})?)?|${SHEET}(?::${SHEET})?)!)`,
    String.raw`(?<cells>${CELL}(?::(?:${CELL}|${COLUMN}))?)(?![\p{L}\p{N}_.(])`,
    String.raw`(?<columns>${COLUMN}:${COLUMN})(?![\p{L}\p{N}_.(])`,
    String.raw`(?<rows>${ROW}:${ROW})`,
    String.raw`(?<table>(?:${IDENTIFIER})?\[${INSIDE_BRACKETS}\])`,
    String.raw`(?<call>${IDENTIFIER})\(`,
    String.raw`(?<name>${IDENTIFIER})`,
    String.raw`(?<number>\d+(?:\.\d*)?(?:[Ee][+-]?\d+)?)`,
  ].join('|'),
  'gu',
);

/** The ranges of more than one row that name both of their corners, for they may have to grow. */
export function* rangesIn(formula: string): Generator<RangeToken, void, void> {
  for (const { token, sheet, start } of tokens(formula)) {
    if (token.cells?.includes(':') === true) yield { start, end: start + token.cells.length, text: token.cells, sheet };
  }
}

/**
 * Those of a formula that matter. `isJoined`: a ":" before it makes a range of it and of what is before that, such as
 * `Sheet!A1:Sheet!B9` or `A1:INDEX(…)`.
 */
export function* tokens(formula: string) {
  let sheet: string | null = null;
  let after = -1;
  let end = 0;
  let isJoined = false;
  for (const match of formula.matchAll(TOKEN)) {
    const token: Readonly<Record<string, string | undefined>> = match.groups ?? {};
    isJoined ||= formula.slice(end, match.index).includes(':');
    end = match.index + match[0].length;
    if (token['sheet'] !== undefined) {
      sheet = sheetName(token['sheet']);
      after = end;
      continue;
    }
    yield {
      token: token as { readonly [Kind in 'cells' | 'columns' | 'rows' | 'table' | 'call' | 'name']?: string },
      sheet: match.index === after ? sheet : null,
      start: match.index,
      isJoined,
    };
    isJoined = false;
  }
}

function sheetName(prefix: string): string {
  const name = prefix.slice(0, -1);
  return (name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name).toLowerCase();
}
