import type { AddedColumn } from '../../../core/workbook-change.ts';
import { TRANSACTION_TABLE } from '../../../core/transaction-table.ts';
import { isFilled } from '../../cell.ts';
import { headerKey } from '../../headers.ts';
import { cellWrite } from './cell-writing.ts';
import { closingTag, elementsIn, firstElement, nextTag, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import { innerXml, removeAttribute, splice } from '../package/xml-edit.ts';
import { columnsIn } from '../formulas/cell-reference.ts';
import { columnsUnderDrawings, tableAreas } from '../reading/sheet-heads.ts';
import { changedMeanwhile } from '../../workbook.ts';
import type { PlanContext } from './plan-rows.ts';
import { SheetEdit } from './sheet-edit.ts';
import { moveDimension } from '../formulas/sheet-ranges.ts';
import { readSheetRows } from '../reading/sheet-reader.ts';
import { resizeTables, widenRange, withFilterName, withFilterRange } from './data-tables.ts';
import { isProtected } from '../package/workbook-errors.ts';

/**
 * Writes headers into empty columns beside the transactions and extends the table or filter, or removes such headers.
 * Throws PennyrowError `workbook_protected`, or `workbook_changed` if a column is no longer empty.
 */
export async function planColumns(plan: PlanContext): Promise<SheetEdit> {
  const { additions, withdrawals = [] } = plan.change;
  const added = (additions?.columns ?? []).toSorted((a, b) => a.position - b.position);
  const { pkg, located, parts } = plan;
  const { transactions, headerRow } = located;
  const found = await contents(plan, [...added, ...withdrawals]);
  if (found.isProtected) throw isProtected(pkg.path, transactions.name);
  if (added.some(({ position }) => found.filledCells.has(position))) throw changedMeanwhile(pkg.path);
  const removed = await removableColumns(plan, found);
  await resizeTables(parts, { part: transactions.part, headerRow, added, removed });
  const positions = added.map(({ position }) => position);
  const widen = (range: string): string => widenRange(range, headerRow, positions);
  await parts.change(located.parts.workbook, (text) => {
    const sheets = [...elementsIn(text, 'sheet')];
    const index = sheets.findIndex((tag) => tag.get('sheetId') === transactions.sheetId);
    return withFilterName(text, index, widen);
  });
  const covered = await columnsUnderDrawings(parts, transactions.part);
  const looks = [...added, ...removed.map((column) => ({ ...column, isHidden: false }))]
    // Does not change the width of columns under charts and pictures, because these would be resized.
    .filter(({ position }) => !covered.has(position))
    .map(({ column, position, isHidden }) => ({ position, isHidden, width: TRANSACTION_TABLE[column].width[0] }));
  const right = Math.max(...positions, ...Object.values(located.columns));
  const writes = [
    ...added.map(({ position, header }) => cellWrite(position, header, found.headerStyle)),
    ...removed.map(({ position }) => cellWrite(position, null)),
  ];
  return new SheetEdit({
    sheet: located.transactions.name,
    writes: writes.length === 0 ? new Map() : new Map([[headerRow, writes]]),
    firstNewRow: headerRow + 1,
    move: null,
    lastColumn: right,
    // Only the width of the dimension changes: no row moves.
    head: (text, prefix) => withColumnLooks(moveDimension(text, { firstRow: 1, from: 0, to: 0 }, right), looks, prefix),
    tail: (text) => withFilterRange(text, widen),
  });
}

async function contents({ pkg, located, signal }: PlanContext, columns: readonly Pick<AddedColumn, 'position'>[]) {
  const { transactions, headerRow, context } = located;
  const last = Math.max(...Object.values(located.columns));
  const filledCells = new Map<number, { row: number; text: string }[]>();
  let headerStyle: number | null = null;
  const positions = new Set(columns.map(({ position }) => position));
  const facts = await readSheetRows(
    pkg,
    transactions.part,
    context,
    ({ index, cells }) => {
      for (const cell of cells) {
        if (index === headerRow && cell.column === last) headerStyle = cell.style;
        if (positions.has(cell.column) && (cell.isFormula || isFilled(cell)))
          filledCells.set(cell.column, [...(filledCells.get(cell.column) ?? []), { row: index, text: cell.text }]);
      }
    },
    { signal, columns: new Set([...positions, last]) },
  );
  return { isProtected: facts.isProtected, filledCells, headerStyle };
}

async function removableColumns(
  { parts, located, change }: PlanContext,
  { filledCells }: Awaited<ReturnType<typeof contents>>,
): Promise<readonly AddedColumn[]> {
  const { transactions, headerRow } = located;
  const tables = await tableAreas(parts, transactions.part);
  const empty = (change.withdrawals ?? []).filter(({ position, header }) => {
    const [cell, ...more] = filledCells.get(position) ?? [];
    return more.length === 0 && cell?.row === headerRow && headerKey(cell.text) === headerKey(header);
  });
  const positions = new Set(empty.map(({ position }) => position));
  return (
    empty
      // Inside of a table, only the last columns can be removed.
      .filter(({ position }) =>
        tables.every(
          ({ left, right }) =>
            position < left || columnsIn({ left: position, right }).every((column) => positions.has(column)),
        ),
      )
      .toSorted((a, b) => a.position - b.position)
  );
}

/** `width`: in characters of the default font. Applies only to columns that have no width yet. */
type ColumnLook = Pick<AddedColumn, 'position' | 'isHidden'> & { readonly width: number };

type Stretch = ReturnType<typeof stretchesIn>[number];

/** Sets width and visibility of columns; `text` is the part before the rows. Other columns stay unchanged. */
export function withColumnLooks(text: string, looks: readonly ColumnLook[], prefix: string): string {
  if (looks.length === 0) return text;
  const open = firstElement(text, 'cols');
  const own = open?.prefix ?? prefix;
  let stretches = open === null ? [] : stretchesIn(open);
  for (const look of looks) stretches = withLook(stretches, look, own);
  const columns = stretches
    .toSorted((a, b) => a.min - b.min)
    .map(({ min, max, column }) => {
      const { nameEnd } = nextTag(column, 0) as XmlTag;
      return `${column.slice(0, nameEnd)} min="${min}" max="${max}"${column.slice(nameEnd)}`;
    });
  const [start, end] = open === null ? [text.length, text.length] : [open.start, closingTag(open).end];
  return `${text.slice(0, start)}<${own}cols>${columns.join('')}</${own}cols>${text.slice(end)}`;
}

/** `column` is the `col` element without the attributes `min` and `max`. */
function stretchesIn(open: XmlTag) {
  return [...elementsIn(innerXml(open), 'col')].map((tag) => ({
    min: tag.integer('min') ?? 0,
    max: tag.integer('max') ?? 0,
    column: `${withoutAttributes(tag, ['min', 'max']).replace(/\s*\/?>$/, '')}/>`,
  }));
}

function withoutAttributes(tag: XmlTag, names: readonly string[]): string {
  const edits = names.flatMap((name) => removeAttribute(tag, name));
  return splice(tag.text.slice(0, tag.end), edits).slice(tag.start);
}

function withLook(stretches: readonly Stretch[], { position, isHidden, width }: ColumnLook, prefix: string): Stretch[] {
  const at = position + 1;
  const present = stretches.find(({ min, max }) => min <= at && at <= max);
  const base = present?.column ?? `<${prefix}col width="${width}" customWidth="1"/>`;
  const shown = withoutAttributes(nextTag(base, 0) as XmlTag, ['hidden']);
  const own = { min: at, max: at, column: isHidden ? shown.replace(/\/>$/, ' hidden="1"/>') : shown };
  if (present === undefined) return [...stretches, own];
  return [
    ...stretches.filter((stretch) => stretch !== present),
    own,
    ...[
      { ...present, max: at - 1 },
      { ...present, min: at + 1 },
    ].filter(({ min, max }) => min <= max),
  ];
}
