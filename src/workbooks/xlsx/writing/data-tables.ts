import { relatedParts } from '../package/text-part.ts';
import { columnNumber } from '../../column-letters.ts';
import { closingTag, attributeText, firstTag, tagsOf } from '../package/xml-tags.ts';
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

const REF = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/;

function toDataTable(part: string, text: string, area: RowsArea): DataTable | null {
  const tag = firstTag(text, 'table');
  const ref = tag === null ? null : REF.exec(attributeText(text, tag, 'ref') ?? '');
  if (tag === null || ref === null || Number(ref[2]) !== area.headerRow) return null;
  const left = columnNumber(ref[1] ?? '');
  const right = columnNumber(ref[3] ?? '');
  if (!area.columns.some((column) => column >= left && column <= right)) return null;
  return {
    part,
    text,
    name: attributeText(text, tag, 'displayName') ?? '',
    bottom: Number(ref[4]),
    hasTotals: Number(attributeText(text, tag, 'totalsRowCount') ?? 0) > 0,
    formulas: calculatedColumns(text, left),
  };
}

function calculatedColumns(text: string, left: number): ReadonlyMap<number, string> {
  const formulas = new Map<number, string>();
  let column = left - 1;
  for (const tag of tagsOf(text)) {
    if (tag.local === 'tableColumn' && tag.kind !== 'close') column += 1;
    if (tag.local !== 'calculatedColumnFormula' || tag.kind !== 'open') continue;
    const formula = text.slice(tag.end, closingTag(text, tag)?.start);
    if (attributeText(text, tag, 'array') === null && isSameInEveryRow(formula)) formulas.set(column, formula);
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
