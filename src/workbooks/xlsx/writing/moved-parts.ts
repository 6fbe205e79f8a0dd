import { movedRow, moveRange, type RowsMove } from '../formulas/cell-reference.ts';
import { ImmovableRows, movedFormula, type SheetMove } from '../formulas/moved-formulas.ts';
import { moveFormulas, moveSheetRanges } from '../formulas/sheet-ranges.ts';
import { type TextParts, type SheetPart, scanPart } from '../package/workbook-parts.ts';
import { elementsIn, tagsIn } from '../../../platform/xml/xml-tag.ts';
import { changeAttribute, editElements, setAttribute, splice, type Edit } from '../package/xml-edit.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import type { LocatedWorkbook } from '../reading/rows-reader.ts';

const PARTS_OF_SHEET = ['comments', 'threadedComment', 'table', 'pivotTable', 'tableSingleCells', 'drawing'];

const TABLE_FORMULAS = ['calculatedColumnFormula', 'totalsRowFormula'];

/** Moves references in all parts except the sheets. Extends the tables in `grown` to the new rows. Throws ImmovableRows. */
export async function moveOtherParts(
  pkg: ZipPackage,
  { parts: { sheets, calcChain } }: LocatedWorkbook,
  shifts: readonly SheetMove[],
  grown: ReadonlySet<string>,
  parts: TextParts,
): Promise<void> {
  for (const sheet of sheets) {
    const name = sheet.name.toLowerCase();
    for (const table of await parts.related(sheet.part, 'table'))
      await parts.change(table.name, (text) =>
        TABLE_FORMULAS.reduce((moved, local) => moveFormulas(moved, local, shifts, name), text),
      );
    for (const control of await parts.related(sheet.part, 'ctrlProp'))
      await parts.change(control.name, (text) => moveLinks(text, name, shifts));
    const move = shifts.find((each) => each.sheet === name)?.move;
    if (move === undefined) continue;
    for (const kind of PARTS_OF_SHEET)
      for (const part of await parts.related(sheet.part, kind))
        await parts.change(part.name, (text) => moveSheetRanges(text, move, sheet.name, grown.has(part.name)));
    for (const { name: part } of await parts.related(sheet.part, 'vmlDrawing'))
      await parts.change(part, (text) => moveNotes(text, move));
  }
  for (const [name, type] of await partTypes(pkg)) {
    if (/chart(?:ex)?\+xml$/.test(type)) await parts.change(name, (text) => moveFormulas(text, 'f', shifts));
    if (type.endsWith('pivotCacheDefinition+xml')) await parts.change(name, (text) => movePivotSource(text, shifts));
  }
  if (calcChain !== null) await parts.change(calcChain, (text) => moveCalculationOrder(text, sheets, shifts));
}

async function partTypes(pkg: ZipPackage): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>();
  await scanPart(pkg, '[Content_Types].xml', {
    open: (_, tag) => {
      const name = tag.get('PartName')?.replace(/^\//, '') ?? '';
      if (pkg.has(name)) types.set(name, tag.get('ContentType') ?? '');
    },
  });
  return types;
}

function moveLinks(text: string, sheet: string, moves: readonly SheetMove[]): string {
  const edits: Edit[] = [];
  for (const tag of tagsIn(text))
    for (const name of ['fmlaLink', 'fmlaRange', 'fmlaTxbx'])
      edits.push(
        ...changeAttribute(tag, name, (formula) => movedFormula(formula, sheet, { row: 1, column: 0 }, moves)),
      );
  return splice(text, edits);
}

function movePivotSource(text: string, moves: readonly SheetMove[]): string {
  return editElements(text, 'worksheetSource', (tag) => {
    const sheet = tag.get('sheet')?.toLowerCase();
    const move = moves.find((each) => each.sheet === sheet)?.move;
    return move === undefined ? [] : changeAttribute(tag, 'ref', (range) => moveRange(range, move) ?? range);
  });
}

/** Edits VML as text, because other programs write it without XML escapes. Rows count from 0. */
function moveNotes(text: string, move: RowsMove): string {
  const moved = (row: string): number => movedRow(Number(row) + 1, move) - 1;
  return text
    .replace(/(<(?:\w+:)?Row>\s*)(\d+)/gi, (_, start: string, row: string) => `${start}${moved(row)}`)
    .replace(
      /(<(?:\w+:)?Anchor>(?:[^,<]*,){2}\s*)(\d+)((?:[^,<]*,){4}\s*)(\d+)/gi,
      (_, start: string, top: string, between: string, bottom: string) =>
        `${start}${moved(top)}${between}${Number(bottom) + moved(top) - Number(top)}`,
    );
}

/** Removes entries of deleted cells, which Excel would report as damage. An entry without an id is in the sheet of the previous one. */
function moveCalculationOrder(text: string, sheets: readonly SheetPart[], moves: readonly SheetMove[]): string {
  const byId = new Map(sheets.map(({ sheetId, name }) => [sheetId, name.toLowerCase()]));
  const edits: Edit[] = [];
  let [id, written, isLeft] = ['', '', false];
  for (const tag of elementsIn(text, 'c')) {
    const range = tag.get('r');
    if (range === null) continue;
    const ownId = tag.get('i');
    id = ownId ?? id;
    const move = moves.find(({ sheet }) => sheet === byId.get(id))?.move;
    const moved = move === undefined ? range : moveRange(range, move);
    if (moved === null) {
      edits.push({ start: tag.start, end: tag.end, text: '' });
      continue;
    }
    edits.push(...changeAttribute(tag, 'r', () => moved));
    if (id !== written && ownId === null) edits.push(setAttribute(tag, 'i', id));
    [written, isLeft] = [id, true];
  }
  if (!isLeft) throw new ImmovableRows('other', '', '');
  return splice(text, edits);
}
