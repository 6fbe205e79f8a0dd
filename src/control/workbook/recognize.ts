import type { ColumnMapping, RecognizedView } from '../../contract/control/workbook.ts';
import { REQUIRED_COLUMNS, type Row } from '../../core/row.ts';
import { isMoneyColumn, SHEET_COLUMNS, shows, type SheetColumn } from '../../core/sheet-columns.ts';
import type { Layout } from '../../core/snapshot.ts';
import { chosenLayout } from '../../workbooks/chosen-layout.ts';
import { columnLetters } from '../../workbooks/column-letters.ts';
import { isTotal, isOfOwnRow, keyOf, shapeOf } from '../../workbooks/formula-shape.ts';
import { guessLayout } from '../../workbooks/guess-layout.ts';
import { isTransaction } from '../../workbooks/row-order.ts';
import type { HeadCell, HeadLine, Workbook } from '../../workbooks/workbook.ts';

/** Reads the workbook with the chosen columns; without them, with the remembered or recognized columns. */
export async function recognize(
  workbook: Workbook,
  chosen: Omit<ColumnMapping, 'add'> | undefined,
  remembered: Layout | null,
  signal: AbortSignal,
): Promise<RecognizedView> {
  const added = REQUIRED_COLUMNS.filter((column) => chosen !== undefined && !shows(chosen.columns, column));
  const knownSheet = chosen?.sheet ?? remembered?.sheets.transactions?.name;
  const heads = await workbook.heads(signal, knownSheet);
  const remembering = chosen === undefined ? remembered : chosenLayout({ ...chosen, added }, heads, remembered);
  const { rows, layout } = await workbook.read({ remembered: remembering, asChosen: chosen !== undefined, signal });
  const { headerRow, columns } = layout;
  const sheet = layout.sheets.transactions?.name ?? '';
  const all = sheet === knownSheet ? heads : await workbook.heads(signal, sheet);
  const head = all.find(({ name }) => name === sheet);
  const lines = new Map((head?.lines ?? []).map((line) => [line.row, line]));
  const transactions = rows.filter(isTransaction);
  const newestFirst = layout.newestFirst === true;
  const [model, neighbor] = (newestFirst ? transactions : transactions.toReversed()).map(({ index }) =>
    lines.get(index),
  );
  const last = transactions.at(-1)?.index ?? headerRow;
  const used = new Map(
    SHEET_COLUMNS.flatMap((column) => (columns[column] ? [[columns[column].position, column]] : [])),
  );
  const guess = head === undefined ? null : guessLayout(head, null);
  return {
    preset: guess !== null && guess.headerRow === headerRow ? guess.preset : null,
    sheet,
    columns: [...used]
      .sort(([one], [other]) => one - other)
      .map(([position, column]) => ({
        column,
        header: columns[column]?.header ?? '',
        letter: columnLetters(position),
        sample: sampleOf(column, position, transactions, lines),
      })),
    rows: transactions.length,
    newRows: newestFirst ? 'top' : 'end',
    formulas: (lines.get(headerRow)?.cells ?? [])
      .filter(({ position }) => !used.has(position) && model !== undefined && isContinued(position, model, neighbor))
      .map(({ text }) => text),
    below: [...lines.values()].filter(
      ({ row, cells }) => row > last && cells.some((cell) => isContent(cell, row, used.get(cell.position))),
    ).length,
  };
}

/** True for a cell with data. A formula that the user filled down for later rows is no data. */
function isContent({ position, formula }: HeadCell, row: number, column: SheetColumn | undefined): boolean {
  if (column === undefined) return false;
  if (formula === undefined) return true;
  const isMoney = column === 'amount' || isMoneyColumn(column);
  return isMoney && isTotal({ column: position, isFormula: true, formula }, row, false);
}

function isContinued(position: number, model: HeadLine, neighbor: HeadLine | undefined): boolean {
  const [formula, other] = [model, neighbor].map(
    (line) => line?.cells.find((cell) => cell.position === position)?.formula,
  );
  if (formula === undefined) return false;
  const at = { row: model.row, column: position };
  if (neighbor === undefined) return isOfOwnRow(shapeOf(formula, at));
  return other !== undefined && keyOf(formula, at) === keyOf(other, { row: neighbor.row, column: position });
}

function sampleOf(
  column: SheetColumn,
  position: number,
  transactions: readonly Row[],
  lines: ReadonlyMap<number, HeadLine>,
): RecognizedView['columns'][number]['sample'] {
  for (const { index, date, amount } of transactions) {
    const cell = lines.get(index)?.cells.find((each) => each.position === position);
    if (cell === undefined) continue;
    const { text, value } = cell;
    if (column === 'date' && date !== null) return { text, value: { day: date } };
    if (column === 'amount' && amount !== null) return { text, value: { number: Number(amount) } };
    return { text, ...(value !== undefined && { value }) };
  }
  return null;
}
