import { columnIndex } from '../columns.ts';

/** A cell in a formula. Without a row, it means the whole column; without a column, the whole row. */
export interface Point {
  readonly column: number | null;
  readonly row: number | null;
  /** True after a $: copying the formula does not change this part. */
  readonly isColumnFixed: boolean;
  readonly isRowFixed: boolean;
}

export interface Reference {
  /** Null for the sheet that contains the formula. */
  readonly sheet: string | null;
  readonly start: Point;
  /** Null for a single cell. */
  readonly end: Point | null;
}

export type Token =
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'string'; readonly text: string }
  | { readonly type: 'name'; readonly text: string }
  | { readonly type: 'operator'; readonly text: string }
  | { readonly type: 'error'; readonly text: string }
  | { readonly type: 'space'; readonly text: string }
  | { readonly type: 'reference'; readonly text: string; readonly reference: Reference };

const SHEET = String.raw`(?:(?:'(?:[^']|'')+'|[A-Za-z_][\w.]*)!)?`;
const CELL = String.raw`\$?[A-Za-z]{1,3}\$?\d{1,8}`;
const RANGE = String.raw`${SHEET}(?:${CELL}:\$?[A-Za-z]{1,3}(?![\w($])|${CELL}(?::${CELL})?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d{1,8}:\$?\d{1,8})(?![\w(])`;

const PATTERN = new RegExp(
  [
    String.raw`(?<string>"(?:[^"]|"")*")`,
    String.raw`(?<error>#(?:REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!|ERROR!))`,
    `(?<reference>${RANGE})`,
    String.raw`(?<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)`,
    String.raw`(?<name>[A-Za-z_][\w.]*)`,
    String.raw`(?<operator><>|<=|>=|[-+*/^&=<>%(),;:{}\\])`,
    String.raw`(?<space>\s+)`,
  ].join('|'),
  'y',
);

/** Cached, because each insertion of rows or columns parses all formulas, and most of them are unchanged. */
const tokenCache = new Map<string, readonly Token[] | null>();
const MOST_REMEMBERED = 20_000;

/** The tokens of a formula without its `=`; null if it is invalid. */
export function tokensOf(text: string): readonly Token[] | null {
  const cached = tokenCache.get(text);
  if (cached !== undefined) return cached;
  if (tokenCache.size >= MOST_REMEMBERED) tokenCache.clear();
  const tokens = readTokens(text);
  tokenCache.set(text, tokens);
  return tokens;
}

function readTokens(text: string): Token[] | null {
  const tokens: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < text.length) {
    const match = PATTERN.exec(text);
    if (match === null) return null;
    const [type = '', value = ''] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    tokens.push(
      type === 'reference' ? { type, text: value, reference: referenceOf(value) } : ({ type, text: value } as Token),
    );
  }
  return tokens;
}

function referenceOf(text: string): Reference {
  const mark = text.lastIndexOf('!');
  const name = text.slice(0, Math.max(mark, 0));
  const [start = '', end] = text.slice(mark + 1).split(':');
  return {
    sheet: mark === -1 ? null : name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name,
    start: pointOf(start),
    end: end === undefined ? null : pointOf(end),
  };
}

function pointOf(text: string): Point {
  const { fixedColumn, column, fixedRow, row } =
    /^(?<fixedColumn>\$(?=[A-Za-z]))?(?<column>[A-Za-z]+)?(?<fixedRow>\$)?(?<row>\d+)?$/.exec(text)?.groups ?? {};
  return {
    column: column === undefined ? null : columnIndex(column),
    row: row === undefined ? null : Number(row) - 1,
    isColumnFixed: fixedColumn !== undefined,
    isRowFixed: fixedRow !== undefined,
  };
}
