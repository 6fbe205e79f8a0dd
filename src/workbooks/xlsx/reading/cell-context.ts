import { amountFromNumber } from '../../../core/amount.ts';
import type { CellSense } from '../../cell.ts';
import { remembered } from '../../remembered.ts';
import type { SerialDates } from '../../serial-dates.ts';
import { datesOf, type CellFacts } from './cell-facts.ts';
import type { SheetCell } from './cell-value.ts';
import { cellText } from '../package/xml-text.ts';
import { styleOf, type Styles, readStyles } from './styles.ts';
import { readSharedStrings } from './shared-strings.ts';
import { findParts, type WorkbookParts } from '../package/workbook-parts.ts';
import type { ZipPackage } from '../package/zip-package.ts';

/** Context for interpreting the cells. */
export interface CellContext extends CellFacts, CellSense<SheetCell> {}

export function cellContext(facts: CellFacts): CellContext {
  const dates = datesOf(facts);
  return { ...facts, dates, shown: (cell) => shown(cell, facts.styles, dates), keeps: cellText };
}

const numberText = remembered((number: number) => amountFromNumber(number)?.replace(/\.?0+$/, '') ?? null);

function shown(cell: SheetCell, styles: Styles, dates: SerialDates): string {
  if (cell.kind === 'number') return numberText(cell.number) ?? cell.text;
  const moment = dates.toDateTime(cell.number);
  return moment === null ? cell.text : styleOf(styles, cell.style).showDate(moment);
}

/** Positions of the workbook's parts, and the context for reading any cell. */
interface WorkbookFacts {
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
