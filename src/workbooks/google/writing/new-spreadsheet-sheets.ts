import { randomInt } from 'node:crypto';
import type { sheets_v4 } from '@googleapis/sheets';
import type { AddedSheet } from '../../../core/workbook-change.ts';
import { BALANCE_COLUMNS } from '../../../core/balance-sheet.ts';
import type { SheetRole } from '../../../core/snapshot.ts';
import { addedListSheet, balancesSheet } from '../../template/lists.ts';
import { createLooks } from '../../template/looks.ts';
import type { NewNote, NewSheet } from '../../template/sheet.ts';
import { blocksOf, color, formatOf } from './new-spreadsheet-cells.ts';
import { chartRequest } from './new-spreadsheet-charts.ts';
import { choiceRequest, gridRange, markRequest } from './new-spreadsheet-extras.ts';
import { DATE_FORMATS } from './cell-values.ts';
import { columnTag, sheetTag } from './identity.ts';

type Request = sheets_v4.Schema$Request;

const IDS: Readonly<Record<SheetRole, number>> = { transactions: 1, categories: 2, rules: 3, balances: 4 };
/** From which number on others are counted, unless somebody wants to know them by theirs. */
const FIRST_OTHER_ID = 5;
const MOST_OTHERS = 100;
/** Google's numbers of sheets have 31 bits. */
const LARGEST_ID = 2 ** 31 - 1;
const ROWS = 1000;
/** Columns beside those of a list, for the person's own. */
const SPARE = 5;
/** In pixels. */
const NOTE_WIDTH = 460;

/** A number from which on those sheets may be counted that are no list, so that a spreadsheet can be told from all others by them. */
export function ownFirstId(): number {
  return randomInt(FIRST_OTHER_ID, LARGEST_ID - MOST_OTHERS);
}

/** The sheets with what is in them, in the order of their tabs. */
export function newSheets(sheets: readonly NewSheet[], firstOther = FIRST_OTHER_ID): sheets_v4.Schema$Sheet[] {
  return sheets.map((sheet) => sheetOf(sheet, idOf(sheet, sheets, firstOther)));
}

function idOf(sheet: NewSheet, sheets: readonly NewSheet[], firstOther: number): number {
  if (sheet.role !== null) return IDS[sheet.role];
  return firstOther + sheets.filter(({ role }) => role === null).indexOf(sheet);
}

function sheetOf(sheet: NewSheet, sheetId: number): sheets_v4.Schema$Sheet {
  const { title, tab, columns, cells, note, list, isHidden } = sheet;
  const right = Math.max(columns.length, ...cells.map(({ column }) => column + 1), (note?.column ?? 0) + 1);
  const bottom = Math.max(0, ...cells.map(({ row }) => row + 1), ...sheet.charts.map(({ at }) => at.row + at.rows));
  const isList = list !== null;
  return {
    properties: {
      sheetId,
      title,
      tabColorStyle: color(tab),
      ...(isHidden === true && { hidden: true }),
      gridProperties: {
        rowCount: isList ? Math.max(ROWS, bottom) : bottom + 1,
        columnCount: isList ? right + SPARE : right,
        ...(isList ? { frozenRowCount: 1 } : { hideGridlines: true }),
      },
    },
    data: [
      {
        startRow: 0,
        startColumn: 0,
        columnMetadata: columns.map(({ width: [, pixelSize] }) => ({ pixelSize })),
      },
      ...blocksOf(cells),
      ...(note === null ? [] : [noteBlock(note)]),
    ],
  };
}

/** Beside the list, with a blank column between: no header of the list's is above it. */
function noteBlock({ paragraphs, column }: NewNote): sheets_v4.Schema$GridData {
  const quiet = { size: 'small', color: '7A8791' } as const;
  const rowData = paragraphs.map((stringValue, index) => ({
    values: [
      {
        userEnteredValue: { stringValue },
        userEnteredFormat: {
          ...formatOf(index === 0 ? { ...quiet, bold: true } : quiet),
          wrapStrategy: 'WRAP',
          verticalAlignment: 'TOP',
        },
      },
    ],
  }));
  return { startRow: 0, startColumn: column, rowData, columnMetadata: [{ pixelSize: NOTE_WIDTH }] };
}

