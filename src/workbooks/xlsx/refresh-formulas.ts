import type { WorkbookChange } from '../../core/workbook-change.ts';
import { HEADER_SEARCH_ROWS, headerKey, headerLine } from '../headers.ts';
import { FormulaEdit, type ReadCells } from './formula-edit.ts';
import type { SheetMove } from './grown-formulas.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { SheetFormulas } from './sheet-formulas.ts';
import { blocksWith } from './sheet-blocks.ts';
import { sheetsFor } from './sheet-finder.ts';
import { readSheetRows } from './sheet-reader.ts';
import { rewriteSheet } from './sheet-rewriter.ts';
import { StaleCells, type NamedTable } from './stale-cells.ts';
import { type SheetPart, readRelationships } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';
import { joined, shapeOf, type FormulaShape } from '../formula-shape.ts';
import { areaOf } from './cell-reference.ts';
import { movedName } from './sheet-ranges.ts';
import { readTextPart } from './text-part.ts';
import { closingTag, attributeText, tagsOf } from './xml-tags.ts';
import { decodeXmlText } from './xml-text.ts';

/** The cells that a change touches, for the formulas that refer to them. */
export interface FormulaRefresh {
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  readonly change: WorkbookChange;
  /** How the last rows of the sheets that are written to moved. */
  readonly moves: readonly SheetMove[];
  /** The sheets beside that of the transactions that change, and from which row on. */
  readonly others: readonly { readonly sheet: string; readonly firstRow: number }[];
  readonly signal: AbortSignal | undefined;
}

/** Dependencies that spread from row to row are followed one by one only so far. */
const PRECISE_ROUNDS = 50;

/**
 * What the change makes of formulas, by the part of their sheet: those that held all rows grow, and stored results that
 * may be out of date go. Sheets whose formulas have nothing to do with the change are not in it.
 */
export async function planFormulas(refresh: FormulaRefresh): Promise<ReadonlyMap<string, FormulaEdit>> {
  const { pkg, located, moves, signal } = refresh;
  const sheets = new Map<SheetPart, SheetFormulas>();
  for (const sheet of located.parts.sheets) {
    const formulas = await formulasOf(pkg, sheet, moves, signal);
    if (!formulas.isEmpty) sheets.set(sheet, formulas);
  }
  if (sheets.size === 0) return new Map();
  if ([...sheets.values()].some(({ holdsResults }) => holdsResults))
    for (const formulas of sheets.values()) formulas.understand();
  const stale = new StaleCells(
    await definedNames(pkg, located.parts.workbook, moves),
    await namedTables(pkg, located.parts.sheets),
  );
  markChange(stale, refresh);
  for (const { sheet, grown } of sheets.values()) for (const { row, column } of grown) stale.add(sheet, row, column);
  for (let round = 0, isNews = true; isNews; round += 1) {
    isNews = false;
    for (const formulas of sheets.values()) if (formulas.spread(stale, round >= PRECISE_ROUNDS)) isNews = true;
  }
  const edits = new Map<string, FormulaEdit>();
  for (const [sheet, formulas] of sheets) {
    const firstRow = formulas.firstChange(stale);
    if (firstRow !== null)
      edits.set(sheet.part, new FormulaEdit({ formulas, stale, firstRow, read: await readCells(refresh, sheet) }));
  }
  return edits;
}

async function formulasOf(
  pkg: ZipPackage,
  sheet: SheetPart,
  moves: readonly SheetMove[],
  signal: AbortSignal | undefined,
): Promise<SheetFormulas> {
  const formulas = new SheetFormulas(sheet.name.toLowerCase(), moves);
  if (!(await holdsFormulas(pkg, sheet.part, signal))) return formulas;
  for await (const _ of rewriteSheet(pkg.stream(sheet.part, WITH_FORMULAS), formulas)) signal?.throwIfAborted();
  return formulas;
}

const WITH_FORMULAS = blocksWith(({ mayHoldFormulas }) => mayHoldFormulas);

/** Every formula's element ends so, whatever its prefix; most sheets of transactions hold none, and need no closer look. */
const END_OF_FORMULA = 'f>';

