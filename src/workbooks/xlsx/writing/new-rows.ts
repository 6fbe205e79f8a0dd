import type { ProblemParameters } from '../../../messages/parameters.ts';
import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { RowValues } from '../../../core/row.ts';
import {
  MONEY_COLUMNS,
  SHEET_COLUMNS,
  isMoneyColumn,
  isRequiredIn,
  partIn,
  sheetTypeOf,
  valueShownIn,
  type SheetColumn,
} from '../../../core/sheet-columns.ts';
import { isDateColumn } from '../../cell.ts';
import { contentOf } from './cell-writing.ts';
import { LAST_ROW } from '../formulas/cell-reference.ts';
import type { CellWrite, PresentCell } from './cell-writing.ts';
import type { DataTable, RowsArea } from './data-tables.ts';
import { addNumberFormat, DATE_FORMAT, DATE_TIME_FORMAT } from './date-format.ts';
import type { LocatedWorkbook } from '../reading/located-workbook.ts';
import { styleOf } from '../reading/styles.ts';
import type { TextParts } from '../package/text-part.ts';
import type { ZipPackage } from '../package/zip-package.ts';

/** Throws PennyrowError `workbook_full` or `workbook_totals_row` when nothing can be put below the last row. */
export function refuseWhenNoRoom(path: string, area: RowsArea, tables: readonly DataTable[], count: number): void {
  if (count === 0) return;
  const totals = tables.find(({ hasTotals }) => hasTotals);
  if (totals !== undefined) {
    throw new PennyrowError(problem('workbook_totals_row', { table: totals.name, path }));
  }
  if (area.lastUsedRow + count <= LAST_ROW) return;
  throw new PennyrowError(problem('workbook_full', { sheet: area.name, path, count, last: String(LAST_ROW) }));
}

/** How new cells look: like those of the last row; but a date is always shown as one. */
export class NewRowStyles {
  readonly #located: LocatedWorkbook;
  readonly #styles: Readonly<Partial<Record<SheetColumn, number>>>;
  readonly #choices: Readonly<Record<SheetColumn, CellWrite['style']>>;

  private constructor(located: LocatedWorkbook, styles: Readonly<Partial<Record<SheetColumn, number>>>) {
    this.#located = located;
    this.#styles = styles;
    this.#choices = Object.fromEntries(SHEET_COLUMNS.map((column) => [column, this.#choice(column)])) as Record<
      SheetColumn,
      CellWrite['style']
    >;
  }

  /** `changes` takes the styles part when a date format has to be added. */
  static async find(pkg: ZipPackage, located: LocatedWorkbook, changes: TextParts): Promise<NewRowStyles> {
    const styles: Partial<Record<SheetColumn, number>> = {};
    for (const column of SHEET_COLUMNS) {
      if (located.columns[column] === undefined) continue;
      const base = located.lastRowStyles[column] ?? moneyStyle(column, located.lastRowStyles) ?? undefined;
      const needsFormat = isDateColumn(column) && !styleOf(located.context.styles, base ?? 0).isDate;
      const format = sheetTypeOf(column) === 'date' ? DATE_FORMAT : DATE_TIME_FORMAT;
      const style = needsFormat ? await addNumberFormat(pkg, located.parts, base ?? 0, format, changes) : base;
      if (style !== undefined) styles[column] = style;
    }
    return new NewRowStyles(located, styles);
  }

  /** Chooses the style of a cell that may be there already, styled by the user for rows to come; one function for all rows. */
  of(column: SheetColumn): CellWrite['style'] {
    return this.#choices[column];
  }

  #choice(column: SheetColumn): CellWrite['style'] {
    const own = this.#styles[column] ?? null;
    return (present) => {
      if (present === null) return own;
      return isDateColumn(column) && !styleOf(this.#located.context.styles, present).isDate ? own : present;
    };
  }
}

/** How one of two columns for money looks whose own cell has no look: as the other one. */
export function moneyStyle(column: SheetColumn, styles: Readonly<Partial<Record<SheetColumn, number>>>): number | null {
  if (!isMoneyColumn(column)) return null;
  return styles[column] ?? MONEY_COLUMNS.map((each) => styles[each]).find((style) => style !== undefined) ?? null;
}

/** The cells of one new row that are Pennyrow's own. */
export function newRowCells(values: RowValues, located: LocatedWorkbook, styles: NewRowStyles): readonly CellWrite[] {
  const { outIsNegative = false } = located;
  const writes: CellWrite[] = [];
  for (const column of SHEET_COLUMNS) {
    const position = located.columns[column];
    if (position === undefined || located.computed.has(column)) continue;
    const content = contentOf(column, partIn(column, values, outIsNegative), located.context.dates);
    writes.push({ column: position, content, style: styles.of(column) });
  }
  return writes;
}

/**
 * The cells that the table gives each of its rows, and the looks of the user's columns amid Pennyrow's.
 * Formulas outside of a table are not copied: only their author knows whether the next row needs one.
 */
export function companionCells(
  lastRow: readonly PresentCell[],
  columnsOfOurs: readonly number[],
  tables: readonly DataTable[],
): readonly CellWrite[] {
  const own = new Set(columnsOfOurs);
  const [left, right] = [Math.min(...own), Math.max(...own)];
  const looks = new Map(lastRow.map(({ column, style }) => [column, style]));
  const formulas = new Map(tables.flatMap((table) => [...table.formulas]));
  const columns = new Set([
    ...formulas.keys(),
    ...[...looks.keys()].filter((column) => column > left && column < right),
  ]);
  return [...columns]
    .filter((column) => !own.has(column))
    .map((column) => {
      const formula = formulas.get(column);
      return {
        column,
        content: formula === undefined ? { kind: 'empty' } : { kind: 'formula', xml: formula },
        style: (present) => present ?? looks.get(column) ?? null,
      };
    });
}

/**
 * What may be written where the user's own cells stand already: never over a formula or a value of
 * theirs. A row of theirs that cannot hold what every row needs is PennyrowError `workbook_cells_in_the_way`.
 */
export function besidePresent(
  path: string,
  row: number,
  present: readonly PresentCell[],
  writes: readonly CellWrite[],
  located: LocatedWorkbook,
): readonly CellWrite[] {
  const taken = new Set(present.filter(({ isEmpty }) => !isEmpty).map(({ column }) => column));
  const blocked = SHEET_COLUMNS.find(
    (column) =>
      (isRequiredIn(located.columns, column) || holdsNotes(column, writes, located)) &&
      taken.has(located.columns[column] ?? -1),
  );
  if (blocked !== undefined) {
    throw new PennyrowError(
      problem('workbook_cells_in_the_way', {
        row: String(row),
        sheet: located.transactions.name,
        path,
        column: placeName(blocked),
      }),
    );
  }
  return writes.filter(
    ({ column, content }) =>
      !taken.has(column) && (content.kind !== 'empty' || !present.some((cell) => cell.column === column)),
  );
}

/** True if the row's notes would be written into this column. No other column of the row holds them. */
function holdsNotes(column: SheetColumn, writes: readonly CellWrite[], { columns }: LocatedWorkbook): boolean {
  return (
    column === 'notes' &&
    writes.some(({ column: position, content }) => position === columns.notes && content.kind !== 'empty')
  );
}

function placeName(column: SheetColumn): ProblemParameters['workbook_cells_in_the_way']['column'] {
  const value = valueShownIn(column);
  return value === 'date' || value === 'description' || value === 'amount' ? value : 'other';
}
