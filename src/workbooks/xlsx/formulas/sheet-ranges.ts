import type { FormulaPlace } from '../../formula-shape.ts';
import {
  firstTag,
  nextTag,
  escapeAttribute,
  escapeText,
  attributePlace,
  attributeText,
  closingTag,
  splice,
  tagsOf,
  textAt,
  type Edit,
  type Tag,
  decodeXmlText,
} from '../package/xml-tags.ts';
import { columnLetters, columnNumber } from '../../column-letters.ts';
import { areaOf, isDeleted, movedRow, moveRange, shiftsRows, type RowsMove } from './cell-reference.ts';
import { filledFormula, ImmovableRows, mayMove, movedFormula, type SheetMove } from './moved-formulas.ts';

/** Ranges and formulas outside of cells that change with the rows. */

export function moveDimension(text: string, move: RowsMove, lastColumn: number): string {
  const tag = firstTag(text, 'dimension');
  const place = tag === null ? null : attributePlace(text, tag, 'ref');
  const match = place === null ? null : /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(textAt(text, place));
  if (place === null || match === null) return text;
  const right = Math.max(lastColumn, columnNumber(match[3] ?? match[1] ?? ''));
  const bottom = Number(match[4] ?? match[2]);
  const shifted = isDeleted(bottom, move) ? movedRow(bottom, move) - 1 : movedRow(bottom, move);
  const moved = move.to > move.from ? Math.max(shifted, move.to) : bottom === move.from ? move.to : shifted;
  return splice(text, [{ ...place, text: `${match[1]}${match[2]}:${columnLetters(right)}${moved}` }]);
}

/** Elements with ranges in the same sheet. Those that grow include new rows if they included all previous ones. */
const RANGES: Readonly<Record<string, { readonly attribute: string; readonly grows: boolean }>> = {
  table: { attribute: 'ref', grows: true },
  autoFilter: { attribute: 'ref', grows: true },
  sortState: { attribute: 'ref', grows: true },
  sortCondition: { attribute: 'ref', grows: true },
  conditionalFormatting: { attribute: 'sqref', grows: true },
  dataValidation: { attribute: 'sqref', grows: true },
  ignoredError: { attribute: 'sqref', grows: true },
  mergeCell: { attribute: 'ref', grows: false },
  hyperlink: { attribute: 'ref', grows: false },
  protectedRange: { attribute: 'sqref', grows: false },
  cellWatch: { attribute: 'r', grows: false },
  inputCells: { attribute: 'r', grows: false },
  singleXmlCell: { attribute: 'r', grows: false },
  comment: { attribute: 'ref', grows: false },
  threadedComment: { attribute: 'ref', grows: false },
  location: { attribute: 'ref', grows: false },
};

/**
 * Moves the ranges in a part about one sheet: the part of the sheet after its rows, or that of a table, comments or a pivot
 * table. Throws ImmovableRows.
 */
export function moveSheetRanges(text: string, move: RowsMove, sheet: string, mayGrow = true): string {
  const edits: Edit[] = [];
  const extended: string[] = [];
  for (const tag of tagsOf(text)) {
    const { attribute, grows } = RANGES[tag.local] ?? { attribute: '', grows: false };
    const place = attributePlace(text, tag, attribute);
    if (place !== null) {
      const ranges = textAt(text, place);
      if (tag.local === 'mergeCell' || tag.local === 'location') requireWhole(tag.local, ranges, move, sheet);
      edits.push({ ...place, text: moveRanges(ranges, move, sheet, grows && mayGrow) });
    }
    if (tag.kind === 'open') extended.push(tag.local);
    if (tag.kind === 'close') extended.splice(extended.lastIndexOf(tag.local));
    // The extension list contains newer kinds of elements, with ranges as text.
    if (tag.kind === 'open' && tag.local === 'sqref') {
      const isOfRows = extended.includes('conditionalFormatting') || extended.includes('dataValidation');
      edits.push(
        textEdit(text, tag, (ranges) => moveRanges(decodeXmlText(ranges) ?? ranges, move, sheet, isOfRows && mayGrow)),
      );
    }
    if (tag.local === 'brk' && extended.includes('rowBreaks')) edits.push(...breakEdit(text, tag, move));
  }
  return moveAnchors(splice(text, edits), move);
}

function moveRanges(ranges: string, move: RowsMove, sheet: string, grows: boolean): string {
  const moved = ranges.split(/\s+/).map((range) => moveRange(range, move, grows));
  const kept = moved.filter((range) => range !== null);
  if (kept.length === 0) throw new ImmovableRows('other', sheet, ranges);
  return kept.join(' ');
}

/** Merged cells that new rows would extend hide their values, and programs insert no rows into a pivot table. */
function requireWhole(
  kind: 'mergeCell' | 'location',
  range: string,
  { inserted, deleted = [] }: RowsMove,
  sheet: string,
) {
  const { top, bottom } = areaOf(range) ?? { top: 0, bottom: 0 };
  const isTorn =
    (inserted !== undefined && top < inserted.at && inserted.at <= bottom) ||
    deleted.some((row) => row >= top && row <= bottom);
  if (isTorn) throw new ImmovableRows(kind === 'mergeCell' ? 'merged' : 'pivot', sheet, range);
}