async function holdsFormulas(pkg: ZipPackage, part: string, signal: AbortSignal | undefined): Promise<boolean> {
  let last = '';
  for await (const chunk of pkg.stream(part, WITH_FORMULAS)) {
    signal?.throwIfAborted();
    if ((last === 'f' && chunk[0] === END_OF_FORMULA.charCodeAt(1)) || chunk.includes(END_OF_FORMULA)) return true;
    last = chunk.toString('latin1', chunk.length - 1);
  }
  return false;
}

function markChange(stale: StaleCells, { located, change, others }: FormulaRefresh): void {
  const { transactions, columns, headerRow, lastUsedRow } = located;
  const sheet = transactions.name.toLowerCase();
  if (change.appends.length > 0) stale.add(sheet, lastUsedRow + 1);
  for (const { row, cell } of change.updates) stale.add(sheet, row, columns[cell.column] ?? null);
  for (const { row } of change.removals) stale.add(sheet, row);
  for (const { position } of [...(change.additions?.columns ?? []), ...(change.withdrawals ?? [])])
    stale.add(sheet, headerRow, position);
  for (const other of others) stale.add(other.sheet.toLowerCase(), other.firstRow);
}

/** In Pennyrow's columns stored results stay: a calculated category must not be empty until a program opens the file. */
async function readCells({ pkg, located, signal }: FormulaRefresh, sheet: SheetPart): Promise<ReadCells | null> {
  const { layout, parts, context } = located;
  const rows = [located, located.balances].find((each) => each?.transactions === sheet);
  if (rows != null)
    return { columns: new Set(Object.values(rows.columns)), from: rows.headerRow + 1, to: rows.lastUsedRow };
  const headers = (['categories', 'rules'] as const).flatMap((role) =>
    sheetsFor(role, parts, layout).includes(sheet) ? LIST_HEADERS[role] : [],
  );
  if (headers.length === 0) return null;
  const found = new Set<number>();
  await readSheetRows(
    pkg,
    sheet.part,
    context,
    (row) => {
      const { positions } = headerLine(row);
      for (const header of headers) for (const column of positions.get(headerKey(header)) ?? []) found.add(column);
      return row.index < HEADER_SEARCH_ROWS;
    },
    { signal },
  );
  return { columns: found, from: 1, to: Infinity };
}

const LIST_HEADERS = {
  categories: ['Category'],
  rules: ['Description', 'Category', 'Min Amount', 'Max Amount'],
} as const;

/** Names that are relative to the cell they stand in are stale always, wherever that is. */
const ANYWHERE = { row: 1, column: 0 };

/**
 * What names refer to before the change and after it, by name in lower case. One that is there for several sheets refers to all
 * that any of them does.
 */
async function definedNames(
  pkg: ZipPackage,
  workbook: string,
  moves: readonly SheetMove[],
): Promise<ReadonlyMap<string, FormulaShape>> {
  const names = new Map<string, FormulaShape>();
  const text = await readTextPart(pkg, workbook, new Map());
  for (const tag of tagsOf(text)) {
    if (tag.local !== 'definedName' || tag.kind !== 'open') continue;
    const name = attributeText(text, tag, 'name')?.toLowerCase() ?? '';
    const formula = decodeXmlText(text.slice(tag.end, closingTag(text, tag)?.start)) ?? 'INDIRECT()';
    const grown = moves.reduce((whole, { sheet, move }) => movedName(whole, sheet, move), formula);
    const shapes = [
      names.get(name),
      shapeOf(formula, ANYWHERE),
      grown === formula ? undefined : shapeOf(grown, ANYWHERE),
    ];
    names.set(name, shapes.filter((shape) => shape !== undefined).reduce(joined));
  }
  return names;
}

async function namedTables(pkg: ZipPackage, sheets: readonly SheetPart[]): Promise<ReadonlyMap<string, NamedTable>> {
  const tables = new Map<string, NamedTable>();
  for (const { name, part } of sheets) {
    for (const { kind, target } of await readRelationships(pkg, part)) {
      if (kind !== 'table' || !pkg.has(target)) continue;
      const text = await readTextPart(pkg, target, new Map());
      const tag = [...tagsOf(text)].find(({ local }) => local === 'table');
      const area = tag === undefined ? null : areaOf(attributeText(text, tag, 'ref'));
      if (tag === undefined || area === null) continue;
      tables.set(attributeText(text, tag, 'displayName')?.toLowerCase() ?? '', {
        sheet: name.toLowerCase(),
        left: area.left,
        right: area.right,
      });
    }
  }
  return tables;
}
