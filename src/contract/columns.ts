export { SHEET_COLUMNS, isMoneyColumn, hasSeparateNotes, type SheetColumn } from '../core/sheet-columns.ts';
export { COLUMNS, isRequired } from '../core/row.ts';
