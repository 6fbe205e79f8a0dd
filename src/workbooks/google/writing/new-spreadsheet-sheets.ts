import { randomInt } from 'node:crypto';
import type { sheets_v4 } from '@googleapis/sheets';
import { BALANCE_COLUMNS } from '../../../core/balance-sheet.ts';
import type { SheetRole } from '../../../core/snapshot.ts';
import type { NewChart, NewChoice, NewMark, NewNote, NewRange, NewSheet } from '../../template/sheet.ts';
import { blocksOf, color, formatOf, localized, textFormatOf } from './new-spreadsheet-cells.ts';
import { columnProperties, columnTag, sheetTag } from './identity.ts';
import { cell, on, range, wholeColumn } from '../../template/formula.ts';

type Request = sheets_v4.Schema$Request;

const IDS: Readonly<Record<SheetRole, number>> = { transactions: 1, categories: 2, rules: 3, balances: 4 };
/** Default for the first id of sheets without a role; see `ownFirstId`. */
const FIRST_OTHER_ID = 5;
const MOST_OTHERS = 100;
const LARGEST_ID = 2 ** 31 - 1;
const ROWS = 1000;
const SPARE = 5;
const NOTE_WIDTH = 460;

/** A random first id for sheets without a role. It identifies a new spreadsheet if the response is lost. */
export function ownFirstId(): number {
  return randomInt(FIRST_OTHER_ID, LARGEST_ID - MOST_OTHERS);
}

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

export function addedSheetRequests(sheet: NewSheet, sheetId: number): Request[] {
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
    ...sheet.columns.map(({ width: [, pixelSize] }, index) => columnProperties(sheetId, index, { pixelSize })),
    ...listRequests(sheet, sheetId),
    ...identityOf(sheet, sheetId),
  ];
}

/** The size of a new sheet of balances before its rows are inserted. */
export const NEW_BALANCES_SIZE = { rowCount: ROWS, columnCount: BALANCE_COLUMNS.length + SPARE };

const ROW_HEIGHT = 21;

function chartRequest(sheetId: number, sheet: NewSheet, chart: NewChart): Request {
  const isBars = chart.kind === 'bars';
  const { row: rowIndex, column: columnIndex, columns, rows: height } = chart.at;
  const widths = sheet.columns.slice(columnIndex, columnIndex + columns).map(({ width: [, pixels] }) => pixels);
  const hasLines = chart.series.some(({ isLine }) => isLine);
  // Includes the row above, which names the series.
  const source = ({ row, rows, ...range }: Required<NewRange>): sheets_v4.Schema$ChartData => ({
    sourceRange: { sources: [gridRange(sheetId, { ...range, row: row - 1, rows: rows + 1 })] },
  });
  return {
    addChart: {
      chart: {
        spec: {
          title: chart.title,
          altText: chart.title,
          hiddenDimensionStrategy: 'SKIP_HIDDEN_ROWS_AND_COLUMNS',
          basicChart: {
            chartType: isBars ? 'BAR' : hasLines ? 'COMBO' : 'COLUMN',
            legendPosition: chart.series.length > 1 ? 'BOTTOM_LEGEND' : 'NO_LEGEND',
            headerCount: 1,
            domains: [{ domain: source(chart.labels.range) }],
            series: chart.series.map((each) => ({
              series: source(each.values),
              targetAxis: isBars ? 'BOTTOM_AXIS' : 'LEFT_AXIS',
              colorStyle: color(each.color),
              ...(hasLines && { type: each.isLine === true ? 'LINE' : 'COLUMN' }),
            })),
          },
        },
        position: {
          overlayPosition: {
            anchorCell: { sheetId, rowIndex, columnIndex },
            widthPixels: widths.reduce((sum, width) => sum + width, 0),
            heightPixels: height * ROW_HEIGHT,
          },
        },
      },
    },
  };
}

const ANY_NUMBER = {
  type: 'NUMBER_BETWEEN',
  values: [{ userEnteredValue: '-1000000000000' }, { userEnteredValue: '1000000000000' }],
};

function gridRange(sheetId: number, { row, column, columns, rows }: NewRange): sheets_v4.Schema$GridRange {
  return {
    sheetId,
    startRowIndex: row,
    ...(rows !== undefined && { endRowIndex: row + rows }),
    startColumnIndex: column,
    endColumnIndex: column + columns,
  };
}

/** Only warns about a category that is not in the list, because users may type a new one here first. */
function choiceRequest(choice: NewChoice, sheetId: number): Request {
  const condition =
    choice.kind === 'list'
      ? { type: 'ONE_OF_RANGE', values: [{ userEnteredValue: `=${listOf(choice.from)}` }] }
      : ANY_NUMBER;
  return {
    setDataValidation: {
      range: gridRange(sheetId, choice.range),
      rule: {
        condition,
        inputMessage: choice.about,
        strict: choice.kind === 'number',
        showCustomUi: choice.kind === 'list',
      },
    },
  };
}

function listOf({ sheet, row, column, rows }: Extract<NewChoice, { kind: 'list' }>['from']): string {
  if (rows !== undefined) return on(sheet, range({ row, column, columns: 1, rows }));
  return on(sheet, `${cell(column, row)}:${wholeColumn(column).split(':')[0] ?? ''}`);
}

function markRequest({ range: where, formula, look }: NewMark, index: number, sheetId: number): Request {
  const textFormat = textFormatOf(look);
  return {
    addConditionalFormatRule: {
      index,
      rule: {
        ranges: [gridRange(sheetId, where)],
        booleanRule: {
          condition: { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: `=${localized(formula)}` }] },
          format: {
            ...(look.fill !== undefined && { backgroundColorStyle: color(look.fill) }),
            ...(textFormat !== null && { textFormat }),
          },
        },
      },
    },
  };
}