/** The id of a page break is the row above it. */
function breakEdit(text: string, tag: Tag, move: RowsMove): Edit[] {
  const place = attributePlace(text, tag, 'id');
  return place === null ? [] : [{ ...place, text: String(movedRow(Number(textAt(text, place)) + 1, move) - 1) }];
}

/** Moves the corners of drawings and controls, whose rows count from 0. */
function moveAnchors(text: string, move: RowsMove): string {
  if (!shiftsRows(move) || !/<(?:\w+:)?from\b/.test(text)) return text;
  const edits: Edit[] = [];
  let [isAbsolute, isOneCell, corner, moved] = [false, false, '', 0];
  for (const tag of tagsOf(text)) {
    if (tag.kind === 'open' && /Anchor$|^anchor$/.test(tag.local)) {
      const kind = attributeText(text, tag, 'editAs');
      isAbsolute = kind === 'absolute' || tag.local === 'absoluteAnchor';
      isOneCell = kind === 'oneCell';
    }
    if (tag.local === 'from' || tag.local === 'to') corner = tag.kind === 'open' ? tag.local : '';
    if (tag.kind !== 'open' || tag.local !== 'row' || corner === '' || isAbsolute) continue;
    edits.push(
      textEdit(text, tag, (inside) => {
        const row = Number(inside);
        // Without resizing, the lower corner moves with the upper one.
        const by = corner === 'to' && isOneCell ? moved : movedRow(row + 1, move) - 1 - row;
        if (corner === 'from') moved = by;
        return String(row + by);
      }),
    );
  }
  return splice(text, edits);
}

function textEdit(text: string, open: Tag, change: (inside: string) => string): Edit {
  const end = closingTag(text, open)?.start ?? open.end;
  return { start: open.end, end, text: change(text.slice(open.end, end)) };
}

function formulaTextEdit(text: string, open: Tag, change: (formula: string) => string): Edit {
  return textEdit(text, open, (raw) => {
    const formula = decodeXmlText(raw);
    const changed = formula === null ? null : change(formula);
    return changed === null || changed === formula ? raw : escapeText(changed);
  });
}

/** Moves references in formulas outside of sheets: in defined names, print areas, charts. `local` is the element's name. */
export function moveFormulas(text: string, local: string, moves: readonly SheetMove[], sheet = ''): string {
  const edits = [...tagsOf(text)]
    .filter((tag) => tag.local === local && tag.kind === 'open')
    .map((tag) => formulaTextEdit(text, tag, (formula) => movedFormula(formula, sheet, AT, moves)));
  return splice(text, edits);
}

const AT: FormulaPlace = { row: 1, column: 0 };

/**
 * Moves formulas after the rows of a sheet part: those of conditional formats, validations and sparklines. They are relative
 * to the first cell of their range, which a growing range keeps.
 */
export function moveTailFormulas(text: string, sheet: string, moves: readonly SheetMove[]): string {
  const shifts = moves.filter(({ move }) => shiftsRows(move));
  if (shifts.length === 0 || !/formula|<(?:\w+:)?f>|cfvo/.test(text)) return text;
  const own = shifts.find((each) => each.sheet === sheet)?.move;
  const edits: Edit[] = [];
  let ranges: string | null = null;
  const moved = (formula: string): string => {
    const row = areaOf(ranges?.split(/\s+/)[0] ?? null)?.top ?? 1;
    if (!mayMove(formula, sheet, shifts)) return formula;
    const result = movedFormula(formula, sheet, { row, column: 0 }, shifts);
    const newTop = own === undefined || ranges === null ? row : topOf(moveRange(ranges.split(/\s+/)[0] ?? '', own));
    const distance = own === undefined || newTop === null ? 0 : newTop - movedRow(row, own);
    return distance === 0 ? result : (filledFormula(result, distance) ?? result);
  };
  for (const tag of tagsOf(text)) {
    if (tag.local === 'conditionalFormatting' || tag.local === 'dataValidation')
      ranges = tag.kind === 'open' ? (attributeText(text, tag, 'sqref') ?? textInside(text, tag, 'sqref')) : null;
    // In newer kinds, `formula1` contains an `f`.
    if (tag.kind === 'open' && FORMULAS.has(tag.local) && nextTag(text, tag.end)?.kind === 'close')
      edits.push(formulaTextEdit(text, tag, moved));
    const value = tag.local === 'cfvo' ? attributePlace(text, tag, 'val') : null;
    if (value !== null) edits.push({ ...value, text: escapeAttribute(moved(textAt(text, value))) });
  }
  return splice(text, edits);
}

const FORMULAS = new Set(['formula', 'formula1', 'formula2', 'f']);

function topOf(range: string | null): number | null {
  return areaOf(range)?.top ?? null;
}

/** The text of the first element with this name inside another element. */
function textInside(text: string, open: Tag, local: string): string | null {
  const inside = open.kind === 'open' ? text.slice(open.end, closingTag(text, open)?.start) : '';
  const tag = firstTag(inside, local);
  return tag === null ? null : inside.slice(tag.end, closingTag(inside, tag)?.start);
}
