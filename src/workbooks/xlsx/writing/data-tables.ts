import { relatedParts, tableRange, type TextParts } from '../package/workbook-parts.ts';
import { contentOf, firstElement, tagsIn, closingTag, elementsIn } from '../../../platform/xml/xml-tag.ts';
import { areaOf, type CellArea } from '../formulas/cell-reference.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { columnLetters, columnNumber } from '../../column-letters.ts';
import { changeAttribute, changeText, escapeAttribute, setAttribute, splice, withChild } from '../package/xml-edit.ts';

export interface RowsArea {
  readonly part: string;
  readonly name: string;
  readonly headerRow: number;
  readonly lastUsedRow: number;
  readonly columns: readonly number[];
}

/** A table around rows. Columns count from 0, rows from 1. */
export interface DataTable {
  readonly part: string;
  readonly text: string;
  readonly name: string;
  readonly bottom: number;
  readonly hasTotals: boolean;
  /** Calculated columns, as XML text; only formulas that are equal in every row. */
  readonly formulas: ReadonlyMap<number, string>;
}

export async function findDataTables(pkg: ZipPackage, area: RowsArea): Promise<readonly DataTable[]> {
  const tables = await relatedParts(pkg, area.part, 'table');
  return tables.flatMap(({ name, text }) => toDataTable(name, text, area) ?? []);
}

function toDataTable(part: string, text: string, { headerRow, columns }: RowsArea): DataTable | null {
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
    formulas: calculatedColumns(text, area.left),
  };
}

function calculatedColumns(text: string, left: number): ReadonlyMap<number, string> {
  const formulas = new Map<number, string>();
  let column = left - 1;
  for (const tag of tagsIn(text)) {
    if (tag.local === 'tableColumn' && tag.kind !== 'close') column += 1;
    if (tag.local !== 'calculatedColumnFormula' || tag.kind !== 'open') continue;
    const { start, end } = contentOf(tag);
    const formula = text.slice(start, end);
    if (tag.get('array') === null && isSameInEveryRow(formula)) formulas.set(column, formula);
  }
  return formulas;
}

/** False for references to cells by row number, which would have to be shifted. */
function isSameInEveryRow(formula: string): boolean {
  const bare = formula
    .replaceAll(/&quot;|"/g, '"')
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  return !/(?<![\w$])\$?[A-Z]{1,3}\d+\b(?!\()/i.test(bare);
}

interface ColumnsAtEdge {
  readonly part: string;
  readonly headerRow: number;
  readonly columns: readonly { readonly position: number; readonly header: string }[];
}

const RANGE = /^(\$?)([A-Z]{1,3})(\$?)(\d+):(\$?)([A-Z]{1,3})(\$?)(\d+)$/;

/** Extends a range by adjacent columns on its right, if it begins in the header row. */
export function widenRange(range: string, headerRow: number, positions: readonly number[]): string {
  const match = RANGE.exec(range);
  if (match === null || Number(match[4]) !== headerRow) return range;
  let right = columnNumber(match[6] ?? '');
  for (const position of positions) if (position === right + 1) right = position;
  return `${match[1]}${match[2]}${match[3]}${match[4]}:${match[5]}${columnLetters(right)}${match[7]}${match[8]}`;
}

/** Adds columns to adjacent tables, so that sorting and filtering include them. `parts` receives the changed parts. */
export async function widenTables(
  pkg: ZipPackage,
  { part, headerRow, columns }: ColumnsAtEdge,
  parts: TextParts,
): Promise<void> {
  const positions = columns.map(({ position }) => position);
  for (const { name, text } of await relatedParts(pkg, part, 'table', parts)) {
    const ref = tableRange(text) ?? '';
    const wider = widenRange(ref, headerRow, positions);
    if (wider === ref) continue;
    const added = columns.filter(({ position }) => position > rightOf(ref) && position <= rightOf(wider));
    parts.set(name, withTableColumns(withRef(text, ref, wider), added));
  }
}

/** Left and right columns of the sheet's tables, from 0. Only a table's last columns can be removed. */
export async function tableEdges(pkg: ZipPackage, part: string): Promise<readonly Pick<CellArea, 'left' | 'right'>[]> {
  return (await relatedParts(pkg, part, 'table')).flatMap(({ text }) => areaOf(tableRange(text)) ?? []);
}

export async function narrowTables(
  pkg: ZipPackage,
  { part, headerRow, columns }: ColumnsAtEdge,
  parts: TextParts,
): Promise<void> {
  for (const { name, text: before } of await relatedParts(pkg, part, 'table', parts)) {
    let text = before;
    for (const { position } of columns.toReversed()) {
      const ref = tableRange(text) ?? '';
      const match = RANGE.exec(ref);
      if (match === null || Number(match[4]) !== headerRow || rightOf(ref) !== position) continue;
      const narrower = `${match[2]}${match[4]}:${columnLetters(position - 1)}${match[8]}`;
      text = withoutLastColumn(withRef(text, ref, narrower));
      parts.set(name, text);
    }
  }
}

/** Changes the range of the sheet's filter; `text` is the part after the rows. */
export function withFilterRange(text: string, change: (range: string) => string): string {
  return splice(
    text,
    [...elementsIn(text, 'autoFilter')].flatMap((tag) => changeAttribute(tag, 'ref', change)),
  );
}

/** Changes the range of the filter's hidden name; `text` is the workbook part, `index` the sheet's index. */
export function withFilterName(text: string, index: number, change: (range: string) => string): string {
  const names = [...elementsIn(text, 'definedName')].filter(
    (tag) => tag.get('name') === '_xlnm._FilterDatabase' && tag.integer('localSheetId') === index,
  );
  const changeRange = (formula: string): string => {
    const at = formula.lastIndexOf('!') + 1;
    return formula.slice(0, at) + change(formula.slice(at));
  };
  return splice(
    text,
    names.flatMap((tag) => changeText(tag, changeRange)),
  );
}

function rightOf(range: string): number {
  return columnNumber(RANGE.exec(range)?.[6] ?? '');
}

function withRef(text: string, before: string, after: string): string {
  const edits = [...tagsIn(text)].flatMap((tag) => {
    if (tag.local !== 'table' && tag.local !== 'autoFilter') return [];
    return changeAttribute(tag, 'ref', (ref) =>
      // The filter of a table with totals ends above them.
      rightOf(ref) === rightOf(before) ? after.replace(/\d+$/, RANGE.exec(ref)?.[8] ?? '') : ref,
    );
  });
  return splice(text, edits);
}

function withTableColumns(text: string, added: ColumnsAtEdge['columns']): string {
  const ids = [...elementsIn(text, 'tableColumn')].map((tag) => tag.integer('id') ?? 0);
  const last = Math.max(0, ...ids);
  const columns = (prefix: string): string =>
    added
      .map(({ header }, index) => `<${prefix}tableColumn id="${last + 1 + index}" name="${escapeAttribute(header)}"/>`)
      .join('');
  return withChild(text, 'tableColumns', columns, ids.length + added.length);
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
