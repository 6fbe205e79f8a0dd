import { cellContext, type CellContext } from './cell-context.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readStyles } from './styles.ts';
import { findParts, type WorkbookParts } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';

/** Positions of the workbook's parts, and the context for reading any cell. */
export interface WorkbookFacts {
  readonly parts: WorkbookParts;
  readonly context: CellContext;
}

/** Throws PennyrowError `workbook_not_xlsx` or `workbook_damaged`. */
export async function readFacts(pkg: ZipPackage, signal: AbortSignal | undefined): Promise<WorkbookFacts> {
  const parts = await findParts(pkg);
  const context = cellContext({
    styles: await readStyles(pkg, parts.styles),
    sharedStrings: await readSharedStrings(pkg, parts.sharedStrings, signal),
    date1904: parts.date1904,
  });
  return { parts, context };
}
