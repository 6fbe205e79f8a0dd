import { dateOfSerial, serialOf, type Locale } from '../formats/locale.ts';
import { shownText } from '../formats/shown.ts';

/** Null represents an empty cell. */
export type Value = number | string | boolean | null;

/** An error value of a formula, by Google's name. */
export class FormulaError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export interface Context {
  readonly locale: Locale;
  /** The local time of the spreadsheet, as a serial number. */
  readonly now: number;
  readonly row: number;
  readonly column: number;
}

function asNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (value === null || value === '') return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = Number(value);
  if (Number.isNaN(number))
    throw new FormulaError('VALUE', `Value '${value}' is text and cannot be coerced to a number.`);
  return number;
}

function asText(value: Value, locale: Locale): string {
  return value === null ? '' : shownText(value, null, locale);
}

/** Receives each argument as a list of values: one value, or those of a range. */
export type Function = (values: readonly (readonly Value[])[], context: Context) => Value;

function numbers(values: readonly (readonly Value[])[]): number[] {
  return values.flat().filter((value) => typeof value === 'number');
}

function first(values: readonly (readonly Value[])[], index: number): Value {
  return values[index]?.[0] ?? null;
}

const divided = (dividend: number, divisor: number): number => {
  if (divisor === 0) throw new FormulaError('DIVIDE_BY_ZERO', 'Function DIVIDE parameter 2 cannot be zero.');
  return dividend / divisor;
};

const compared =
  (test: (order: number) => boolean): Function =>
  (values) => {
    const [one, other] = [first(values, 0), first(values, 1)];
    const rank = (value: Value): number => (typeof value === 'boolean' ? 2 : typeof value === 'string' ? 1 : 0);
    if (one === null || other === null) return test(asBlank(one, other) - asBlank(other, one));
    if (rank(one) !== rank(other)) return test(rank(one) - rank(other));
    if (typeof one === 'string') return test(one.toLowerCase().localeCompare(String(other).toLowerCase()));
    return test(asNumber(one) - asNumber(other));
  };

/** An empty cell equals 0 and the empty text. */
function asBlank(value: Value, other: Value): number {
  return typeof value === 'string' ? value.length : typeof other === 'string' ? 0 : asNumber(value);
}

function arithmetic(work: (one: number, other: number) => number): Function {
  return (values) => work(asNumber(first(values, 0)), asNumber(first(values, 1)));
}

const joined: Function = (values, { locale }) =>
  values
    .flat()
    .map((value) => asText(value, locale))
    .join('');

function rounding(value: number, places: number): number {
  const shifted = Math.round(Number(`${Math.abs(value)}e${places}`));
  return Math.sign(value) * Number(`${shifted}e${-places}`);
}

export const FUNCTIONS: Readonly<Record<string, Function>> = {
  '+': arithmetic((one, other) => one + other),
  '-': arithmetic((one, other) => one - other),
  '*': arithmetic((one, other) => one * other),
  '/': arithmetic(divided),
  '^': arithmetic((one, other) => one ** other),
  '&': joined,
  '=': compared((order) => order === 0),
  '<>': compared((order) => order !== 0),
  '<': compared((order) => order < 0),
  '>': compared((order) => order > 0),
  '<=': compared((order) => order <= 0),
  '>=': compared((order) => order >= 0),
  NEGATE: (values) => -asNumber(first(values, 0)),
  PLUS: (values) => first(values, 0),
  SUM: (values) => numbers(values).reduce((sum, value) => sum + value, 0),
  AVERAGE: (values) =>
    divided(
      numbers(values).reduce((sum, value) => sum + value, 0),
      numbers(values).length,
    ),
  MIN: (values) => numbers(values).reduce((least, value) => Math.min(least, value), Infinity),
  MAX: (values) => numbers(values).reduce((most, value) => Math.max(most, value), -Infinity),
  COUNT: (values) => numbers(values).length,
  COUNTA: (values) => values.flat().filter((value) => value !== null).length,
  ROUND: (values) => rounding(asNumber(first(values, 0)), asNumber(first(values, 1))),
  CONCATENATE: joined,
  TRIM: (values, { locale }) => asText(first(values, 0), locale).trim().replaceAll(/ +/g, ' '),
  TODAY: (_, { now }) => Math.floor(now),
  DATE: (values) => serialOf(asNumber(first(values, 0)), asNumber(first(values, 1)), asNumber(first(values, 2))),
  YEAR: (values) => dateOfSerial(asNumber(first(values, 0))).getUTCFullYear(),
  MONTH: (values) => dateOfSerial(asNumber(first(values, 0))).getUTCMonth() + 1,
  INT: (values) => Math.floor(asNumber(first(values, 0))),
  MOD: (values) => {
    const [one, other] = [asNumber(first(values, 0)), asNumber(first(values, 1))];
    return one - other * Math.floor(divided(one, other));
  },
  N: (values) => {
    const value = first(values, 0);
    return typeof value === 'string' || value === null ? 0 : Number(value);
  },
  AND: (values) => values.flat().every((value) => value !== false && value !== 0),
  OR: (values) => values.flat().some((value) => value === true || (typeof value === 'number' && value !== 0)),
  ISNUMBER: (values) => typeof first(values, 0) === 'number',
  SUBSTITUTE: (values, { locale }) => {
    const [text = '', old = '', fresh = ''] = [0, 1, 2].map((index) => asText(first(values, index), locale));
    return old === '' ? text : text.replaceAll(old, () => fresh);
  },
  ROW: (_, { row }) => row + 1,
};

/** Functions whose result is displayed as a date unless the cell has another format. */
export const DATE_FUNCTIONS: Readonly<Record<string, 'DATE'>> = {
  TODAY: 'DATE',
  DATE: 'DATE',
  EDATE: 'DATE',
};
