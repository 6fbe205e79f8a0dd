import {
  escapeText,
  closingTag,
  nextTag,
  prefixOf,
  attributePlace,
  attributeText,
  splice,
  tagsOf,
  type Edit,
  type Tag,
  cellText,
} from '../package/xml-tags.ts';
import { columnLetters, columnNumber } from '../../column-letters.ts';
import type { SheetColumn } from '../../../core/sheet-columns.ts';
import { numberOf } from '../../cell.ts';
import type { SerialDates } from '../../serial-dates.ts';

/** Content of a cell. Text is never interpreted, whatever its first character is. */
export type CellContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'formula'; readonly xml: string }
  | { readonly kind: 'empty' };

export interface CellWrite {
  readonly column: number;
  readonly content: CellContent;
  readonly style: (present: number | null) => number | null;
}

export interface PresentCell {
  readonly column: number;
  readonly tag: Tag;
  readonly end: number;
  readonly style: number | null;
  readonly hasFormula: boolean;
  /** It has neither value nor formula, at most a style. */
  readonly isEmpty: boolean;
}

export function cellsOf(row: string): readonly PresentCell[] {
  const cells: PresentCell[] = [];
  let column = -1;
  for (
    let tag = nextTag(row, nextTag(row, 0)?.end ?? row.length);
    tag !== null && tag.kind !== 'close';
    tag = nextTag(row, cells.at(-1)?.end ?? row.length)
  ) {
    const close = closingTag(row, tag) ?? tag;
    const reference = attributeText(row, tag, 'r');
    column = reference === null ? column + 1 : columnNumber(reference.replace(/\d+$/, ''));
    const inside = [...tagsOf(row.slice(tag.end, close === tag ? tag.end : close.start))].map(({ local }) => local);
    const style = attributeText(row, tag, 's');
    cells.push({
      column,
      tag,
      end: close.end,
      style: style === null ? null : Number(style),
      hasFormula: inside.includes('f'),
      isEmpty: !inside.some((local) => local === 'f' || local === 'v' || local === 'is'),
    });
  }
  return cells;
}

export function newRow(number: number, prefix: string, writes: readonly CellWrite[]): string {
  return `${rowStart(number, prefix)}>${inOrder(writes)
    .map((write) => newCell(number, prefix, write))
    .join('')}</${prefix}row>`;
}

/** The beginning of the text of `newRow`, for finding it again. */
export function rowStart(number: number, prefix: string): string {
  return `<${prefix}row r="${number}"`;
}

export function changeRow(row: string, number: number, writes: readonly CellWrite[]): string {
  const open = nextTag(row, 0) as Tag;
  const prefix = prefixOf(open.name);
  const present = cellsOf(row);
  const edits: Edit[] = [];
  const added: { readonly at: number; readonly text: string }[] = [];
  for (const write of inOrder(writes)) {
    const cell = present.find(({ column }) => column === write.column);
    if (cell !== undefined) {
      edits.push({ start: cell.tag.start, end: cell.end, text: changedCell(row, cell, prefix, write) });
    } else if (write.content.kind !== 'empty') {
      const next = present.find(({ column }) => column > write.column);
      added.push({ at: next?.tag.start ?? present.at(-1)?.end ?? open.end, text: newCell(number, prefix, write) });
    }
  }
  for (const [at, texts] of Map.groupBy(added, ({ at }) => at)) {
    edits.push({ start: at, end: at, text: texts.map(({ text }) => text).join('') });
  }
  return withoutNarrowSpans(withOpenTag(row, open, edits), writes);
}

/** The same row with another number; rows and cells without a number follow from their place. */
export function renumberRow(row: string, number: number): string {
  const open = nextTag(row, 0) as Tag;
  const place = attributePlace(row, open, 'r');
  const start =
    place === null ? row.slice(0, open.end) : splice(row.slice(0, open.end), [{ ...place, text: `${number}` }]);
  const cells = row.slice(open.end);
  if (cells.includes('<!') || cells.includes('<?')) return start + renumberCells(cells, number);
  return start + cells.replace(CELL_NUMBER, (_, before: string) => before + number);
}

