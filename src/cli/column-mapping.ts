import type { AdditionsWanted, ColumnMapping, HeadView, MissingView } from '../contract/control/workbook.ts';
import { REQUIRED_COLUMNS, isRequired, type Column } from '../core/row.ts';
import { MONEY_COLUMNS, SHEET_COLUMNS, isMoneyColumn, shows, type SheetColumn } from '../core/sheet-columns.ts';
import type { ProblemParameters } from '../messages/parameters.ts';
import { createError, type PennyrowError, reportOf } from '../platform/errors.ts';
import type { Command } from 'commander';
import type { Input } from '../contract/control/index.ts';
import type { GlobalOptions, OpenControl } from './open-control.ts';
import { localize, text } from './locale.ts';

export type ColumnMap = ReadonlyMap<SheetColumn, string | null>;

export type Positions = Readonly<Partial<Record<SheetColumn, number>>>;

/** A comma separates two entries only if `name=` follows, because headers may contain commas. */
const NEXT = /,(?=[\s\w-]+=)/;

/** Reads `date=Datum,amount=C,category=`. Throws `input_columns`. */
export function readColumnMap(texts: readonly string[]): ColumnMap {
  const map = new Map<SheetColumn, string | null>();
  for (const text of texts.flatMap((each) => each.split(NEXT))) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (name === '') throw columnsError({ reason: 'unreadable', given: text });
    map.set(columnNamed(name.trim()), value.trim() === '' ? null : value.trim());
  }
  return map;
}

function columnNamed(name: string): SheetColumn {
  const plain = (text: string): string => text.replaceAll(/[\s_-]/g, '').toLowerCase();
  const column = SHEET_COLUMNS.find((each) => plain(each) === plain(name));
  if (column !== undefined) return column;
  throw columnsError({ reason: 'unknown', given: name, names: SHEET_COLUMNS });
}

/** The position of each column: from the map if it names the column, otherwise from `proposed`. Throws `input_columns`. */
export function placeColumns(map: ColumnMap, head: HeadView, headerRow: number, proposed: Positions): Positions {
  const positions: Partial<Record<SheetColumn, number>> = { ...proposed };
  for (const [column, headerOrLetter] of map) {
    delete positions[column];
    if (headerOrLetter !== null) positions[column] = positionOf(headerOrLetter, head, headerRow);
  }
  // Drops a proposed position that the user has assigned to another column.
  for (const [column, position] of Object.entries(positions) as [SheetColumn, number][]) {
    const isReassigned = [...map.keys()].some(
      (named) => positions[named] === position || replacesAmounts(named, column, map),
    );
    if (!map.has(column) && isReassigned) delete positions[column];
  }
  return positions;
}

function replacesAmounts(named: SheetColumn, column: SheetColumn, map: ColumnMap): boolean {
  if (map.get(named) === null) return false;
  return isMoneyColumn(named) ? column === 'amount' : named === 'amount' && isMoneyColumn(column);
}

function positionOf(headerOrLetter: string, { name, lines }: HeadView, headerRow: number): number {
  const cells = (lines.find(({ row }) => row === headerRow)?.cells ?? []).filter(({ isText }) => isText);
  const plain = (text: string): string => text.trim().toLowerCase();
  const [first, ...more] = cells.filter(({ text }) => plain(text) === plain(headerOrLetter));
  if (first !== undefined && more.length > 0)
    throw columnsError({
      reason: 'ambiguous',
      given: headerOrLetter,
      sheet: name,
      names: [first, ...more].map(({ letter }) => letter),
    });
  const found = first ?? cells.find(({ letter }) => letter === headerOrLetter.toUpperCase());
  if (found !== undefined) return found.position;
  const there = cells.map(({ letter, text }) => `${text} (${letter})`);
  const reason = there.length === 0 ? 'unnamed' : 'absent';
  throw columnsError({ reason, given: headerOrLetter, sheet: name, row: String(headerRow), names: there });
}

/** Throws `input_columns` if a required column is missing. */
export function toMapping(
  sheet: string,
  headerRow: number,
  columns: Positions,
  add: AdditionsWanted | null = null,
): ColumnMapping {
  // If only money in or money out is given, does not also require `amount`: the service reports the missing column.
  const isHalf = MONEY_COLUMNS.some((column) => columns[column] !== undefined);
  const missing = REQUIRED_COLUMNS.filter(
    (column) => !shows(columns, column) && add?.columns.includes(column) !== true && !(column === 'amount' && isHalf),
  );
  if (missing.length > 0) {
    const example = missing.map((column) => `${column}=HEADER`).join(',');
    throw columnsError({ reason: 'missing', given: example, sheet, names: missing });
  }
  return { sheet, headerRow, columns, ...(add !== null && { add }) };
}

