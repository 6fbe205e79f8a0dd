import { nextTag, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import { cellsIn, type StoredCell } from '../package/sheet-cells.ts';
import { cellText, changeAttribute, escapeText, removeAttribute, splice, type Edit } from '../package/xml-edit.ts';
import { columnLetters } from '../../column-letters.ts';

/** Content of a cell; null for none. Text is never interpreted as a formula or a number. */
export type CellContent = string | number | { readonly formulaXml: string } | null;

export interface CellWrite {
  readonly column: number;
  readonly content: CellContent;
  readonly style: (present: number | null) => number | null;
}

/** An existing cell keeps its style; a new cell gets the style `look`. */
export function cellWrite(column: number, content: CellContent, look: number | null = null): CellWrite {
  return { column, content, style: (present) => present ?? look };
}

export function newRow(number: number, prefix: string, writes: readonly CellWrite[]): string {
  return `<${prefix}row r="${number}">${inOrder(writes)
    .map((write) => newCell(number, prefix, write))
    .join('')}</${prefix}row>`;
}

export function changeRow(row: string, number: number, writes: readonly CellWrite[]): string {
  const open = nextTag(row, 0) as XmlTag;
  const cells = [...cellsIn(row)];
  const edits = narrowSpans(open, writes);
  const added: { readonly at: number; readonly text: string }[] = [];
  for (const write of inOrder(writes)) {
    const cell = cells.find(({ column }) => column === write.column);
    if (cell !== undefined) {
      edits.push({ start: cell.tag.start, end: cell.end, text: changedCell(cell, open.prefix, write) });
    } else if (write.content !== null) {
      const next = cells.find(({ column }) => column > write.column);
      added.push({ at: next?.tag.start ?? cells.at(-1)?.end ?? open.end, text: newCell(number, open.prefix, write) });
    }
  }
  if (open.kind === 'empty' && added.length > 0) {
    const content = added.map(({ text }) => text).join('');
    return splice(row, [...edits, { start: open.end - 2, end: open.end, text: `>${content}</${open.name}>` }]);
  }
  for (const [at, texts] of Map.groupBy(added, ({ at }) => at))
    edits.push({ start: at, end: at, text: texts.map(({ text }) => text).join('') });
  return splice(row, edits);
}

/** Returns the row with another number. A row or cell without a number stays the same: its number follows from its position. */
export function renumberRow(row: string, number: number): string {
  const edits: Edit[] = [];
  const tag = nextTag(row, 0) as XmlTag;
  edits.push(...changeAttribute(tag, 'r', () => String(number)));
  while (nextTag(row, tag.end, tag) !== null) {
    if (tag.kind !== 'close' && tag.local === 'c')
      edits.push(...changeAttribute(tag, 'r', (cell) => cell.replace(/\d+$/, String(number))));
  }
  return splice(row, edits);
}

function inOrder(writes: readonly CellWrite[]): readonly CellWrite[] {
  if (writes.every(({ column }, index) => index === 0 || column > (writes[index - 1]?.column ?? column))) return writes;
  return [...writes].sort((a, b) => a.column - b.column);
}

/** Removes the attribute `spans` if a new cell is outside: it is optional, but must include all cells. */
function narrowSpans(open: XmlTag, writes: readonly CellWrite[]): Edit[] {
  const [first = NaN, last = NaN] = open.get('spans')?.split(':').map(Number) ?? [];
  const fits = writes.every(({ column }) => column + 1 >= first && column + 1 <= last);
  return fits ? [] : removeAttribute(open, 'spans');
}

function newCell(row: number, prefix: string, { column, content, style }: CellWrite): string {
  const index = style(null);
  return content === null && index === null ? '' : cell(prefix, `${columnLetters(column)}${row}`, index, content);
}

function changedCell({ tag, style: present }: StoredCell, prefix: string, { content, style }: CellWrite): string {
  return cell(prefix, tag.get('r'), style(present), content);
}

function cell(prefix: string, reference: string | null, index: number | null, content: CellContent): string {
  const attributes = `${reference === null ? '' : ` r="${reference}"`}${index === null ? '' : ` s="${index}"`}`;
  if (content === null) return `<${prefix}c${attributes}/>`;
  if (typeof content === 'number') return `<${prefix}c${attributes}><${prefix}v>${content}</${prefix}v></${prefix}c>`;
  if (typeof content === 'object')
    return `<${prefix}c${attributes}><${prefix}f>${toLatin1(content.formulaXml)}</${prefix}f></${prefix}c>`;
  const text = PLAIN.test(content) ? content : toLatin1(escapeCellText(content));
  // Without this attribute, programs may trim the text. It is omitted where possible, because it makes files larger and slower.
  const space = content.trim() === content ? '' : ' xml:space="preserve"';
  return `<${prefix}c${attributes} t="inlineStr"><${prefix}is><${prefix}t${space}>${text}</${prefix}t></${prefix}is></${prefix}c>`;
}

/** Characters to escape, as in `_x0007_`: those forbidden in XML, and a `_` that begins such a sequence (ECMA-376 part 1, 22.9.2.19). */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /_(?=x[0-9a-fA-F]{4}_)|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** Matches most texts, which are written without the slower escaping. */
const PLAIN = /^[ !"#$%'-;=?-^`-~]{0,1000}$/;

export function escapeCellText(text: string): string {
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
