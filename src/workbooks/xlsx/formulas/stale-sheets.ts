import type { FormulaShape } from '../../formula-shape.ts';

/** The sheets, names, functions and tables that formulas refer to, in lower case. */
export class FormulaSources {
  readonly sheets = new Set<string>();
  readonly names = new Set<string>();
  /** Defined names can be functions too (`LAMBDA`). */
  readonly calls = new Set<string>();
  readonly tables = new Set<string>();
  isDynamic = false;

  add({ references, names, calls, tables, isDynamic }: FormulaShape): void {
    for (const { sheet } of references) if (sheet !== null) this.sheets.add(sheet);
    for (const name of names) this.names.add(name);
    for (const call of calls) this.calls.add(call);
    for (const { name, isOwnRow } of tables) if (name !== '' || !isOwnRow) this.tables.add(name);
    if (isDynamic) this.isDynamic = true;
  }
}

interface WorkbookFormulas {
  readonly sheets: ReadonlyMap<string, FormulaSources>;
  readonly names: ReadonlyMap<string, FormulaSources>;
  readonly tables: ReadonlyMap<string, string>;
}

/** Includes sheets that refer to a changed one indirectly. Sheets with unknown references count as stale. */
export function findStaleSheets(changedSheets: Iterable<string>, formulas: WorkbookFormulas): ReadonlySet<string> {
  const sheets = new Set(changedSheets);
  const names = new Set<string>();
  const isStale = (sources: FormulaSources): boolean =>
    sources.isDynamic ||
    [...sources.sheets].some((sheet) => sheets.has(sheet)) ||
    [...sources.names].some((name) => names.has(name) || !formulas.names.has(name)) ||
    [...sources.calls].some((call) => names.has(call)) ||
    [...sources.tables].some((table) => sheets.has(formulas.tables.get(table) ?? '') || !formulas.tables.has(table));
  for (let count = -1; count !== sheets.size + names.size;) {
    count = sheets.size + names.size;
    for (const [name, sources] of formulas.names) if (isStale(sources)) names.add(name);
    for (const [sheet, sources] of formulas.sheets) if (isStale(sources)) sheets.add(sheet);
  }
  return sheets;
}
