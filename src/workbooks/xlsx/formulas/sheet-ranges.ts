import type { FormulaPlace } from '../../formula-shape.ts';
import { firstElement, nextTag, tagsIn, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import { changeAttribute, changeText, editElements, innerXml, splice, textOf, type Edit } from '../package/xml-edit.ts';
import { columnLetters } from '../../column-letters.ts';
import { areaOf, isDeleted, movedRow, moveRange, shiftsRows, tearsArea, type RowsMove } from './cell-reference.ts';
import { filledFormula, ImmovableRows, mayMove, movedFormula, type SheetMove } from './moved-formulas.ts';

/** Moves the range of the `dimension` element, which includes all used cells of the sheet. */
export function moveDimension(text: string, move: RowsMove, lastColumn: number): string {
  const tag = firstElement(text, 'dimension');
  if (tag === null) return text;
  const moved = changeAttribute(tag, 'ref', (ref) => {
    const area = areaOf(ref);
    if (area === null) return ref;
    const right = columnLetters(Math.max(lastColumn, area.right));
    const { bottom } = area;
    const shifted = isDeleted(bottom, move) ? movedRow(bottom, move) - 1 : movedRow(bottom, move);
    const last = move.to > move.from ? Math.max(shifted, move.to) : bottom === move.from ? move.to : shifted;
    return `${columnLetters(area.left)}${area.top}:${right}${last}`;
  });
  return splice(text, moved);
}

/** Elements with ranges in the same sheet. If `grows`, a range over all previous rows is extended to the new rows. */
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

/** Elements inside of which no rows move: merged cells would hide the values of new rows, and pivot tables allow no new rows. */
const WHOLE: Readonly<Record<string, 'merged' | 'pivot'>> = { mergeCell: 'merged', location: 'pivot' };

/** Moves the ranges in XML about one sheet: the part after its rows, or a table, comments or a pivot table. Throws ImmovableRows. */
export function moveSheetRanges(text: string, move: RowsMove, sheet: string, mayGrow = true): string {
  const edits: Edit[] = [];
  const extended: string[] = [];
  for (const tag of tagsIn(text)) {
    const { attribute, grows } = RANGES[tag.local] ?? { attribute: '', grows: false };
    edits.push(
      ...changeAttribute(tag, attribute, (ranges) => {
        const reason = WHOLE[tag.local];
        const area = reason === undefined ? null : areaOf(ranges);
        if (reason !== undefined && area !== null && tearsArea(move, area))
          throw new ImmovableRows(reason, sheet, ranges);
        return moveRanges(ranges, move, sheet, grows && mayGrow);
      }),
    );
    if (tag.kind === 'open') extended.push(tag.local);
    if (tag.kind === 'close') extended.splice(extended.lastIndexOf(tag.local));
    // Newer kinds of elements, in the extension list, contain ranges as text.
    if (tag.kind === 'open' && tag.local === 'sqref') {
      const isOfRows = extended.includes('conditionalFormatting') || extended.includes('dataValidation');
      edits.push(...changeText(tag, (ranges) => moveRanges(ranges, move, sheet, isOfRows && mayGrow)));
    }
    // The id of a page break is the row above it.
    if (tag.local === 'brk' && extended.includes('rowBreaks'))
      edits.push(...changeAttribute(tag, 'id', (id) => String(movedRow(Number(id) + 1, move) - 1)));
  }
  return moveAnchors(splice(text, edits), move);
}

function moveRanges(ranges: string, move: RowsMove, sheet: string, grows: boolean): string {
  const moved = ranges.split(/\s+/).map((range) => moveRange(range, move, grows));
  const remaining = moved.filter((range) => range !== null);
  if (remaining.length === 0) throw new ImmovableRows('other', sheet, ranges);
  return remaining.join(' ');
}

/** Moves the corners of drawings and controls, whose rows count from 0. */
function moveAnchors(text: string, move: RowsMove): string {
  if (!shiftsRows(move) || !/<(?:\w+:)?from\b/.test(text)) return text;
  const edits: Edit[] = [];
  let [isAbsolute, isOneCell, corner, moved] = [false, false, '', 0];
  for (const tag of tagsIn(text)) {
    if (tag.kind === 'open' && /Anchor$|^anchor$/.test(tag.local)) {
      const kind = tag.get('editAs');
      isAbsolute = kind === 'absolute' || tag.local === 'absoluteAnchor';
      isOneCell = kind === 'oneCell';
    }
    if (tag.local === 'from' || tag.local === 'to') corner = tag.kind === 'open' ? tag.local : '';
    if (tag.kind !== 'open' || tag.local !== 'row' || corner === '' || isAbsolute) continue;
    edits.push(
      ...changeText(tag, (content) => {
        const row = Number(content);
        // A drawing with `oneCell` keeps its size, so its lower corner moves as far as its upper corner.
        const by = corner === 'to' && isOneCell ? moved : movedRow(row + 1, move) - 1 - row;
        if (corner === 'from') moved = by;
        return by === 0 ? content : String(row + by);
      }),
    );
  }
  return splice(text, edits);
}

/** Moves references in formulas outside of sheets: in defined names, print areas, charts. `local` is the element's name. */
export function moveFormulas(text: string, local: string, moves: readonly SheetMove[], sheet = ''): string {
  return editElements(text, local, (tag) => changeText(tag, (formula) => movedFormula(formula, sheet, AT, moves)));
}

const AT: FormulaPlace = { row: 1, column: 0 };

/**
 * Moves formulas of conditional formats, validations and sparklines in the part after the rows. Each formula is relative to
 * the first cell of its range, or to the next row if that row is deleted.
 */
export function moveTailFormulas(text: string, sheet: string, moves: readonly SheetMove[]): string {
  const shifts = moves.filter(({ move }) => shiftsRows(move));
  if (shifts.length === 0 || !/formula|<(?:\w+:)?f>|cfvo/.test(text)) return text;
  const own = shifts.find((each) => each.sheet === sheet)?.move;
  const edits: Edit[] = [];
  let ranges: string | null = null;
  const moved = (formula: string): string => {
    const range = ranges?.split(/\s+/)[0] ?? '';
    const top = areaOf(range)?.top ?? 1;
    if (!mayMove(formula, sheet, shifts)) return formula;
    let row = top;
    if (own !== undefined && ranges !== null) while (isDeleted(row, own)) row += 1;
    const first = row === top ? formula : (filledFormula(formula, row - top) ?? formula);
    const result = movedFormula(first, sheet, { row, column: 0 }, shifts);
    if (own === undefined) return result;
    const newTop = ranges === null ? row : areaOf(moveRange(range, own))?.top;
    const distance = newTop === undefined ? 0 : newTop - movedRow(row, own);
    return distance === 0 ? result : (filledFormula(result, distance) ?? result);
  };
  for (const tag of tagsIn(text)) {
    if (tag.local === 'conditionalFormatting' || tag.local === 'dataValidation')
      ranges = tag.kind === 'open' ? (tag.get('sqref') ?? rangesInside(tag)) : null;
    // Changes only innermost elements: in newer formats, `formula1` contains an `f` with the text.
    if (tag.kind === 'open' && FORMULAS.has(tag.local) && nextTag(text, tag.end)?.kind === 'close')
      edits.push(...changeText(tag, moved));
    if (tag.local === 'cfvo') edits.push(...changeAttribute(tag, 'val', moved));
  }
  return splice(text, edits);
}

const FORMULAS = new Set(['formula', 'formula1', 'formula2', 'f']);

/** The ranges of an element of a newer format, which stores them in a child element instead of an attribute. */
function rangesInside(open: XmlTag): string | null {
  const ranges = firstElement(innerXml(open), 'sqref');
  return ranges === null ? null : textOf(ranges);
}
