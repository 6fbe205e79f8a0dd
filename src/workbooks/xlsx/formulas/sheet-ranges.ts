import { columnLetters, columnNumber } from '../../column-letters.ts';
import { moveRange, type RowsMove } from './cell-reference.ts';
import { attributePlace, closingTag, splice, tagsOf, textAt, type Edit, type Tag } from '../package/xml-tags.ts';
import { decodeXmlText } from '../package/xml-text.ts';

/**
 * What else names the rows of transactions and must go along with them. Charts and pivot tables are left as
 * they are: their parts also hold what they drew last, which only a spreadsheet program can recalculate,
 * and those that should grow are made over a table, a name or whole columns, which do grow.
 */

/** The extent that the sheet declares; `text` is what is before the rows. */
export function moveDimension(text: string, move: RowsMove, lastColumn: number): string {
  const tag = [...tagsOf(text)].find(({ local }) => local === 'dimension');
  const place = tag === undefined ? null : attributePlace(text, tag, 'ref');
  const match = place === null ? null : /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(textAt(text, place));
  if (place === null || match === null) return text;
  const right = Math.max(lastColumn, columnNumber(match[3] ?? match[1] ?? ''));
  const bottom = Number(match[4] ?? match[2]);
  const moved = move.to > move.from ? Math.max(bottom, move.to) : bottom === move.from ? move.to : bottom;
  return splice(text, [{ ...place, text: `${match[1]}${match[2]}:${columnLetters(right)}${moved}` }]);
}

/** Elements behind the rows that apply to ranges of the sheet, and the attribute with these. */
const RANGE_ATTRIBUTES: Readonly<Record<string, string>> = {
  autoFilter: 'ref',
  sortState: 'ref',
  sortCondition: 'ref',
  conditionalFormatting: 'sqref',
  dataValidation: 'sqref',
  ignoredError: 'sqref',
};

/** Filters, conditional formats, validations and ignored errors; `text` is what is behind the rows. */
export function moveSheetRanges(text: string, move: RowsMove): string {
  const edits: Edit[] = [];
  let extended: string | null = null;
  for (const tag of tagsOf(text)) {
    const place = attributePlace(text, tag, RANGE_ATTRIBUTES[tag.local] ?? '');
    if (place !== null) edits.push({ ...place, text: moveRanges(textAt(text, place), move) });
    if (tag.kind === 'open' && (tag.local === 'conditionalFormatting' || tag.local === 'dataValidation'))
      extended = tag.name;
    if (tag.kind === 'close' && tag.name === extended) extended = null;
    // The newer kinds of both, in the extension list, have their ranges as text. Sparklines use the same element.
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

/** Defined names, print areas and the filter's hidden name; `text` is the workbook part. */
export function moveDefinedNames(text: string, sheet: string, move: RowsMove): string {
  const edits: Edit[] = [];
  for (const tag of tagsOf(text)) {
    if (tag.local === 'definedName' && tag.kind === 'open')
      edits.push(textEdit(text, tag, (formula) => moveInFormula(formula, sheet, move)));
  }
  return splice(text, edits);
}

/** The formula of a name; `sheet` in any letter case. */
function movedName(formula: string, sheet: string, move: RowsMove): string {
  return formula.replace(SHEET_RANGE, (whole, prefix: string, range: string) =>
    isOfSheet(prefix, sheet) ? prefix + moveRange(range, move) : whole,
  );
}

function moveInFormula(formula: string, sheet: string, move: RowsMove): string {
  const plain = decodeXmlText(formula) ?? '';
  const moved = movedName(plain, sheet, move);
  return moved === plain ? formula : moved.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function isOfSheet(prefix: string, sheet: string): boolean {
  const name = prefix.slice(0, -1);
  const plain = name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
  return plain.toLowerCase() === sheet.toLowerCase();
}
