import { expect, test } from 'vitest';
import { caseCount, FIRST_CASE } from '../support/cases.ts';
import { TYPES } from '../support/formula-workbook.ts';
import { cellsOf } from '../support/own-sheets.ts';
import { formulaText, reference, RowModel, type Content, type List } from '../support/row-model.ts';
import { seeded } from '../support/seeded.ts';
import { workbookParts, writeSmallXlsx } from '../support/small-xlsx.ts';
import { applyTo, partsOf, readBack, rowValues } from '../support/xlsx-files.ts';
import type { RowValues } from '../../src/core/row.ts';

const COUNT = caseCount(100);
const SHEET = 'Transactions';
const HEADERS = ['Date', 'Description', 'Amount', 'Category', 'Transaction ID', 'Double', 'So far', 'Chain', 'Mine'];
const COLUMNS = 'ABCDEFGHI';
/** Rows of the year, so that dates follow the order of a sheet. */
const dayOf = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);

type Order = 'ascending' | 'newest first' | 'unsorted';

interface Generated {
  readonly model: RowModel;
  readonly list: List;
  readonly order: Order;
  /** The first line below the rows; null for none. */
  line: number | null;
  /** The columns with formulas in every row. */
  readonly filled: readonly string[];
  readonly isShared: boolean;
}

/** The formula of a row; those of neighbors are equal in relation to their row. */
function filledFormula(column: string, row: number, { header }: Pick<List, 'header'>, order: Order): Content {
  if (column === 'F') return [reference('C', row), '*2'];
  if (column === 'G') return ['SUM(', reference('C', header + 1, { to: row, fixed: 't' }), ')'];
  const other = order === 'newest first' ? row + 1 : row - 1;
  return ['N(', reference('H', other), ')+', reference('C', row)];
}

