import {
  firstTag,
  escapeText,
  attributePlace,
  closingTag,
  splice,
  tagsOf,
  textAt,
  type Edit,
  type Tag,
  decodeXmlText,
} from '../package/xml-tags.ts';
import { columnLetters, columnNumber } from '../../column-letters.ts';
import { moveRange, type RowsMove } from './cell-reference.ts';

/**
 * Other ranges that must grow with the transactions. Charts and pivot tables stay, because they also store their last
 * values. They grow if they use tables, names or whole columns.
 */

export function moveDimension(text: string, move: RowsMove, lastColumn: number): string {
  const tag = firstTag(text, 'dimension');
  const place = tag === null ? null : attributePlace(text, tag, 'ref');
  const match = place === null ? null : /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(textAt(text, place));
  if (place === null || match === null) return text;
  const right = Math.max(lastColumn, columnNumber(match[3] ?? match[1] ?? ''));
  const bottom = Number(match[4] ?? match[2]);
  const moved = move.to > move.from ? Math.max(bottom, move.to) : bottom === move.from ? move.to : bottom;
  return splice(text, [{ ...place, text: `${match[1]}${match[2]}:${columnLetters(right)}${moved}` }]);
}

const RANGE_ATTRIBUTES: Readonly<Record<string, string>> = {
  autoFilter: 'ref',
  sortState: 'ref',
  sortCondition: 'ref',
  conditionalFormatting: 'sqref',
  dataValidation: 'sqref',
  ignoredError: 'sqref',
};

/** Filters, conditional formats, validations and ignored errors; `text` is the part after the rows. */
export function moveSheetRanges(text: string, move: RowsMove): string {
  const edits: Edit[] = [];
  let extended: string | null = null;
  for (const tag of tagsOf(text)) {
    const place = attributePlace(text, tag, RANGE_ATTRIBUTES[tag.local] ?? '');
    if (place !== null) edits.push({ ...place, text: moveRanges(textAt(text, place), move) });
    if (tag.kind === 'open' && (tag.local === 'conditionalFormatting' || tag.local === 'dataValidation'))
      extended = tag.name;
    if (tag.kind === 'close' && tag.name === extended) extended = null;
    // The extension list contains newer versions of both, with ranges as text. Sparklines use the same element.
    if (tag.kind === 'open' && tag.local === 'sqref' && extended !== null)
      edits.push(textEdit(text, tag, (ranges) => moveRanges(decodeXmlText(ranges) ?? ranges, move)));
  }
  return splice(text, edits);
}

function moveRanges(ranges: string, move: RowsMove): string {
  return ranges
    .split(' ')
    .map((range) => moveRange(range, move))
    .join(' ');
}

function textEdit(text: string, open: Tag, change: (inside: string) => string): Edit {
  const end = closingTag(text, open)?.start ?? open.end;
  return { start: open.end, end, text: change(text.slice(open.end, end)) };
}

const SHEET_RANGE = /((?:'(?:[^']|'')+'|[^\s'!(),;:=<>+*/^&"-]+)!)(\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]{1,3}\$?\d+)/g;

/** Defined names, including print areas and hidden filter names; `text` is the workbook part. */
export function moveDefinedNames(text: string, sheet: string, move: RowsMove): string {
  const edits: Edit[] = [];
  for (const tag of tagsOf(text)) {
    if (tag.local === 'definedName' && tag.kind === 'open')
      edits.push(textEdit(text, tag, (formula) => moveInFormula(formula, sheet, move)));
  }
  return splice(text, edits);
}

function movedName(formula: string, sheet: string, move: RowsMove): string {
  return formula.replace(SHEET_RANGE, (whole, prefix: string, range: string) =>
    isOfSheet(prefix, sheet) ? prefix + moveRange(range, move) : whole,
  );
}

function moveInFormula(formula: string, sheet: string, move: RowsMove): string {
  const plain = decodeXmlText(formula) ?? '';
  const moved = movedName(plain, sheet, move);
  return moved === plain ? formula : escapeText(moved);
}

function isOfSheet(prefix: string, sheet: string): boolean {
  const name = prefix.slice(0, -1);
  const plain = name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
  return plain.toLowerCase() === sheet.toLowerCase();
}
