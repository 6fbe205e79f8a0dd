import { columnLetters, columnNumber } from '../../column-letters.ts';
import {
  escapeAttribute,
  escapeText,
  attributePlace,
  attributeText,
  closingTag,
  firstTag,
  setAttribute,
  splice,
  tagsOf,
  textAt,
  type Edit,
  decodeXmlText,
} from '../package/xml-tags.ts';
import { relatedParts, tableRange, withChild, type TextParts } from '../package/text-part.ts';
import { areaOf, type CellArea } from '../formulas/cell-reference.ts';
import type { ZipPackage } from '../package/zip-package.ts';

export interface ColumnsAtEdge {
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
    const ref = tableRange(text);
    const wider = ref === null ? null : widenRange(ref, headerRow, positions);
    if (ref === null || wider === null || wider === ref) continue;
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
      const ref = tableRange(text);
      const match = ref === null ? null : RANGE.exec(ref);
      if (ref === null || match === null || Number(match[4]) !== headerRow || rightOf(ref) !== position) continue;
      const narrower = `${match[2]}${match[4]}:${columnLetters(position - 1)}${match[8]}`;
      text = withoutLastColumn(withRef(text, ref, narrower));
      parts.set(name, text);
    }
  }
}

/** The same for the sheet's filter; `text` is the part after the rows. */
export function withFilterRange(text: string, change: (range: string) => string): string {
  const edits = [...tagsOf(text)].flatMap((tag): Edit[] => {
    const place = tag.local === 'autoFilter' ? attributePlace(text, tag, 'ref') : null;
    return place === null ? [] : [{ ...place, text: change(textAt(text, place)) }];
  });
  return splice(text, edits);
}

/** The same for the filter's hidden name; `text` is the workbook part, `index` the sheet's index. */
export function withFilterName(text: string, index: number, change: (range: string) => string): string {
  const edits: Edit[] = [];
  for (const tag of tagsOf(text)) {
    if (tag.local !== 'definedName' || tag.kind !== 'open') continue;
    if (attributeText(text, tag, 'name') !== '_xlnm._FilterDatabase') continue;
    if (attributeText(text, tag, 'localSheetId') !== String(index)) continue;
    const end = closingTag(text, tag)?.start ?? tag.end;
    const formula = decodeXmlText(text.slice(tag.end, end)) ?? '';
    const at = formula.lastIndexOf('!') + 1;
    edits.push({ start: tag.end, end, text: escapeText(formula.slice(0, at) + change(formula.slice(at))) });
  }
  return splice(text, edits);
}

function rightOf(range: string): number {
  return columnNumber(RANGE.exec(range)?.[6] ?? '');
}

function withRef(text: string, before: string, after: string): string {
  const edits = [...tagsOf(text)].flatMap((tag): Edit[] => {
    if (tag.local !== 'table' && tag.local !== 'autoFilter') return [];
    const ref = attributeText(text, tag, 'ref');
    if (ref === null || rightOf(ref) !== rightOf(before)) return [];
    // The filter of a table with totals ends above them.
    return [setAttribute(text, tag, 'ref', after.replace(/\d+$/, RANGE.exec(ref)?.[8] ?? ''))];
  });
  return splice(text, edits);
}

function withTableColumns(text: string, added: ColumnsAtEdge['columns']): string {
  const ids = [...tagsOf(text)]
    .filter(({ local, kind }) => local === 'tableColumn' && kind !== 'close')
    .map((tag) => Number(attributeText(text, tag, 'id')));
  const last = Math.max(0, ...ids);
  const grown = withChild(text, 'tableColumns', (prefix) =>
    added
      .map(({ header }, index) => `<${prefix}tableColumn id="${last + 1 + index}" name="${escapeAttribute(header)}"/>`)
      .join(''),
  );
  return counted(grown, ids.length + added.length);
}

function withoutLastColumn(text: string): string {
  const columns = [...tagsOf(text)].filter(({ local, kind }) => local === 'tableColumn' && kind !== 'close');
  const last = columns.at(-1);
  if (last === undefined) return text;
  const end = closingTag(text, last)?.end ?? last.end;
  return counted(text.slice(0, last.start) + text.slice(end), columns.length - 1);
}

function counted(text: string, count: number): string {
  const tag = firstTag(text, 'tableColumns');
  return tag === null ? text : splice(text, [setAttribute(text, tag, 'count', String(count))]);
}
