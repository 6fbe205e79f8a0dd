import type { RowValues } from '../../src/core/row.ts';
import { reference, RowModel, type Content, type List } from './row-model.ts';
import { rowValues } from './xlsx-files.ts';

export const SHEET = 'Transactions';
const HEADERS = ['Date', 'Description', 'Amount', 'Category', 'Transaction ID', 'Double', 'So far', 'Chain', 'Mine'];
export const COLUMNS = 'ABCDEFGHI';
const dayOf = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);

export type Order = 'ascending' | 'newest first' | 'unsorted';

export interface Generated {
  readonly model: RowModel;
  readonly list: List;
  readonly order: Order;
  /** The row number of the first line below the list, such as a total; null if there is none. */
  line: number | null;
  /** The columns with formulas in every row. */
  readonly filled: readonly string[];
  readonly isShared: boolean;
}

/** The formula of a column in one row. All rows have the same formula, relative to the row. */
function filledFormula(column: string, row: number, { header }: Pick<List, 'header'>, order: Order): Content {
  if (column === 'F') return [reference('C', row), '*2'];
  if (column === 'G') return ['SUM(', reference('C', header + 1, { to: row, fixed: 't' }), ')'];
  const other = order === 'newest first' ? row + 1 : row - 1;
  return ['N(', reference('H', other), ')+', reference('C', row)];
}

export function generate(random: () => number): Generated {
  const below = (count: number): number => Math.floor(random() * count);
  const chance = (share: number): boolean => random() < share;
  const model = new RowModel();
  const header = 1 + below(3);
  const rows = 3 + below(7);
  const [first, last] = [header + 1, header + rows];
  const list = { header, first, last };
  const order = (['ascending', 'newest first', 'unsorted'] as const)[below(3)] as Order;
  const put = (column: string, row: number, content: Content) => model.put(SHEET, column, row, content);
  for (const [index, text] of HEADERS.entries()) put(COLUMNS[index] as string, header, text);
  const filled = ['F', 'G', 'H'].filter((column) => chance(0.5) && (column !== 'G' || order !== 'newest first'));
  for (let row = first; row <= last; row += 1) {
    const place = row - first;
    const day =
      order === 'ascending' ? place : order === 'newest first' ? rows - place : [2, 0, 5, 1, 6, 3, 9, 4, 8][place];
    put('A', row, dayOf(day ?? 0));
    put('B', row, `Shop ${row}`);
    put('C', row, -row);
    put('E', row, `tx-${row}`);
    for (const column of filled) put(column, row, filledFormula(column, row, list, order));
    if (chance(0.3)) put('I', row, `mine ${row}`);
    if (chance(0.2)) model.sheet(SHEET).heights.set(row, 20 + row);
  }
  const line = chance(0.8) ? last + 1 + below(4) : null;
  const structure = (xml: string, left: string, right: string, top: number, bottom: number, grows = false) =>
    model.sheet(SHEET).structures.push({ xml, left, right, top, bottom, grows });
  if (line !== null) {
    put('B', line, 'Total');
    put('C', line, ['SUM(', reference('C', first, { to: chance(0.5) ? last : line - 1 }), ')']);
    if (chance(0.5)) put('D', line, [reference('C', line), '/', reference('C', first, { fixed: 't' })]);
    model.sheet(SHEET).heights.set(line, 40);
    const table = line + 2 + below(3);
    for (let row = table; row < table + 3; row += 1) {
      put('B', row, `Plan ${row}`);
      put('C', row, row);
      put('F', row, [reference('C', row), '+', reference('C', line, { fixed: 't' })]);
    }
    put('C', table + 3, ['SUM(', reference('C', table, { to: table + 2 }), ')']);
    if (chance(0.5)) structure('<mergeCell ref="#"/>', 'B', 'D', table + 5, table + 6);
    if (chance(0.5)) structure('<hyperlink ref="#" location="A1"/>', 'B', 'B', table, table);
    if (chance(0.5))
      model.sheet(SHEET).structures.push({
        xml: '<conditionalFormatting sqref="#"><cfRule type="expression" priority="1"><formula>@</formula></cfRule></conditionalFormatting>',
        left: 'B',
        right: 'D',
        top: table,
        bottom: table + 2,
        grows: false,
        formula: [reference('C', table), '>', reference('C', line, { fixed: 't' })],
      });
    model.put('Summary', 'A', 1, [reference('C', line, { sheet: SHEET }), '*1']);
    model.put('Summary', 'A', 2, ['SUM(', reference('C', table, { sheet: SHEET, to: table + 2, fixed: 'tb' }), ')']);
  }
  if (chance(0.5)) structure('<autoFilter ref="#"/>', 'A', 'I', header, last, true);
  if (chance(0.5))
    model.sheet(SHEET).structures.push({
      xml: '<dataValidation type="custom" sqref="#"><formula1>@</formula1></dataValidation>',
      left: 'C',
      right: 'C',
      top: first,
      bottom: last,
      grows: true,
      formula: [reference('C', first), '<', reference('C', header, { fixed: 't' })],
    });
  model.put('Summary', 'B', 1, ['SUM(', reference('C', first, { sheet: SHEET, to: last }), ')']);
  model.put('Summary', 'B', 2, ['SUM(', reference('C', first, { sheet: SHEET, to: first + 1 }), ')']);
  model.put('Summary', 'B', 3, [reference('C', first + 1, { sheet: SHEET, fixed: 't' }), '&"Transactions!C9"']);
  model.put('Summary', 'C', first + 2, 'kept');
  model.put('Summary', 'B', 4, ['COUNTA(', reference('C', first + 1, { to: first + 9 }), ')']);
  model.names['Amounts'] = [reference('C', first, { sheet: SHEET, to: last, fixed: 'tb' })];
  if (line !== null) model.names['Total'] = [reference('C', line, { sheet: SHEET, fixed: 't' })];
  return { model, list, order, line, filled, isShared: chance(0.4) };
}