type ColumnsProblem = ProblemParameters['input_columns'];

export function columnsError(what: Pick<ColumnsProblem, 'reason' | 'given'> & Partial<ColumnsProblem>): PennyrowError {
  return createError('input_columns', { sheet: '', row: '', names: [], ...what });
}

export interface AddOptions {
  readonly add?: true;
  readonly addOnly?: string;
  readonly hide?: true;
}

export type Target = Pick<Input<'workbook.missing'>, 'of' | 'unmapped'>;

export function addAdditionOptions(command: Command): Command {
  const strings = text().workbook;
  return command
    .option('--add', strings.add)
    .option('--add-only <names>', strings.addOnly)
    .option('--hide', strings.hide);
}

export function requestsAdditions({ add, addOnly }: AddOptions): boolean {
  return add === true || addOnly !== undefined;
}

/** Without `--add-only`, `transactionId` is the only required column to add: the others probably exist under unknown headers. */
export function selectAdditions({ columns, sheets }: MissingView, { addOnly, hide }: AddOptions): AdditionsWanted {
  const all = { columns: columns.map(({ column }) => column), sheets: sheets.map(({ role }) => role) };
  if (addOnly === undefined)
    return { ...all, columns: all.columns.filter((column) => !isUnrecognizedColumn(column)), hidden: hide === true };
  const names = addOnly.split(',').map((name) => name.trim());
  const missingNames: readonly string[] = [...all.columns, ...all.sheets];
  const unknownName = names.find((name) => !missingNames.includes(name));
  if (unknownName !== undefined) throw columnsError({ reason: 'notMissing', given: unknownName, names: missingNames });
  return {
    columns: all.columns.filter((column) => names.includes(column)),
    sheets: all.sheets.filter((role) => names.includes(role)),
    hidden: hide === true,
  };
}

function isUnrecognizedColumn(column: Column): boolean {
  return isRequired(column) && column !== 'transactionId';
}

/** Throws `refusal` if a required column is not recognized and not among the added columns. */
export async function proposeMapping(
  control: OpenControl,
  accountId: string,
  target: Target,
  options: AddOptions,
  refusal: unknown,
): Promise<ColumnMapping> {
  const { table } = await findTable(control, accountId, target, refusal);
  const { columns } = table;
  const add = selectAdditions(await control.call('workbook.missing', { accountId, ...target, table }), options);
  if (REQUIRED_COLUMNS.some((column) => !shows(columns, column) && !add.columns.includes(column))) throw refusal;
  return { ...table, add };
}

async function findTable(control: OpenControl, accountId: string, target: Target, refusal: unknown) {
  const { sheets, transactions } = await control.call('workbook.headers', { accountId, ...target });
  const head = sheets.find(({ name }) => name === transactions);
  if (head === undefined || head.headerRow === null) throw refusal;
  const { name: sheet, headerRow, columns, lines } = head;
  const cells = lines.find(({ row }) => row === headerRow)?.cells ?? [];
  return { table: { sheet, headerRow, columns }, cells };
}

/** Asks at a terminal for the unrecognized columns. Throws `refusal` if there is no terminal, or the sheet has no header row. */
export async function askForMapping(
  control: OpenControl,
  accountId: string,
  target: Target,
  { json }: GlobalOptions,
  refusal: PennyrowError,
): Promise<ColumnMapping> {
  const { openPrompt, isYes } = await import('./prompt.ts');
  const prompt = openPrompt({ json });
  if (prompt === null) throw refusal;
  try {
    const { table, cells } = await findTable(control, accountId, target, refusal);
    const strings = text().workbook;
    const columns = { ...table.columns };
    prompt.print(localize(reportOf(refusal)).message);
    const missing = await control.call('workbook.missing', { accountId, ...target, table });
    for (const { column, header } of missing.columns.filter((each) => isUnrecognizedColumn(each.column))) {
      const usedPositions = new Set(Object.values(columns));
      const free = cells.filter(({ isText, position }) => isText && !usedPositions.has(position));
      for (const [index, { text: title, letter }] of free.entries())
        prompt.print(`  ${index + 1}  ${title} (${letter})`);
      const chosen = free[Number(await prompt.ask(strings.whichColumn({ header }))) - 1];
      if (chosen === undefined) throw createError('run_cancelled', {});
      columns[column] = chosen.position;
    }
    const ids = missing.columns.find(({ column }) => column === 'transactionId');
    if (ids !== undefined && !isYes(await prompt.ask(strings.addIds({ header: ids.header, sheet: table.sheet }))))
      throw createError('run_cancelled', {});
    const add: AdditionsWanted = { columns: ids === undefined ? [] : ['transactionId'], sheets: [], hidden: false };
    return { ...table, columns, add };
  } finally {
    prompt.close();
  }
}
