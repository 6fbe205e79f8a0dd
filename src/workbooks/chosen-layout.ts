import { COLUMNS, REQUIRED_COLUMNS, isChosen, type Column } from '../core/row.ts';
import { MONEY_COLUMNS, SHEET_COLUMNS, shows, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout, RememberedColumn } from '../core/snapshot.ts';
import type { ProblemParameters } from '../messages/parameters.ts';
import { type PennyrowError, createError } from '../platform/errors.ts';
import { columnLetters } from './column-letters.ts';
import { COLUMN_HEADERS, SHEET_HEADERS, headerKey } from './headers.ts';
import { rememberColumn } from './remembered-columns.ts';
import type { HeadLine, SheetHead } from './workbook.ts';

export interface LayoutChoice {
  readonly sheet: string;
  /** Counted from 1. */
  readonly headerRow: number;
  readonly columns: { readonly [Name in SheetColumn]?: number | undefined };
  readonly added?: readonly Column[];
}

/** The layout for the user's choice. Keeps the other settings of the remembered layout. Throws PennyrowError `input_columns`. */
export function chosenLayout(choice: LayoutChoice, heads: readonly SheetHead[], remembered: Layout | null): Layout {
  const head = heads.find(({ name }) => name === choice.sheet);
  if (head === undefined) throw wrong({ reason: 'noSheet', sheet: choice.sheet });
  const line = head.lines.find(({ row }) => row === choice.headerRow);
  if (line === undefined) throw wrong({ reason: 'emptyRow', sheet: head.name, row: String(choice.headerRow) });
  const headers = headersOf(line);
  const names = new Set([...headers.values()].map(headerKey));
  requireOneWayOfAmounts(choice.columns);
  const lacking = REQUIRED_COLUMNS.filter((column) => !shows(choice.columns, column));
  for (const column of lacking)
    if (choice.added?.includes(column) !== true)
      throw wrong({ reason: 'notChosen', sheet: head.name, names: [COLUMN_HEADERS[column]] });
  const columns: Partial<Record<SheetColumn, RememberedColumn>> = {};
  for (const column of SHEET_COLUMNS) {
    const position = choice.columns[column];
    if (position === undefined) continue;
    const cell = `${columnLetters(position)}${line.row}`;
    if (!headers.has(position)) throw wrong({ reason: 'noName', given: cell, sheet: head.name });
    const other = SHEET_COLUMNS.find((before) => columns[before]?.position === position);
    if (other !== undefined)
      throw wrong({
        reason: 'twice',
        given: columnLetters(position),
        names: [SHEET_HEADERS[other], SHEET_HEADERS[column]],
      });
    columns[column] = rememberColumn(position, headers, samplesFor(column, position, head, remembered));
  }
  return {
    sheets: {
      categories: remembered?.sheets.categories ?? null,
      rules: remembered?.sheets.rules ?? null,
      transactions: { name: head.name, id: head.id },
    },
    headerRow: line.row,
    columns,
    ...(remembered?.outIsNegative !== undefined &&
      columns.moneyOut?.position === remembered.columns.moneyOut?.position && { outIsNegative: true as const }),
    ...(remembered?.newRows !== undefined && { newRows: remembered.newRows }),
    ...(lacking.length > 0 && { lacking }),
    ...(remembered?.balances !== undefined && { balances: remembered.balances }),
    unused: COLUMNS.filter(
      (column) => columns[column] === undefined && (isChosen(column) || names.has(headerKey(COLUMN_HEADERS[column]))),
    ),
  };
}

function requireOneWayOfAmounts(columns: LayoutChoice['columns']): void {
  const chosen = MONEY_COLUMNS.find((column) => columns[column] !== undefined);
  if (chosen === undefined) return;
  const missing = MONEY_COLUMNS.find((column) => columns[column] === undefined);
  if (missing !== undefined)
    throw wrong({ reason: 'half', given: SHEET_HEADERS[missing], names: [SHEET_HEADERS[chosen]] });
  if (columns.amount !== undefined)
    throw wrong({
      reason: 'amounts',
      given: COLUMN_HEADERS.amount,
      names: MONEY_COLUMNS.map((each) => SHEET_HEADERS[each]),
    });
}

/** Header texts by column position, as in `HeaderLine.texts`. */
export function headersOf({ cells }: HeadLine): ReadonlyMap<number, string> {
  return new Map(cells.filter(({ isText }) => isText).map(({ position, text }) => [position, text.trim()]));
}

/** Sample values of a column remain valid while the column keeps its position and header. */
function samplesFor(
  column: SheetColumn,
  position: number,
  head: SheetHead,
  remembered: Layout | null,
): readonly string[] {
  const previous = remembered?.columns[column];
  if (remembered?.sheets.transactions?.name !== head.name || previous?.position !== position) return [];
  const line = head.lines.find(({ row }) => row === remembered.headerRow);
  return line !== undefined && headersOf(line).get(position) === previous.header ? previous.sample : [];
}

type Wrong = ProblemParameters['input_columns'];

/** `reason` decides which of the other parameters the message uses. */
function wrong(what: Pick<Wrong, 'reason'> & Partial<Wrong>): PennyrowError {
  return createError('input_columns', { given: '', sheet: '', row: '', names: [], ...what });
}