const CELL_NUMBER = /(<(?:\w+:)?c(?=\s)[^>]*?\sr\s*=\s*["'][A-Za-z]{1,3})\d+/g;

/** Ignores text in comments and CDATA sections. */
function renumberCells(cells: string, number: number): string {
  const edits = [...tagsOf(cells)].flatMap((tag): Edit[] => {
    const place = tag.local === 'c' && tag.kind !== 'close' ? attributePlace(cells, tag, 'r') : null;
    return place === null ? [] : [{ ...place, text: cells.slice(place.start, place.end).replace(/\d+$/, `${number}`) }];
  });
  return splice(cells, edits);
}

function inOrder(writes: readonly CellWrite[]): readonly CellWrite[] {
  if (writes.every(({ column }, index) => index === 0 || column > (writes[index - 1]?.column ?? column))) return writes;
  return [...writes].sort((a, b) => a.column - b.column);
}

function withOpenTag(row: string, open: Tag, edits: readonly Edit[]): string {
  if (open.kind !== 'empty' || edits.length === 0) return splice(row, edits);
  const inside = edits.map(({ text }) => text).join('');
  return `${row.slice(0, open.end - 2)}>${inside}</${open.name}>`;
}

/** Removes `spans` if it is too narrow: the hint is optional, but must not be wrong. */
function withoutNarrowSpans(row: string, writes: readonly CellWrite[]): string {
  const open = nextTag(row, 0) as Tag;
  const spans = /\sspans\s*=\s*(?:"[^"]*"|'[^']*')/.exec(row.slice(0, open.end));
  if (spans === null) return row;
  const [first = NaN, last = NaN] = attributeText(row, open, 'spans')?.split(':').map(Number) ?? [];
  const fits = writes.every(({ column }) => column + 1 >= first && column + 1 <= last);
  return fits ? row : row.slice(0, spans.index) + row.slice(spans.index + spans[0].length);
}

function newCell(row: number, prefix: string, { column, content, style }: CellWrite): string {
  const index = style(null);
  const look = index === null ? '' : ` s="${index}"`;
  if (content.kind === 'empty' && index === null) return '';
  return cell(prefix, ` r="${columnLetters(column)}${row}"${look}`, content);
}

function changedCell(row: string, present: PresentCell, prefix: string, { content, style }: CellWrite): string {
  const reference = attributeText(row, present.tag, 'r');
  const index = style(present.style);
  return cell(
    prefix,
    `${reference === null ? '' : ` r="${reference}"`}${index === null ? '' : ` s="${index}"`}`,
    content,
  );
}

function cell(prefix: string, attributes: string, content: CellContent): string {
  if (content.kind === 'empty') return `<${prefix}c${attributes}/>`;
  if (content.kind === 'number')
    return `<${prefix}c${attributes}><${prefix}v>${content.value}</${prefix}v></${prefix}c>`;
  if (content.kind === 'formula')
    return `<${prefix}c${attributes}><${prefix}f>${toLatin1(content.xml)}</${prefix}f></${prefix}c>`;
  const text = PLAIN.test(content.text) ? content.text : toLatin1(escapeCellText(content.text));
  return `<${prefix}c${attributes} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${text}</${prefix}t></${prefix}is></${prefix}c>`;
}

/** Characters that XML cannot contain become `_x0007_`, and text that looks like that is escaped (ECMA-376 part 1, 22.9.2.19). */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /_(?=x[0-9a-fA-F]{4}_)|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** Fast path for text that needs no escaping, which is most. */
const PLAIN = /^[ !"#$%'-;=?-^`-~]{0,1000}$/;

function escapeCellText(text: string): string {
  const escaped = cellText(text).replace(
    UNWRITABLE,
    (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
  return escapeText(escaped);
}

function toLatin1(text: string): string {
  return NOT_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

const NOT_ASCII = /[^\x20-\x7e]/;

/** Empty text clears the cell; a day that the workbook cannot represent is text. */
export function contentOf(column: SheetColumn, value: string, dates: SerialDates): CellContent {
  const number = numberOf(column, value, dates);
  if (number !== null) return { kind: 'number', value: number };
  return value === '' ? { kind: 'empty' } : { kind: 'text', text: cellText(value) };
}
