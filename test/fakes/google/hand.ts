import type { sheets_v4 } from '@googleapis/sheets';
import type { Person, TypedValue } from '../../contracts/workbook-session.ts';
import type { Environment } from './api.ts';
import type { Role, StoredFile } from './files.ts';
import { isoOfSerial, serialOfIso } from './formats/locale.ts';
import { isDateFormat } from './formats/shown.ts';
import { applyBatch } from './sheets/batch.ts';
import { effective, shown, shownTexts, type View } from './sheets/evaluation.ts';
import { cellAt, draftOf, hasValue, usedRows, type SheetState, type SpreadsheetState } from './sheets/model.ts';
import { areaFromA1, areaOf } from './sheets/ranges.ts';
import { moveFormula } from './sheets/requests/cell-content.ts';
import { editArea } from './sheets/requests/cells.ts';
import { viewOf } from './sheets/view.ts';
import type { Requests } from './sheets/requests/request.ts';
import { looksHand, type Grip, type LooksHand } from './hand-looks.ts';

/**
 * The user at the sheet and at the list of files. Rows are numbered from 1 and columns from 0, as in the workbook
 * contract.
 */
export interface SheetHand extends Person, LooksHand {
  /** Empties all cells but keeps the sheet. */
  clear(sheet: string): Promise<void>;
  deleteColumn(sheet: string, at: number): Promise<void>;
  /** Keeps only `spare` empty rows at the end of each sheet, since a new sheet has 1,000 and every read returns them. */
  deleteEmptyRows(spare?: number): Promise<void>;
  /** The displayed texts of the sheet, without empty cells at the end. */
  shown(sheet: string): Promise<readonly (readonly string[])[]>;
  /** Applies any change that the API supports, as the owner. */
  change(...requests: readonly Requests[]): Promise<readonly sheets_v4.Schema$Response[]>;
  /** Shares the file with a user or a service account. */
  share(email: string, role?: Exclude<Role, 'owner'>): Promise<void>;
  /** Stops sharing with one address; without an address, with everyone and every app. */
  unshare(email?: string): Promise<void>;
  trash(): Promise<void>;
  restore(): Promise<void>;
  deleteForever(): Promise<void>;
  /** Changes the file but not its content; Drive still increases the version. */
  star(): Promise<void>;
}

