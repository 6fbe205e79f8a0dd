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

const MAX_DEPTH = 20;
