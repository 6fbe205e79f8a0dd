import type { GoogleApi } from '../api/create-google-api.ts';
import type { Readable } from 'node:stream';
import type { sheets_v4 } from '@googleapis/sheets';
import { isFilled } from '../../cell.ts';
import { GridBlock, rowsOf } from './grid-block.ts';
import { CELL_FIELDS } from './google-cell.ts';
import { readStructure, SHEET_FIELDS, SPREADSHEET_FIELDS, type SheetStructure, type Structure } from './structure.ts';
import { brokeOff } from '../api/google-errors.ts';

const CONTENT_FIELDS =
  `${SPREADSHEET_FIELDS},sheets(${SHEET_FIELDS},data(startRow,startColumn,` +
  `columnMetadata(developerMetadata(metadataId,metadataKey,metadataValue)),rowData(values(${CELL_FIELDS}))))`;

export const FORMULA_FIELDS =
  'sheets(properties(sheetId,title),data(startRow,startColumn,rowData(values(userEnteredValue(formulaValue)))))';

/** The spreadsheet that a method of `Workbook` reads or writes, and the options of the call. */
export interface SpreadsheetCall {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((rows: number) => void) | undefined;
}

/** Requests the sheets without their cells. */
export async function requestStructure({ api, spreadsheetId, signal }: SpreadsheetCall): Promise<Structure> {
  const answer = await api.get(spreadsheetId, [], `${SPREADSHEET_FIELDS},sheets(${SHEET_FIELDS})`, signal);
  return readStructure(answer, () => null);
}

export async function requestCells(
  { api, spreadsheetId, ...options }: SpreadsheetCall,
  dataFilters: sheets_v4.Schema$DataFilter[],
  fields = CONTENT_FIELDS,
): Promise<Structure> {
  const request = { includeGridData: true, dataFilters };
  return readAnswer(await api.read(spreadsheetId, request, fields, options.signal), options);
}

export function wholeSheets(sheetIds: readonly number[]): sheets_v4.Schema$DataFilter[] {
  return sheetIds.map((sheetId) => ({ gridRange: { sheetId } }));
}

export async function readSheet(call: SpreadsheetCall, sheetId: number): Promise<SheetStructure | null> {
  const { sheets } = await requestCells(call, wholeSheets([sheetId]));
  return sheets.find((sheet) => sheet.sheetId === sheetId) ?? null;
}

export function filledColumns({
  blocks,
}: Pick<SheetStructure, 'blocks'>): ReadonlyMap<number, readonly { readonly row: number; readonly text: string }[]> {
  const filled = [...rowsOf(blocks)].flatMap(({ index, cells }) =>
    cells.flatMap((cell) =>
      cell.isFormula || isFilled(cell) ? [{ column: cell.column, row: index, text: cell.text }] : [],
    ),
  );
  return Map.groupBy(filled, ({ column }) => column);
}

export function occupiedColumns(sheet: SheetStructure): ReadonlySet<number> {
  const occupied = new Set(filledColumns(sheet).keys());
  for (const { left, right } of sheet.tables) for (let column = left; column < right; column += 1) occupied.add(column);
  return occupied;
}

const PROGRESS_EVERY = 5000;

/** Parses a response while it arrives. Throws PennyrowError `workbook_google` if it is truncated. */
export async function readAnswer(
  stream: Readable,
  { signal, progress }: Pick<SpreadsheetCall, 'signal' | 'progress'> = {},
): Promise<Structure> {
  const blocks: GridBlock[] = [];
  // The highest reported row, because each block repeats the same rows for other columns.
  let rows = 0;
  const splitter = new RowSplitter<sheets_v4.Schema$RowData>((block, row, data) => {
    (blocks[block] ??= new GridBlock()).put(row, data);
    if (row < rows + PROGRESS_EVERY) return;
    rows = row;
    progress?.(rows);
  });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      signal?.throwIfAborted();
      splitter.push(typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk);
    }
  } finally {
    stream.destroy();
  }
  return readStructure(splitter.end(), (data) => placed(data, blocks));
}

