import type { sheets_v4 } from '@googleapis/sheets';
import { BALANCE_COLUMNS, BALANCE_TABLE } from '../../core/balance-sheet.ts';
import { COLUMNS, typeOf } from '../../core/row.ts';
import type { SheetRole } from '../../core/snapshot.ts';
import { TRANSACTION_TABLE, type CellType } from '../../core/transaction-table.ts';
import { SHEET_NAMES } from '../headers.ts';
import { RULE_HELP, type NewRule } from '../new-workbook.ts';
import { DATE_FORMATS } from './writing/cell-values.ts';
import { columnTag, sheetTag } from './writing/identity.ts';

type Request = sheets_v4.Schema$Request;
type CellFormat = sheets_v4.Schema$CellFormat;

const IDS: Readonly<Record<SheetRole, number>> = { transactions: 1, categories: 2, rules: 3, balances: 4 };
const ROWS = 1000;

interface NewColumn {
  readonly header: string;
  /** In pixels. */
  readonly width: number;
  readonly format: CellFormat;
}

const color = (hex: string): sheets_v4.Schema$ColorStyle => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return { rgbColor: { red: part(0), green: part(2), blue: part(4) } };
};

const QUIET: CellFormat = { textFormat: { fontSize: 9, foregroundColorStyle: color('7A8791') } };
const TEXT: CellFormat = { wrapStrategy: 'CLIP' };
/** A text stays what it is even where a person types it: leading zeros, long numbers. */
const CODE: CellFormat = { ...QUIET, wrapStrategy: 'CLIP', numberFormat: { type: 'TEXT', pattern: '@' } };
const AMOUNT: CellFormat = {
  numberFormat: { type: 'NUMBER', pattern: '#,##0.00;[Red]-#,##0.00' },
  horizontalAlignment: 'RIGHT',
};

const LOOKS: Readonly<Record<CellType, CellFormat>> = {
  date: { numberFormat: DATE_FORMATS.date, horizontalAlignment: 'LEFT' },
  amount: AMOUNT,
  text: TEXT,
  code: CODE,
  added: { ...QUIET, numberFormat: DATE_FORMATS.added, horizontalAlignment: 'LEFT' },
};

const SHEETS: Readonly<
  Record<SheetRole, { readonly columns: readonly NewColumn[]; readonly spare: number; readonly tab: string }>
> = {
  transactions: {
    columns: COLUMNS.map((column): NewColumn => {
      const { header, width, type } = TRANSACTION_TABLE[column];
      return { header, width: width[1], format: LOOKS[type] };
    }),
    spare: 5,
    tab: '2F6F8F',
  },
  categories: { columns: [{ header: 'Category', width: 220, format: TEXT }], spare: 5, tab: '7FA88B' },
  rules: {
    columns: [
      { header: 'Description', width: 270, format: TEXT },
      { header: 'Category', width: 180, format: TEXT },
      { header: 'Min Amount', width: 110, format: AMOUNT },
      { header: 'Max Amount', width: 110, format: AMOUNT },
    ],
    spare: 4,
    tab: 'C9A24B',
  },
  balances: {
    columns: BALANCE_COLUMNS.map((column): NewColumn => {
      const { header, width } = BALANCE_TABLE[column];
      return { header, width: width[1], format: LOOKS[typeOf(column)] };
    }),
    spare: 5,
    tab: '8A7FA8',
  },
};
/** Beside the rules, with a blank column between: no header of theirs is above it. */
const HELP_COLUMN = 5;
const HELP_WIDTH = 460;

const HEADER: CellFormat = {
  textFormat: { bold: true, foregroundColorStyle: color('1F3A4D') },
  backgroundColorStyle: color('EAF0F4'),
  verticalAlignment: 'MIDDLE',
  borders: { bottom: { style: 'SOLID_MEDIUM', colorStyle: color('B8C7D1') } },
};

/** The sheets with what is in them. */
export function newSheets(categories: readonly string[], rules: readonly NewRule[]): sheets_v4.Schema$Sheet[] {
  return [
    sheetOf('transactions', []),
    sheetOf(
      'categories',
      categories.map((category) => [category]),
    ),
    sheetOf(
      'rules',
      rules.map(({ description, category }) => [description, category]),
      helpBlock(),
    ),
    sheetOf('balances', []),
  ];
}

