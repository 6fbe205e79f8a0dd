import { asBalanceRow, BALANCE_COLUMNS } from '../core/balance-sheet.ts';
import type { Row } from '../core/row.ts';
import {
  rememberedSheet,
  type BalancesLayout,
  type Layout,
  type RememberedSheet,
  type Rule,
  type SheetProblem,
  type SheetRole,
  type Snapshot,
} from '../core/snapshot.ts';
import type { ProblemParameters } from '../messages/parameters.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { createError, PennyrowError, reportOf } from '../platform/errors.ts';
import type { Cell, CellSense, SheetRow } from './cell.ts';
import {
  balanceColumns,
  matchHeaders,
  settleByContent,
  type ColumnPositions,
  type HeaderMatch,
  type IdentifiedColumns,
  type RememberedRows,
  type SheetColumns,
} from './columns.ts';
import { computedNote, withComputed, type ComputedColumns } from './computed-columns.ts';
import { HEADER_SEARCH_ROWS, headerLine, SHEET_NAMES, type HeaderLine } from './headers.ts';
import { categoriesReader, rulesReader, type Category, type ListReader, type ListReading } from './lists.ts';
import { sheetProblem } from '../core/sheet-problem.ts';
import { ProblemList, sheetMissing } from './problem-list.ts';
import { rememberColumns, searchContent, withSamplesOf } from './remembered-columns.ts';
import type { CellPlaces } from './row-cells.ts';
import { rememberOrder } from './row-order.ts';

/** The place of the rows of a sheet, transactions or balances. Columns count from 0, rows from 1. */
export interface LocatedRows<Sheet> extends CellPlaces {
  readonly transactions: Sheet;
  readonly headerRow: number;
  /** The last row with a transaction or balance, not a total or note; the header row if there is none. */
  readonly lastUsedRow: number;
  /** The row of the first transaction if new rows go above it; null if new rows go below the last row. */
  readonly topRow: number | null;
  readonly computed: ComputedColumns;
}

interface FoundSheet<Sheet> {
  readonly sheet: Sheet;
  readonly match: HeaderMatch;
}

export interface FoundRows<Sheet> {
  readonly role: 'transactions' | 'balances';
  readonly sheet: Sheet;
  readonly header: HeaderLine;
  readonly columns: ColumnPositions;
  readonly remembered: RememberedRows | null;
}

export interface ReadRows<Located> {
  readonly rows: readonly Row[];
  readonly problems: ProblemList;
  readonly located: Located;
  /** The reason why new rows cannot be written; null if they can be written. */
  readonly protection: ProblemParameters['workbook_protected']['reason'] | null;
}

/** The reading methods that each kind of workbook implements. */
export interface OpenWorkbook<Sheet, C extends Cell, Located extends LocatedRows<Sheet>> {
  readonly name: string;
  readonly sense: CellSense<C>;
  readonly notes: readonly Omit<SheetProblem, 'sheet'>[];
  /** The candidates for this role, the best one first. */
  sheetsFor(role: SheetRole, remembered: Layout | null): readonly Sheet[];
  remember(sheet: Sheet): RememberedSheet;
  /** The marks that `Workbook.identify` left in the workbook. */
  marksOf(sheet: Sheet): { readonly isBalances: boolean; readonly columns: IdentifiedColumns };
  /** Calls `see` for each row up to the row `last`, or until `see` returns false. */
  readLines(sheet: Sheet, see: (row: SheetRow<C>) => boolean | void, last?: number): Promise<unknown>;
  readRows(found: FoundRows<Sheet>): Promise<ReadRows<Located>>;
}

export class WorkbookReader<Sheet, C extends Cell, Located extends LocatedRows<Sheet>> {
  readonly #workbook: OpenWorkbook<Sheet, C, Located>;

  constructor(workbook: OpenWorkbook<Sheet, C, Located>) {
    this.#workbook = workbook;
  }

