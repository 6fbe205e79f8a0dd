export { SHEET_COLUMNS, isMoneyColumn, takesApart, type SheetColumn } from '../core/sheet-columns.ts';
export { COLUMNS, isRequired } from '../core/row.ts';