function sheetOf(
  role: SheetRole,
  lines: readonly (readonly string[])[],
  ...more: readonly sheets_v4.Schema$GridData[]
): sheets_v4.Schema$Sheet {
  const { columns, spare, tab } = SHEETS[role];
  const header = columns.map(({ header: stringValue, format }) => ({
    userEnteredValue: { stringValue },
    userEnteredFormat: { ...HEADER, ...(format.horizontalAlignment === 'RIGHT' && { horizontalAlignment: 'RIGHT' }) },
  }));
  const rows = lines.map((line) => ({ values: line.map((stringValue) => ({ userEnteredValue: { stringValue } })) }));
  return {
    properties: {
      sheetId: IDS[role],
      title: SHEET_NAMES[role],
      tabColorStyle: color(tab),
      gridProperties: {
        rowCount: Math.max(ROWS, lines.length + 1),
        columnCount: columns.length + spare,
        frozenRowCount: 1,
      },
    },
    data: [
      {
        startRow: 0,
        startColumn: 0,
        rowData: [{ values: header }, ...rows],
        columnMetadata: columns.map(({ width }) => ({ pixelSize: width })),
      },
      ...more,
    ],
  };
}

function helpBlock(): sheets_v4.Schema$GridData {
  const rowData = RULE_HELP.map((stringValue, index) => ({
    values: [
      {
        userEnteredValue: { stringValue },
        userEnteredFormat: {
          ...QUIET,
          wrapStrategy: 'WRAP',
          verticalAlignment: 'TOP',
          textFormat: { ...QUIET.textFormat, bold: index === 0 },
        },
      },
    ],
  }));
  return { startRow: 0, startColumn: HELP_COLUMN, rowData, columnMetadata: [{ pixelSize: HELP_WIDTH }] };
}

/** Looks that hold for rows to come, too, and what Pennyrow knows its sheets and columns again by. */
export function finishingRequests(): Request[] {
  const roles: readonly SheetRole[] = ['transactions', 'categories', 'rules', 'balances'];
  return [
    ...roles.flatMap((role) => looksOf(role)),
    categoryChoice('transactions', COLUMNS.indexOf('category')),
    categoryChoice('rules', 1),
    ...roles.map((role) => sheetTag(IDS[role], role)),
    ...COLUMNS.map((column, index) => columnTag(IDS.transactions, column, index)),
    ...BALANCE_COLUMNS.map((column, index) => columnTag(IDS.balances, column, index)),
  ];
}

/** A Balances sheet for a spreadsheet that is there, made behind the others as that of a new one is. */
export function balancesSheetRequests(sheetId: number, title: string): Request[] {
  const { properties, data: [{ rowData = [] } = {}] = [] } = sheetOf('balances', []);
  return [
    { addSheet: { properties: { ...properties, sheetId, title } } },
    {
      updateCells: {
        start: { sheetId, rowIndex: 0, columnIndex: 0 },
        rows: rowData,
        fields: 'userEnteredValue,userEnteredFormat',
      },
    },
    ...SHEETS.balances.columns.map(({ width: pixelSize }, index): Request => ({
      updateDimensionProperties: {
        range: { sheetId, dimension: 'COLUMNS', startIndex: index, endIndex: index + 1 },
        properties: { pixelSize },
        fields: 'pixelSize',
      },
    })),
    ...looksOf('balances', sheetId),
    sheetTag(sheetId, 'balances'),
    ...BALANCE_COLUMNS.map((column, index) => columnTag(sheetId, column, index)),
  ];
}

/** How large it is made, for what goes into it by the same batch. */
export const NEW_BALANCES_SIZE = { rowCount: ROWS, columnCount: BALANCE_COLUMNS.length + SHEETS.balances.spare };

function looksOf(role: SheetRole, sheetId = IDS[role]): Request[] {
  return [
    ...SHEETS[role].columns.map(({ format }, index) => columnFormat({ ...columnsOf(role, 1), sheetId }, index, format)),
    { setBasicFilter: { filter: { range: { ...columnsOf(role, 0), sheetId } } } },
  ];
}

/** All of the sheet's own columns from that row on, to the end of the sheet, wherever that will be. */
function columnsOf(role: SheetRole, startRowIndex: number): sheets_v4.Schema$GridRange {
  return { sheetId: IDS[role], startRowIndex, startColumnIndex: 0, endColumnIndex: SHEETS[role].columns.length };
}

function columnFormat(range: sheets_v4.Schema$GridRange, index: number, userEnteredFormat: CellFormat): Request {
  const fields = Object.keys(userEnteredFormat)
    .map((name) => `userEnteredFormat.${name}`)
    .join(',');
  return {
    repeatCell: {
      range: { ...range, startColumnIndex: index, endColumnIndex: index + 1 },
      cell: { userEnteredFormat },
      fields,
    },
  };
}

/** Warns instead of forbidding: a new category may well be typed here first. */
function categoryChoice(role: SheetRole, index: number): Request {
  return {
    setDataValidation: {
      range: { ...columnsOf(role, 1), startColumnIndex: index, endColumnIndex: index + 1 },
      rule: {
        condition: { type: 'ONE_OF_RANGE', values: [{ userEnteredValue: `=${SHEET_NAMES.categories}!$A$2:$A` }] },
        inputMessage: 'Choose a category, or type a new one and add it to the Categories sheet.',
        strict: false,
        showCustomUi: true,
      },
    },
  };
}