  /**
   * `remembered` is the layout of the last snapshot. If `isPartial`, `readRows` omits rows, so sample values are taken from
   * `remembered`. Throws PennyrowError `workbook_sheet_missing`, `workbook_column_lost` or `workbook_ambiguous_column`.
   */
  async read(remembered: Layout | null, isPartial = false) {
    const { sheet, match } = await this.findTransactions(remembered);
    const transactions = this.#workbook.remember(sheet);
    const read = await this.readRows('transactions', { sheet, match }, remembered);
    const { rows, problems, located, protection } = read;
    if (protection !== null)
      problems.add(
        sheetProblem(problem('workbook_protected', { reason: protection, path: null, sheet: transactions.name })),
      );
    for (const note of [computedNote(transactions.name, located.computed), ...this.#workbook.notes])
      if (note !== null) problems.add(note);

    const categories = await this.#readList('categories', remembered, categoriesReader<C>);
    const rules = await this.readRules(remembered);
    const balances = await this.readBalances(remembered);
    const columns = rememberColumns(located, match.line.texts, rows);
    const layout: Layout = {
      sheets: { transactions, categories: categories.remembered, rules: rules.remembered },
      headerRow: match.line.row,
      columns: withComputed(isPartial ? withSamplesOf(remembered?.columns ?? {}, columns) : columns, located.computed),
      ...(located.outIsNegative === true && { outIsNegative: true as const }),
      ...rememberOrder(located.topRow, remembered),
      ...(remembered?.unused !== undefined && { unused: remembered.unused }),
      ...(remembered?.lacking !== undefined && { lacking: remembered.lacking }),
      ...(balances.layout !== null && { balances: balances.layout }),
    };
    const snapshot: Omit<Snapshot, 'revision' | 'markers'> = {
      rows,
      categories: categories.values.map(({ name }) => name),
      budgets: categories.values.flatMap(({ budgets }) => budgets),
      rules: rules.values,
      ...(balances.rows !== null && { balances: balances.rows }),
      layout,
      problems: [...problems.all(), ...categories.problems, ...rules.problems, ...balances.problems],
    };
    return { snapshot, located, balances: balances.located, categories: categories.sheet, rules: rules.sheet };
  }

  async findTransactions(remembered: Layout | null): Promise<FoundSheet<Sheet>> {
    const sheets = this.#workbook.sheetsFor('transactions', remembered);
    if (sheets.length === 0)
      throw sheetMissing(this.#workbook.name, remembered?.sheets.transactions?.name ?? SHEET_NAMES.transactions);
    return this.#findRows(sheets, remembered);
  }

  /** The sheet with the most recognized columns. Throws the error of `matchHeaders` if no sheet matches. */
  async #findRows(
    sheets: readonly Sheet[],
    remembered: RememberedRows | null,
    table?: SheetColumns,
  ): Promise<FoundSheet<Sheet>> {
    let best: FoundSheet<Sheet> | null = null;
    let failure: unknown = null;
    for (const sheet of sheets.toReversed()) {
      try {
        const lines = await this.#readHead(sheet, remembered);
        const { columns } = this.#workbook.marksOf(sheet);
        const match = matchHeaders(this.#workbook.remember(sheet).name, lines, remembered, columns, table);
        if (best === null || match.unsettled.length <= best.match.unsettled.length) best = { sheet, match };
      } catch (error) {
        if (!(error instanceof PennyrowError)) throw error;
        failure = error;
      }
    }
    if (best === null) throw failure;
    return best;
  }

  async #readHead(sheet: Sheet, remembered: Pick<RememberedRows, 'headerRow'> | null): Promise<HeaderLine[]> {
    const lines: HeaderLine[] = [];
    const last = Math.max(HEADER_SEARCH_ROWS, remembered?.headerRow ?? 0);
    await this.#workbook.readLines(sheet, (row) => void lines.push(headerLine(row)), last);
    return lines;
  }

  async readRows(
    role: FoundRows<Sheet>['role'],
    { sheet, match }: FoundSheet<Sheet>,
    remembered: RememberedRows | null,
  ): Promise<ReadRows<Located>> {
    let { columns } = match;
    if (remembered !== null && match.unsettled.length > 0) {
      const search = searchContent(match, remembered, this.#workbook.sense);
      await this.#workbook.readLines(sheet, (row) => search.see(row));
      columns = settleByContent(this.#workbook.remember(sheet).name, match, remembered, search.matches());
    }
    return this.#workbook.readRows({ role, sheet, header: match.line, columns, remembered });
  }

  readRules(remembered: Layout | null) {
    return this.#readList('rules', remembered, rulesReader<C>);
  }

  async #readList<Value extends Category | Rule>(
    role: 'categories' | 'rules',
    remembered: Layout | null,
    readerOf: (reading: ListReading<C>) => ListReader<C, Value>,
  ) {
    const problems = new ProblemList(role);
    const [sheet = null] = this.#workbook.sheetsFor(role, remembered);
    let memory = rememberedSheet(remembered, role);
    let values: readonly Value[] = [];
    // Reports a problem instead of an error, because the workbook is usable without this sheet.
    if (sheet === null)
      problems.add(sheetProblem(problem('sheet_missing', { name: memory?.name ?? SHEET_NAMES[role] })));
    else {
      const reader = readerOf({ sense: this.#workbook.sense, problems });
      await this.#workbook.readLines(sheet, (row) => reader.see(row));
      memory = this.#workbook.remember(sheet);
      values = reader.end(memory.name);
    }
    return { sheet, remembered: memory, values, problems: problems.all() };
  }

  /** Reports errors as problems, because transactions can be used even if the user must fix the sheet of balances. */
  async readBalances(remembered: Layout | null) {
    const previous = remembered?.balances ?? null;
    // The result if no balances can be written.
    const none = { rows: null, layout: previous, located: null, problems: [] };
    const sheets = await this.#balancesSheets(remembered);
    const [first] = sheets;
    if (first === undefined)
      return previous === null ? none : { ...none, layout: { ...previous, isGone: true as const } };
    try {
      const found = await this.#findRows(sheets, previous, balanceColumns(this.#workbook.remember(first).name));
      // Omits `problems`: unreadable rows of balances are not reported.
      const read = await this.readRows('balances', found, previous);
      const { rows, located, protection } = read;
      const { row: headerRow, texts } = found.match.line;
      const { name, id } = this.#workbook.remember(found.sheet);
      if (protection !== null) throw createError('workbook_protected', { reason: protection, path: null, sheet: name });
      const layout: BalancesLayout = {
        sheet: { name, id },
        headerRow,
        columns: rememberColumns({ columns: located.columns }, texts, rows),
      };
      return { rows: rows.map(asBalanceRow), layout, located, problems: [] };
    } catch (thrown) {
      if (!(thrown instanceof PennyrowError)) throw thrown;
      const { name } = this.#workbook.remember(first);
      const problems = new ProblemList('balances');
      problems.add(sheetProblem(problem('balances_not_written', { sheet: name, cause: problemOf(reportOf(thrown)) })));
      return { ...none, problems: problems.all() };
    }
  }

  /** Sheets to search for balances: Pennyrow's own, unless the user chose another one, such as Tiller's Balance History. */
  async #balancesSheets(remembered: Layout | null): Promise<readonly Sheet[]> {
    if (isWithoutBalances(remembered)) return [];
    const sheets = this.#workbook.sheetsFor('balances', remembered);
    const previous = remembered?.balances;
    if (previous !== undefined && previous.isGone !== true) return sheets;
    const own: Sheet[] = [];
    for (const sheet of sheets) {
      const lines = this.#workbook.marksOf(sheet).isBalances ? null : await this.#readHead(sheet, null);
      if (lines === null || isPennyrowSheet(this.#workbook.remember(sheet).name, lines)) own.push(sheet);
    }
    return own;
  }
}

/** True if the workbook was read before and has no sheet of balances. */
export function isWithoutBalances(remembered: Layout | null): boolean {
  return remembered !== null && remembered.balances === undefined;
}

function isPennyrowSheet(sheet: string, lines: readonly HeaderLine[]): boolean {
  try {
    const { columns } = matchHeaders(sheet, lines, null, undefined, balanceColumns(sheet));
    return BALANCE_COLUMNS.every((column) => columns[column] !== undefined);
  } catch {
    return false;
  }
}
