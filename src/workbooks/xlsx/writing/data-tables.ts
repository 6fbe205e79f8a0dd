import { relatedParts } from '../package/text-part.ts';
import { contentOf, firstElement, tagsIn } from '../../../platform/xml/xml-tag.ts';
import { areaOf } from '../formulas/cell-reference.ts';
import type { ZipPackage } from '../package/zip-package.ts';

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