export interface Batch {
  readonly values: readonly RowValues[];
}

/** The kind of workbook in which rows are inserted and deleted. */
export type Program = 'xlsx' | 'google';

/**
 * Adds the batch to the model: into inserted rows or, in an .xlsx file, into the free rows below the list if at least one
 * of them stays free. In a Google spreadsheet, only named ranges and formulas below the list include the new rows.
 */
export function importInto(generated: Generated, { values }: Batch, program: Program): void {
  const { model, list, order, filled } = generated;
  const count = values.length;
  const isOnTop = order === 'newest first';
  const at = isOnTop ? list.first : list.last + 1;
  const isInserted =
    program === 'google' || isOnTop || (generated.line !== null && generated.line - list.last - 1 <= count);
  const newRow = (row: number) => (isInserted && row >= at ? row + count : row);
  // A named range has an empty text as its sheet.
  const mayGrow = (sheet: string, row: number) => sheet === '' || (sheet === SHEET && row > list.last);
  const grows = program === 'xlsx' ? undefined : mayGrow;
  model.move(SHEET, newRow, list, { first: list.first, last: list.last + count, grows });
  if (isInserted && generated.line !== null) generated.line += count;
  list.last += count;
  for (const [index, { date, description, amount, category, transactionId }] of values.entries()) {
    const row = isOnTop ? at + count - 1 - index : at + index;
    model.put(SHEET, 'A', row, date);
    model.put(SHEET, 'B', row, description);
    model.put(SHEET, 'C', row, Number(amount));
    if (category !== '') model.put(SHEET, 'D', row, category);
    model.put(SHEET, 'E', row, transactionId);
    for (const column of filled) model.put(SHEET, column, row, filledFormula(column, row, list, order));
  }
}

/** Removes rows from the model: clears the last rows if free rows follow, otherwise deletes them. False if a formula lost a reference. */
export function removeFrom(generated: Generated, rows: readonly number[], program: Program): boolean {
  const { model, list } = generated;
  const gone = new Set(rows);
  let last = list.last;
  while (gone.has(last)) last -= 1;
  const trailing = list.last - last;
  const room = (generated.line ?? Infinity) - list.last - 1;
  if (program === 'xlsx' && trailing === gone.size && room > trailing) {
    for (const row of rows) for (const column of COLUMNS) model.sheet(SHEET).cells.delete(`${column}${row}`);
    const shrink = (top: number, bottom: number) => (top <= list.first && bottom === list.last ? last : bottom);
    for (const sheet of Object.values(model.sheets))
      for (const { content } of sheet.cells.values())
        if (Array.isArray(content))
          for (const part of content)
            if (
              typeof part !== 'string' &&
              part.top !== part.bottom &&
              part.left === 'C' &&
              (part.sheet === SHEET || sheet === model.sheet(SHEET))
            )
              part.bottom.row = shrink(part.top.row, part.bottom.row);
    for (const structure of model.sheet(SHEET).structures)
      if (structure.grows) structure.bottom = shrink(structure.top, structure.bottom);
    for (const name of Object.values(model.names))
      for (const part of name)
        if (typeof part !== 'string' && part.top !== part.bottom)
          part.bottom.row = shrink(part.top.row, part.bottom.row);
    list.last = last;
    return true;
  }
  const newRow = (row: number) => (gone.has(row) ? null : row - rows.filter((each) => each < row).length);
  model.move(SHEET, newRow, list, null);
  if (generated.line !== null) generated.line -= rows.length;
  list.last -= rows.length;
  return !model.hasLost;
}

/** One to three new transactions. */
export function newBatch(random: () => number, step: number): Batch {
  return {
    values: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
      rowValues({
        date: dayOf(20 + 5 * step + index),
        transactionId: `new-${step}-${index}`,
        description: `Bought ${step} ${index}`,
        category: '',
      }),
    ),
  };
}

export interface TypedNote {
  readonly row: number;
  readonly text: string;
}

/** Types a note into the model, in a row that the user had before; returns null in half of the steps. */
export function typeNote({ model }: Generated, random: () => number, step: number): TypedNote | null {
  if (random() < 0.5) return null;
  const { cells } = model.sheet(SHEET);
  const own = [...cells.values()].filter(
    ({ column, content }) => column === 'E' && typeof content === 'string' && content.startsWith('tx-'),
  );
  const row = own[Math.floor(random() * own.length)]?.row;
  if (row === undefined) return null;
  const text = `typed ${step}`;
  model.put(SHEET, 'I', row, text);
  return { row, text };
}
