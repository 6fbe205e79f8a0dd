import type { Instant } from './calendar-date.ts';
import { COLUMNS, shownKey, typeOf, type Column, type ColumnsWith, type Row } from './row.ts';
import { TRANSACTION_TABLE, type CellType, type WireField } from './transaction-table.ts';

type Table = typeof TRANSACTION_TABLE;

export type WireColumn = ColumnsWith<{ readonly wire: WireField }>;

type Names = { readonly [Key in WireColumn]: Table[Key]['wire']['name'] };

type WireValue<Key extends WireColumn> = Table[Key]['type'] extends 'added'
  ? Instant
  : Table[Key]['wire'] extends { readonly nullable: true }
    ? string | null
    : string;

type Fields = { readonly [Key in WireColumn as Names[Key]]: WireValue<Key> };

export interface WireTransaction extends Fields {
  readonly row_index: number;
}

export interface WireFieldOf extends WireField {
  readonly name: Names[WireColumn];
  readonly column: WireColumn;
  readonly type: CellType;
}

export function wireFields(first: readonly Names[WireColumn][]): readonly WireFieldOf[] {
  const fields = COLUMNS.filter((column) => 'wire' in TRANSACTION_TABLE[column]).map((key): WireFieldOf => {
    const column = key as WireColumn;
    return { ...TRANSACTION_TABLE[column].wire, column, type: typeOf(column) };
  });
  const place = ({ name }: WireFieldOf): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return fields.toSorted((a, b) => place(a) - place(b));
}

export const WIRE_FIELDS = wireFields(['amount', 'date', 'date_added', 'account_id', 'bank_account_identifier']);

export function wireName(column: WireColumn): Names[WireColumn] {
  return TRANSACTION_TABLE[column].wire.name;
}

export function wireValueOf(field: WireFieldOf): (row: Row, dateAdded: Instant) => string | null {
  const { column, type, orElse, nullable } = field;
  if (type === 'added') return (_row, dateAdded) => dateAdded;
  const text = textOf(column, type);
  const other = orElse === undefined ? null : textOf(orElse as Column, typeOf(orElse as Column));
  if (other !== null) return (row) => text(row) || other(row);
  return nullable === true ? (row) => text(row) || null : text;
}

function textOf(column: Column, type: CellType): (row: Row) => string {
  const key = (type === 'date' && shownKey(column)) || column;
  return (row) => row[key] ?? '';
}