function generate(random: () => number): Generated {
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
  model.put('Summary', 'B', 4, ['COUNTA(', reference('C', first + 1, { to: first + 9 }), ')']);
  model.names['Amounts'] = [reference('C', first, { sheet: SHEET, to: last, fixed: 'tb' })];
  if (line !== null) model.names['Total'] = [reference('C', line, { sheet: SHEET, fixed: 't' })];
  return { model, list, order, line, filled, isShared: chance(0.4) };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

async function write({ model, list, filled, isShared }: Generated): Promise<string> {
  const sheets = Object.fromEntries(
    [SHEET, 'Summary'].map((name) => {
      const sheet = model.sheet(name);
      const rows = [...Map.groupBy([...sheet.cells.values()], ({ row }) => row)].sort(([a], [b]) => a - b);
      const cell = (row: number, column: string, content: Content): string => {
        const start = `<c r="${column}${row}"`;
        if (typeof content === 'number') return `${start}><v>${content}</v></c>`;
        if (typeof content === 'string') return `${start} t="inlineStr"><is><t>${escaped(content)}</t></is></c>`;
        const isFilled = isShared && name === SHEET && filled.includes(column) && row >= list.first && row <= list.last;
        const shared = isFilled ? ` t="shared" si="${COLUMNS.indexOf(column)}"` : '';
        if (isFilled && row > list.first) return `${start}><f${shared}/><v>0</v></c>`;
        const area = isFilled ? ` ref="${column}${list.first}:${column}${list.last}"` : '';
        return `${start}><f${shared}${area}>${escaped(formulaText(content))}</f><v>0</v></c>`;
      };
      const data = rows.map(([row, cells]) => {
        const height = sheet.heights.get(row);
        const inOrder = cells.toSorted((a, b) => (a.column < b.column ? -1 : 1));
        return `<row r="${row}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>${inOrder.map(({ column, content }) => cell(row, column, content)).join('')}</row>`;
      });
      return [name, `<sheetData>${data.join('')}</sheetData>${structuresOf(model, name).join('')}`];
    }),
  );
  const parts = workbookParts(sheets);
  const names = Object.entries(model.names).map(
    ([name, content]) => `<definedName name="${name}">${escaped(formulaText(content))}</definedName>`,
  );
  return writeSmallXlsx({
    '[Content_Types].xml': TYPES,
    ...parts,
    'xl/workbook.xml':
      parts['xl/workbook.xml']?.replace('</sheets>', (end) => `${end}<definedNames>${names.join('')}</definedNames>`) ??
      '',
  });
}

function structuresOf(model: RowModel, sheet: string): string[] {
  return model.sheet(sheet).structures.map(({ xml, left, right, top, bottom, formula }) => {
    const range = left === right && top === bottom ? `${left}${top}` : `${left}${top}:${right}${bottom}`;
    return xml.replace('#', range).replace('@', escaped(formulaText(formula ?? [])));
  });
}

/** The model's cells and structures, and those of the file, in the same form. */
async function compare(
  generated: Generated,
  path: string,
): Promise<{ readonly expected: unknown; readonly found: unknown }> {
  const { model } = generated;
  const cells = new Map<string, string>();
  for (const [name, sheet] of Object.entries(model.sheets))
    for (const [address, { content }] of sheet.cells) cells.set(`${name}!${address}`, model.text(content));
  const parts = await partsOf(path);
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const tail = xml.slice(xml.indexOf('</sheetData>') + 12, xml.lastIndexOf('</'));
  const heights = [...xml.matchAll(/<row r="(\d+)" ht="(\d+)"/g)].map(([, row, height]) => `${row} ${height}`);
  const workbook = parts.get('xl/workbook.xml') ?? '';
  const names = [...workbook.matchAll(/<definedName name="(\w+)">(.*?)</g)].map(([, name, text]) => `${name} ${text}`);
  const own = new Map([...(await cellsOf(path))].filter(([address]) => !/!D\d+$/.test(address) || cells.has(address)));
  return {
    expected: {
      cells: sorted(cells),
      tail: structuresOf(model, SHEET).join(''),
      heights: [...model.sheet(SHEET).heights].sort(([a], [b]) => a - b).map((each) => each.join(' ')),
      names: Object.entries(model.names).map(([name, content]) => `${name} ${escaped(formulaText(content))}`),
    },
    found: {
      cells: sorted(new Map([...own].map(([address, value]) => [address, value.replace('T00:00:00.000Z', '')]))),
      tail,
      heights,
      names,
    },
  };
}

const sorted = (cells: ReadonlyMap<string, string>) =>
  Object.fromEntries([...cells].sort(([a], [b]) => (a < b ? -1 : 1)));

interface Batch {
  readonly values: readonly RowValues[];
}

/** Writes the batch to the model: into free rows below the list if one stays free, or into inserted rows. */
function importInto(generated: Generated, { values }: Batch): void {
  const { model, list, order, filled } = generated;
  const count = values.length;
  const isOnTop = order === 'newest first';
  const at = isOnTop ? list.first : list.last + 1;
  const isInserted = isOnTop || (generated.line !== null && generated.line - list.last - 1 <= count);
  const newRow = (row: number) => (isInserted && row >= at ? row + count : row);
  model.move(SHEET, newRow, list, { first: list.first, last: list.last + count });
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

/** Removes rows from the model: deletes them, or empties those that fill free rows. Returns false if some could not be deleted. */
function removeFrom(generated: Generated, rows: readonly number[]): boolean {
  const { model, list } = generated;
  const gone = new Set(rows);
  let last = list.last;
  while (gone.has(last)) last -= 1;
  const trailing = list.last - last;
  const room = (generated.line ?? Infinity) - list.last - 1;
  if (trailing === gone.size && room > trailing) {
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

test('imports and undos leave the workbook as inserting and deleting rows in Excel would', async () => {
  let [inserted, deleted, emptied] = [0, 0, 0];
  for (let number = FIRST_CASE; number < FIRST_CASE + COUNT; number += 1) {
    const random = seeded(number);
    const generated = generate(random);
    const path = await write(generated);
    const batches: Batch[] = [];
    for (let step = 0; step < 4; step += 1) {
      const isUndo = batches.length > 0 && random() < 0.5;
      const said = `case ${number}, step ${step}: ${isUndo ? 'undo' : 'import'}, ${generated.order}, line ${generated.line}, filled ${generated.filled.join('')}`;
      if (isUndo) {
        const [batch] = batches.splice(Math.floor(random() * batches.length), 1);
        const { rows } = await readBack(path);
        const removals = (batch?.values ?? []).map((values) => ({
          row: rows.find(({ transactionId }) => transactionId === values.transactionId)?.index ?? 0,
          values,
        }));
        const isDeleted = removeFrom(
          generated,
          removals.map(({ row }) => row).sort((a, b) => a - b),
        );
        const { refused } = await applyTo(path, { runId: `run-${step}`, removals });
        expect([said, refused]).toEqual([said, []]);
        if (!isDeleted) {
          // A formula refers to one of the rows, so they are emptied and everything else stays.
          expect(await readBack(path).then((read) => read.rows.length)).toBe(rows.length - removals.length);
          emptied += 1;
          break;
        }
        deleted += 1;
      } else {
        const values = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
          rowValues({
            date: dayOf(20 + 5 * step + index),
            transactionId: `new-${step}-${index}`,
            description: `Bought ${step} ${index}`,
            category: '',
          }),
        );
        importInto(generated, { values });
        await applyTo(path, { runId: `run-${step}`, appends: values });
        batches.push({ values });
        inserted += 1;
      }
      const { expected, found } = await compare(generated, path);
      expect({ said, ...(found as object) }).toEqual({ said, ...(expected as object) });
    }
  }
  expect(Math.min(inserted, deleted)).toBeGreaterThan(COUNT / 3);
  expect(emptied).toBeGreaterThan(0);
});
