import type { Readable } from 'node:stream';
import type { sheets_v4 } from '@googleapis/sheets';
import { GridBlock } from './grid-block.ts';
import { CELL_FIELDS } from './google-cell.ts';
import { RowSplitter } from './row-splitter.ts';
import { readStructure, SHEET_FIELDS, SPREADSHEET_FIELDS, type Structure } from './structure.ts';

/** What an answer must have for `readAnswer`. */
export const CONTENT_FIELDS =
  `${SPREADSHEET_FIELDS},sheets(${SHEET_FIELDS},data(startRow,startColumn,` +
  `columnMetadata(developerMetadata(metadataId,metadataKey,metadataValue)),rowData(values(${CELL_FIELDS}))))`;

export interface ReadAnswerOptions {
  readonly signal?: AbortSignal | undefined;
  /** Rows seen so far, of all blocks. */
  readonly progress?: ((rows: number) => void) | undefined;
}

const PROGRESS_EVERY = 5000;

/** Reads an answer as it arrives. Throws PennyrowError `workbook_google` when it breaks off. */
export async function readAnswer(stream: Readable, { signal, progress }: ReadAnswerOptions = {}): Promise<Structure> {
  const blocks: GridBlock[] = [];
  const splitter = new RowSplitter<sheets_v4.Schema$RowData>((block, row, data) => {
    (blocks[block] ??= new GridBlock()).put(row, data);
    if (row > 0 && row % PROGRESS_EVERY === 0) progress?.(row);
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

/** The same for an answer that is small enough to be in memory. */
export function readAnswerWhole(answer: sheets_v4.Schema$Spreadsheet): Structure {
  return readStructure(answer, (data) => {
    const block = new GridBlock();
    for (const [row, rowData] of (data.rowData ?? []).entries()) block.put(row, rowData);
    return placed({ ...data, rowData: [0 as never] }, [block]);
  });
}

/** The splitter left the number of the block where its rows were. */
function placed({ rowData, startRow, startColumn }: sheets_v4.Schema$GridData, blocks: readonly GridBlock[]) {
  const block = blocks[Number((rowData as unknown as readonly number[] | undefined)?.[0])];
  return block === undefined ? null : { block, startRow: startRow ?? 0, startColumn: startColumn ?? 0 };
}
