import { type TextParts, tableRange } from '../package/workbook-parts.ts';
import { firstElement, tagsIn, closingTag, elementsIn } from '../../../platform/xml/xml-tag.ts';
import { areaOf } from '../formulas/cell-reference.ts';
import { columnLetters, columnNumber } from '../../column-letters.ts';
import {
  changeAttribute,
  changeText,
  editElements,
  escapeAttribute,
  innerXml,
  setAttribute,
  splice,
  withChild,
} from '../package/xml-edit.ts';

export interface RowsArea {
  readonly part: string;
  readonly name: string;
  readonly headerRow: number;
  readonly lastUsedRow: number;
  readonly columns: readonly number[];
}

/** A table that contains the rows of a sheet. Columns count from 0, rows from 1. */
export type DataTable = NonNullable<ReturnType<typeof toDataTable>>;

export async function findDataTables(parts: TextParts, area: RowsArea): Promise<readonly DataTable[]> {
  const tables = await parts.related(area.part, 'table');
  return tables.flatMap(({ name, text }) => toDataTable(name, text, area) ?? []);
}

function toDataTable(part: string, text: string, { headerRow, columns }: RowsArea) {
  const tag = firstElement(text, 'table');
  const area = areaOf(tag?.get('ref') ?? null);
  if (tag === null || area?.top !== headerRow) return null;
  if (!columns.some((column) => column >= area.left && column <= area.right)) return null;
  return {
    part,
    text,
    name: tag.get('displayName') ?? '',
    bottom: area.bottom,
    hasTotals: (tag.integer('totalsRowCount') ?? 0) > 0,
    /** The formulas of calculated columns as XML text, if they are equal in every row. */
    formulas: calculatedColumns(text, area.left),
  };
}

function calculatedColumns(text: string, left: number): ReadonlyMap<number, string> {
  const formulas = new Map<number, string>();
  let column = left - 1;
  for (const tag of tagsIn(text)) {
    if (tag.local === 'tableColumn' && tag.kind !== 'close') column += 1;
    if (tag.local !== 'calculatedColumnFormula' || tag.kind !== 'open') continue;
    const formula = innerXml(tag);
    if (tag.get('array') === null && isSameInEveryRow(formula)) formulas.set(column, formula);
  }
  return formulas;
}

/** False if the formula contains a reference with a relative row number, which differs in each row. */
function isSameInEveryRow(formula: string): boolean {
  const bare = formula
    .replaceAll(/&quot;|"/g, '"')
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  return !/(?<![\w$])\$?[A-Z]{1,3}\d+\b(?!\()/i.test(bare);
}

interface ResizedColumns {
  readonly part: string;
  readonly headerRow: number;
  /** Both lists are ascending. */
  readonly added: readonly { readonly position: number; readonly header: string }[];
  readonly removed: readonly { readonly position: number }[];
}

const RANGE = /^(\$?)([A-Z]{1,3})(\$?)(\d+):(\$?)([A-Z]{1,3})(\$?)(\d+)$/;

/** Extends a range by adjacent columns on its right, if it begins in the header row. */
export function widenRange(range: string, headerRow: number, positions: readonly number[]): string {
  let right = rightOf(range, headerRow);
  if (right === null) return range;
  for (const position of positions) if (position === right + 1) right = position;
  return withRight(range, right);
}

/** The last column of a range that begins in the header row; null for other ranges. */
function rightOf(range: string, headerRow: number): number | null {
  const match = RANGE.exec(range);
  return match === null || Number(match[4]) !== headerRow ? null : columnNumber(match[6] ?? '');
}

function withRight(range: string, right: number): string {
  return range.replace(RANGE, `$1$2$3$4:$5${columnLetters(right)}$7$8`);
}

/** Adds columns to adjacent tables, so that sorting and filtering include them, or removes the last columns of tables. */
export async function resizeTables(parts: TextParts, columns: ResizedColumns): Promise<void> {
  const { part, headerRow, added, removed } = columns;
  for (const { name } of await parts.related(part, 'table'))
    await parts.change(name, (text) => {
      let table = text;
      const right = (): number | null => rightOf(tableRange(table) ?? '', headerRow);
      for (const { position, header } of added)
        if (right() === position - 1) table = withLastColumn(withTableRight(table, position), header);
      for (const { position } of removed.toReversed())
        if (right() === position) table = withoutLastColumn(withTableRight(table, position - 1));
      return table;
    });
}

/** Changes the range of the sheet's filter; `text` is the part after the rows. */
export function withFilterRange(text: string, change: (range: string) => string): string {
  return editElements(text, 'autoFilter', (tag) => changeAttribute(tag, 'ref', change));
}

/** Changes the range in the hidden defined name of a filter; `text` is the workbook part, `index` the sheet's index. */
export function withFilterName(text: string, index: number, change: (range: string) => string): string {
  const changeRange = (formula: string): string => {
    const at = formula.lastIndexOf('!') + 1;
    return formula.slice(0, at) + change(formula.slice(at));
  };
  return editElements(text, 'definedName', (tag) => {
    const isFilter = tag.get('name') === '_xlnm._FilterDatabase' && tag.integer('localSheetId') === index;
    return isFilter ? changeText(tag, changeRange) : [];
  });
}

function withTableRight(text: string, right: number): string {
  const before = areaOf(tableRange(text))?.right;
  const edits = [...tagsIn(text)].flatMap((tag) => {
    if (tag.local !== 'table' && tag.local !== 'autoFilter') return [];
    return changeAttribute(tag, 'ref', (ref) => (areaOf(ref)?.right === before ? withRight(ref, right) : ref));
  });
  return splice(text, edits);
}

function withLastColumn(text: string, header: string): string {
  const ids = [...elementsIn(text, 'tableColumn')].map((tag) => tag.integer('id') ?? 0);
  const attributes = `id="${Math.max(0, ...ids) + 1}" name="${escapeAttribute(header)}"`;
  return withChild(text, 'tableColumns', (prefix) => `<${prefix}tableColumn ${attributes}/>`, ids.length + 1);
}

function withoutLastColumn(text: string): string {
  const columns = [...elementsIn(text, 'tableColumn')];
  const [last, list] = [columns.at(-1), firstElement(text, 'tableColumns')];
  if (last === undefined || list === null) return text;
  return splice(text, [
    setAttribute(list, 'count', String(columns.length - 1)),
    { start: last.start, end: closingTag(last).end, text: '' },
  ]);
}