/** Looks that hold for rows to come, too, charts, and what Pennyrow knows its sheets and columns again by. */
export function finishingRequests(sheets: readonly NewSheet[], firstOther = FIRST_OTHER_ID): Request[] {
  const identified = sheets.map((sheet) => ({ sheet, sheetId: idOf(sheet, sheets, firstOther) }));
  return [
    ...identified.flatMap(({ sheet, sheetId }) => [
      ...listRequests(sheet, sheetId),
      ...sheet.choices.map((choice) => choiceRequest(choice, sheetId)),
      ...sheet.marks.map((mark, index) => markRequest(mark, index, sheetId)),
      ...sheet.charts.map((chart) => chartRequest(sheetId, sheet, chart)),
    ]),
    ...identified.flatMap(({ sheet, sheetId }) => identityOf(sheet, sheetId)),
  ];
}

/** How the cells of its columns look, down to the end of the sheet, wherever that will be, and its filter. */
function listRequests({ columns, list }: NewSheet, sheetId: number): Request[] {
  if (list === null) return [];
  const formats = columns.map(({ look }, column): Request => {
    const userEnteredFormat = formatOf(look);
    return {
      repeatCell: {
        range: gridRange(sheetId, { row: 1, column, columns: 1 }),
        cell: { userEnteredFormat },
        fields: Object.keys(userEnteredFormat)
          .map((name) => `userEnteredFormat.${name}`)
          .join(','),
      },
    };
  });
  const whole = gridRange(sheetId, { row: 0, column: 0, columns: columns.length });
  return [...formats, { setBasicFilter: { filter: { range: whole } } }];
}

function identityOf({ role, columns }: NewSheet, sheetId: number): Request[] {
  if (role === null) return [];
  return [
    sheetTag(sheetId, role),
    ...columns.flatMap(({ column }, index) => (column === undefined ? [] : [columnTag(sheetId, column, index)])),
  ];
}

/** Like those of a new spreadsheet, whose language is not known of one that is there. */
const LOOKS = createLooks({ date: DATE_FORMATS.date.pattern, dateTime: DATE_FORMATS.added.pattern, month: '' });

/** A Balances sheet for a spreadsheet that is there. */
export function balancesSheetRequests(sheetId: number, title: string): Request[] {
  return addedSheetRequests({ ...balancesSheet({ looks: LOOKS }), title }, sheetId);
}

/** The same of categories or rules, with their lines. */
export function listSheetRequests(list: AddedSheet, sheetId: number): Request[] {
  return addedSheetRequests(addedListSheet(LOOKS, list), sheetId);
}

/** Made behind the others as that of a new spreadsheet is. */
function addedSheetRequests(sheet: NewSheet, sheetId: number): Request[] {
  const { properties, data = [] } = sheetOf(sheet, sheetId);
  return [
    { addSheet: { properties: properties ?? {} } },
    ...data
      .filter(({ rowData }) => rowData !== undefined)
      .map(({ startRow, startColumn, rowData = [] }): Request => ({
        updateCells: {
          start: { sheetId, rowIndex: startRow ?? 0, columnIndex: startColumn ?? 0 },
          rows: rowData,
          fields: 'userEnteredValue,userEnteredFormat',
        },
      })),
    ...sheet.columns.map(({ width: [, pixelSize] }, index): Request => ({
      updateDimensionProperties: {
        range: { sheetId, dimension: 'COLUMNS', startIndex: index, endIndex: index + 1 },
        properties: { pixelSize },
        fields: 'pixelSize',
      },
    })),
    ...listRequests(sheet, sheetId),
    ...identityOf(sheet, sheetId),
  ];
}

/** How large it is made, for what goes into it by the same batch. */
export const NEW_BALANCES_SIZE = { rowCount: ROWS, columnCount: BALANCE_COLUMNS.length + SPARE };