export function readAnswerWhole(answer: sheets_v4.Schema$Spreadsheet): Structure {
  return readStructure(answer, (data) => {
    const block = new GridBlock();
    for (const [row, rowData] of (data.rowData ?? []).entries()) block.put(row, rowData);
    return placed({ ...data, rowData: [0 as never] }, [block]);
  });
}

/** In the parsed response, `rowData` contains only the number of a block; see `RowSplitter`. */
function placed({ rowData, startRow, startColumn }: sheets_v4.Schema$GridData, blocks: readonly GridBlock[]) {
  const block = blocks[Number((rowData as unknown as readonly number[] | undefined)?.[0])];
  return block === undefined ? null : { block, startRow: startRow ?? 0, startColumn: startColumn ?? 0 };
}

/** `block` counts the grids of the response, `row` the rows of one grid, both from 0. */
type OnRow<Row> = (block: number, row: number, data: Row) => void;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const ROWS = Buffer.from('"rowData"');

/** Parses each row separately, to save memory. In the rest of the response, `[block]` replaces each list of rows. */
export class RowSplitter<Row> {
  readonly #onRow: OnRow<Row>;
  readonly #rest: Buffer[] = [];
  #pending: Buffer = Buffer.alloc(0);
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #stringStart = 0;
  #isRowsNext = false;
  #rowsDepth = 0;
  #block = -1;
  #row = 0;

  constructor(onRow: OnRow<Row>) {
    this.#onRow = onRow;
  }

  push(chunk: Buffer): void {
    const from = this.#pending.length;
    const bytes = from === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const start = this.#scan(bytes, from);
    this.#pending = bytes.subarray(start);
  }

  /** Returns the rest of the response. Throws PennyrowError `workbook_google` if the response is incomplete. */
  end<Rest>(): Rest {
    if (this.#depth !== 0 || this.#isInString || this.#rest.length === 0) throw brokeOff();
    try {
      return JSON.parse(Buffer.concat([...this.#rest, this.#pending]).toString('utf8')) as Rest;
    } catch (error) {
      throw brokeOff(error);
    }
  }

  /** Returns the offset of the first byte that is still needed. */
  #scan(bytes: Buffer, from: number): number {
    let start = 0;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#endString(bytes, at);
        continue;
      }
      switch (byte) {
        case undefined:
          break;
        case QUOTE:
          this.#isInString = true;
          this.#stringStart = at;
          break;
        case OPEN_LIST:
        case OPEN_OBJECT:
          this.#depth += 1;
          if (this.#isRowsNext && byte === OPEN_LIST) {
            this.#rest.push(Buffer.from(bytes.subarray(start, at + 1)), Buffer.from(String((this.#block += 1))));
            this.#rowsDepth = this.#depth;
            this.#row = 0;
            start = at + 1;
          }
          this.#isRowsNext = false;
          break;
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          if (this.#rowsDepth !== 0 && this.#depth === this.#rowsDepth) {
            this.#rowsDepth = 0;
            start = at;
          }
          this.#depth -= 1;
          if (this.#rowsDepth !== 0 && this.#depth === this.#rowsDepth) {
            this.#emit(bytes.subarray(start, at + 1));
            start = at + 1;
          }
          break;
        case COMMA:
          if (this.#rowsDepth !== 0 && this.#depth === this.#rowsDepth) start = at + 1;
          break;
        default:
          if (byte !== COLON && byte > 0x20) this.#isRowsNext = false;
      }
    }
    return this.#keepFrom(bytes, start);
  }

  #endString(bytes: Buffer, at: number): void {
    this.#isInString = false;
    if (this.#rowsDepth === 0) this.#isRowsNext = bytes.compare(ROWS, 0, ROWS.length, this.#stringStart, at + 1) === 0;
  }

  #emit(row: Buffer): void {
    this.#onRow(this.#block, this.#row, JSON.parse(row.toString('utf8')) as Row);
    this.#row += 1;
  }

  #keepFrom(bytes: Buffer, start: number): number {
    if (this.#rowsDepth !== 0) return start;
    const end = this.#isInString ? this.#stringStart : bytes.length;
    if (end > start) this.#rest.push(Buffer.from(bytes.subarray(start, end)));
    this.#stringStart -= end;
    return end;
  }
}