export function personAt(spreadsheetId: string, { files, clock }: Environment): SheetHand {
  const file = (): StoredFile => {
    const found = files.get(spreadsheetId);
    if (found === null) throw new Error(`There is no spreadsheet ${spreadsheetId}.`);
    return found;
  };
  const sheetOf = (title: string): SheetState => {
    const sheet = file().state.sheets.find(({ properties }) => properties.title === title);
    if (sheet === undefined) throw new Error(`There is no sheet ${title}.`);
    return sheet;
  };
  let lastView: { readonly state: SpreadsheetState; readonly nowMs: number; readonly view: View } | null = null;
  // Cached, because a test that looks at many cells would calculate all formulas each time. A state is never mutated.
  const currentView = (): View => {
    const [{ state }, nowMs] = [file(), clock.now()];
    if (lastView?.state !== state || lastView.nowMs !== nowMs) lastView = { state, nowMs, view: viewOf(state, clock) };
    return lastView.view;
  };
  const change = (...requests: readonly Requests[]): readonly sheets_v4.Schema$Response[] => {
    const { owner, state } = file();
    const changed = applyBatch(state, requests, { email: owner, project: null, isOwner: true }, clock);
    files.commit(file(), changed.state);
    return changed.replies;
  };
  const range: Grip['range'] = (sheet, a1) => {
    const { top, bottom, left, right } = areaFromA1(file().state, `'${sheet.replaceAll("'", "''")}'!${a1}`);
    return {
      sheetId: sheetOf(sheet).sheetId,
      startRowIndex: top,
      endRowIndex: bottom,
      startColumnIndex: left,
      endColumnIndex: right,
    };
  };
  const lines = (
    sheet: string,
    dimension: 'ROWS' | 'COLUMNS',
    startIndex: number,
    count = 1,
  ): NonNullable<Requests['deleteDimension']> => ({
    range: { sheetId: sheetOf(sheet).sheetId, dimension, startIndex, endIndex: startIndex + count },
  });
  const edit = (work: (file: StoredFile) => void): Promise<void> => {
    work(file());
    files.touch(file());
    return Promise.resolve();
  };
  const made = async (...requests: readonly Requests[]): Promise<void> => void change(...requests);
  const write = async (
    sheet: string,
    row: number,
    column: number,
    data: { userEnteredValue?: object; userEnteredFormat?: object },
    fields: string,
  ): Promise<void> =>
    made(
      {
        updateCells: {
          start: { sheetId: sheetOf(sheet).sheetId, rowIndex: row - 1, columnIndex: column },
          rows: [{ values: [data] }],
          fields,
        },
      },
      ...grownTables(sheetOf(sheet), row - 1, column),
    );

  return {
    ...looksHand({ sheet: sheetOf, change, range }),
    renameSheet: async (from, to) =>
      made({ updateSheetProperties: { properties: { sheetId: sheetOf(from).sheetId, title: to }, fields: 'title' } }),
    deleteSheet: async (name) => made({ deleteSheet: { sheetId: sheetOf(name).sheetId } }),
    type: async (sheet, row, column, value) => {
      if (value === null || typeof value !== 'object')
        return write(sheet, row, column, value === null ? {} : { userEnteredValue: typed(value) }, 'userEnteredValue');
      // A date typed into a cell without a date format sets the format in which it was typed.
      const isDate = isDateFormat(cellAt(sheetOf(sheet), row - 1, column)?.format?.numberFormat);
      const data = {
        userEnteredValue: { numberValue: serialOfIso(value.date) },
        userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } },
      };
      return write(
        sheet,
        row,
        column,
        data,
        isDate ? 'userEnteredValue' : 'userEnteredValue,userEnteredFormat.numberFormat',
      );
    },
    typeFormula: async (sheet, row, column, formula) =>
      write(sheet, row, column, { userEnteredValue: { formulaValue: formula } }, 'userEnteredValue'),
    typeArray: async (sheet, row, column, source) =>
      write(sheet, row, column, { userEnteredValue: { formulaValue: `=ARRAYFORMULA(${source})` } }, 'userEnteredValue'),
    formula: async (sheet, row, column) => {
      const content = cellAt(sheetOf(sheet), row - 1, column)?.value ?? null;
      return content !== null && typeof content === 'object' ? content.formula : null;
    },
    look: async (sheet, row, column) => {
      const state = sheetOf(sheet);
      const view = currentView();
      const cell = effective(cellAt(state, row - 1, column), state, row - 1, column, view);
      if (typeof cell.value !== 'number') return shown(cell, view);
      return isDateFormat(cell.format) ? isoOfSerial(cell.value) : cell.value;
    },
    rowsNamed: async (name) => {
      const { startRowIndex, endRowIndex } = file().state.namedRanges.find((each) => each.name === name)?.range ?? {};
      return [(startRowIndex ?? 0) + 1, endRowIndex ?? Infinity];
    },
    insertColumn: async (sheet, at) => made({ insertDimension: lines(sheet, 'COLUMNS', at) }),
    clear: async (sheet) =>
      made({ updateCells: { range: { sheetId: sheetOf(sheet).sheetId }, fields: 'userEnteredValue' } }),
    deleteColumn: async (sheet, at) => made({ deleteDimension: lines(sheet, 'COLUMNS', at) }),
    moveColumn: async (sheet, from, to) =>
      made({
        moveDimension: {
          source: lines(sheet, 'COLUMNS', from).range ?? {},
          destinationIndex: to > from ? to + 1 : to,
        },
      }),
    insertRow: async (sheet, at) => made({ insertDimension: lines(sheet, 'ROWS', at - 1) }),
    deleteRow: async (sheet, row) => made({ deleteDimension: lines(sheet, 'ROWS', row - 1) }),
    deleteEmptyRows: async (spare = 20) => {
      for (const sheet of file().state.sheets) {
        const rowCount = usedRows(sheet, hasValue) + spare;
        const title = sheet.properties.title ?? '';
        if (sheet.rows.length > rowCount)
          await made({ deleteDimension: lines(title, 'ROWS', rowCount, sheet.rows.length - rowCount) });
      }
    },
    reverseRows: async (sheet, first, last) => {
      const state = draftOf(file().state);
      const area = areaOf(state, { sheetId: sheetOf(sheet).sheetId, startRowIndex: first - 1, endRowIndex: last });
      const before = area.sheet.rows.map(({ cells }) => cells);
      // Like a sort, this moves cells, not rows.
      editArea(area, (_, row, column) => {
        const from = area.top + area.bottom - 1 - row;
        return moveFormula(before[from]?.[column], row - from, 0);
      });
      files.commit(file(), state);
    },
    shown: async (sheet) => shownTexts(sheetOf(sheet), currentView()),
    change: async (...requests) => change(...requests),
    share: (email, role = 'writer') => edit(({ shares }) => shares.set(email, role)),
    unshare: (email) =>
      edit(({ shares, apps }) => {
        if (email !== undefined) {
          shares.delete(email);
          return;
        }
        shares.clear();
        apps.clear();
      }),
    trash: () => edit((stored) => (stored.isTrashed = true)),
    restore: () => edit((stored) => (stored.isTrashed = false)),
    deleteForever: async () => files.delete(file().id),
    star: () => edit(() => undefined),
  };
}

/** A table grows if the user types directly below it. */
function grownTables({ tables }: SheetState, row: number, column: number): Requests[] {
  return tables
    .filter(
      ({ range }) =>
        range?.endRowIndex === row && column >= (range.startColumnIndex ?? 0) && column < (range.endColumnIndex ?? 0),
    )
    .map(({ tableId, range }) => ({
      updateTable: { table: { tableId: tableId ?? null, range: { ...range, endRowIndex: row + 1 } }, fields: 'range' },
    }));
}

function typed(value: Exclude<TypedValue, object | null>): object {
  return typeof value === 'number' ? { numberValue: value } : { stringValue: value };
}
