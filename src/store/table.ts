import { valueDamaged } from './damage.ts';
import type { Reader, SqlValue, Writer } from './database.ts';

interface TableOptions<Row, Value> {
  /** The fields stored as JSON, each with a description of the value for the error message about damage. */
  readonly json?: { readonly [Field in keyof Row]?: string };
  /** The fields stored as 0 or 1. */
  readonly flags?: readonly (keyof Row)[];
  readonly convert?: (row: Row) => Value;
}

interface Table<Value> {
  /** `rest`: the SQL after the FROM clause, such as "WHERE id = ?". */
  list(db: Reader, rest: string, ...values: SqlValue[]): Value[];
  find(db: Reader, rest: string, ...values: SqlValue[]): Value | null;
}

/** `columns`: names separated by spaces, such as "id created_at". The fields are in camel case, such as `createdAt`. */
export function tableOf<Value, Row = Value>(
  name: string,
  columns: string,
  { json = {}, flags = [], convert = (row) => row as unknown as Value }: TableOptions<Row, Value> = {},
): Table<Value> {
  const select = `SELECT ${selectList(columns)} FROM ${name}`;
  const texts = Object.entries(json) as [string, string][];
  const toValue = (row: Record<string, unknown>): Value => {
    for (const flag of flags) row[flag as string] = row[flag as string] === 1;
    for (const [field, what] of texts)
      if (row[field] !== null) row[field] = parseStored<unknown>(what, row[field] as string);
    return convert(row as Row);
  };
  return {
    list: (db, rest, ...values) => db.all<Record<string, unknown>>(`${select} ${rest}`, ...values).map(toValue),
    find: (db, rest, ...values) => {
      const row = db.get<Record<string, unknown>>(`${select} ${rest}`, ...values);
      return row === undefined ? null : toValue(row);
    },
  };
}

/** Stores objects as JSON. If a row has the same values in the columns `key` ("a, b"), updates it. Returns the number of changed rows. */
export function insertRow(
  db: Pick<Writer, 'run'>,
  table: string,
  row: Readonly<Record<string, SqlValue | boolean | object>>,
  key?: string,
): number {
  const names = Object.keys(row).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const tuple = (of: string): string => `(${names.map((name) => of + name).join(', ')})`;
  const [old, given] = [tuple(`${table}.`), tuple('excluded.')];
  const onConflict =
    key === undefined ? '' : `ON CONFLICT (${key}) DO UPDATE SET ${tuple('')} = ${given} WHERE ${old} IS NOT ${given}`;
  const places = names.map(() => '?').join(', ');
  const values = Object.values(row).map(toSql);
  return db.run(`INSERT INTO ${table} ${tuple('')} VALUES (${places}) ${onConflict}`, ...values);
}

function toSql(value: SqlValue | boolean | object): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
}

export function selectList(columns: string): string {
  const toCamelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return columns
    .split(' ')
    .map((name) => `${name} AS ${toCamelCase(name)}`)
    .join(', ');
}

/** Throws `store_damaged`. `what` describes the value in the error message, such as "the rules of a workbook". */
export function parseStored<Value>(what: string, text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (thrown) {
    throw valueDamaged(what, thrown);
  }
}
