import type { FormulaShape } from '../../formula-shape.ts';

/** The sheets, names, functions and tables that the formulas of one sheet or name refer to, all in lower case. */
export class FormulaSources {
  readonly sheets = new Set<string>();
  readonly names = new Set<string>();
  /** A defined name can be a function too (`LAMBDA`). */
  readonly calls = new Set<string>();
  readonly tables = new Set<string>();
  /** True if the formulas compute some of their references. */
  isDynamic = false;

  add({ references, names, calls, tables, isDynamic }: FormulaShape): void {
    for (const { sheet } of references) if (sheet !== null) this.sheets.add(sheet);
    for (const name of names) this.names.add(name);
    for (const call of calls) this.calls.add(call);
    for (const { name, isOwnRow } of tables) if (name !== '' || !isOwnRow) this.tables.add(name);
    if (isDynamic) this.isDynamic = true;
  }
}

export interface WorkbookFormulas {
  readonly sheets: ReadonlyMap<string, FormulaSources>;
  readonly names: ReadonlyMap<string, FormulaSources>;
  /** The sheet of each table (in the spreadsheet's sense). */
  readonly tables: ReadonlyMap<string, string>;
}

/**
 * The changed sheets and those that refer to one of them, directly or through other sheets, names and tables. A sheet
 * counts as stale too if it is not certain what its formulas refer to.
 */
export function findStaleSheets(changedSheets: Iterable<string>, formulas: WorkbookFormulas): ReadonlySet<string> {
  const stale = new Set(changedSheets);
  for (let size = 0; size !== stale.size;) {
    size = stale.size;
    for (const [sheet, sources] of formulas.sheets) if (refersToStale(sources, stale, formulas)) stale.add(sheet);
  }
  return stale;
}

function refersToStale(
  { sheets, names, calls, tables, isDynamic }: FormulaSources,
  stale: ReadonlySet<string>,
  formulas: WorkbookFormulas,
  depth = 0,
): boolean {
  const isStaleName = (name: string): boolean => {
    const sources = formulas.names.get(name);
    return sources === undefined || depth > MAX_DEPTH || refersToStale(sources, stale, formulas, depth + 1);
  };
  return (
    isDynamic ||
    [...sheets].some((sheet) => stale.has(sheet)) ||
    [...names].some(isStaleName) ||
    [...calls].some((call) => formulas.names.has(call) && isStaleName(call)) ||
    [...tables].some((table) => {
      const sheet = formulas.tables.get(table);
      return sheet === undefined || stale.has(sheet);
    })
  );
}

/** Names can refer to each other in a circle. */
const MAX_DEPTH = 20;
