import { serialOf, dateOfSerial } from '../formats/locale.ts';
import { FormulaError, type Function, type Value } from './functions.ts';

/** Functions that search lists of cells. */
export const LOOKUPS: Readonly<Record<string, Function>> = {
  SUMIFS: ([sum = [], ...conditions]) =>
    chosen(conditions).reduce((total, index) => {
      const value = sum[index];
      return typeof value === 'number' ? total + value : total;
    }, 0),
  COUNTIFS: (conditions) => chosen(conditions).length,
  COUNTIF: (conditions) => chosen(conditions).length,
  MATCH: ([[searchKey = null] = [], list = [], [kind = 1] = []]) => {
    const index = kind === 0 ? list.findIndex(fits(asCriterion(searchKey))) : lastUpTo(list, searchKey);
    if (index === -1) throw new FormulaError('N_A', `Did not find value '${searchKey}' in MATCH evaluation.`);
    return index + 1;
  },
  RANK: ([[value = null] = [], list = []]) => {
    const numbers = list.filter((each) => typeof each === 'number');
    if (typeof value !== 'number' || !numbers.includes(value))
      throw new FormulaError('N_A', 'RANK has no valid input data.');
    return numbers.filter((each) => each > value).length + 1;
  },
  SMALL: ([list = [], [place = null] = []]) => nth(list, place, (a, b) => a - b),
  LARGE: ([list = [], [place = null] = []]) => nth(list, place, (a, b) => b - a),
  EDATE: ([[start = null] = [], [months = null] = []]) => {
    const date = dateOfSerial(Number(start));
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + Number(months)];
    const lastDay = dateOfSerial(serialOf(year, month + 1, 0)).getUTCDate();
    return serialOf(year, month, Math.min(date.getUTCDate(), lastDay));
  },
};

function nth(list: readonly Value[], place: Value, order: (a: number, b: number) => number): number {
  const found = list.filter((each) => typeof each === 'number').toSorted(order)[Number(place) - 1];
  if (found === undefined) throw new FormulaError('NUM', 'There is no such place in the list.');
  return found;
}

/** The indexes at which all conditions are true; each condition is a list and its criterion. */
function chosen(conditions: readonly (readonly Value[])[]): number[] {
  const tests: { list: readonly Value[]; fits: (value: Value) => boolean }[] = [];
  for (let index = 0; index < conditions.length; index += 2)
    tests.push({ list: conditions[index] ?? [], fits: fits(conditions[index + 1]?.[0] ?? null) });
  const length = tests[0]?.list.length ?? 0;
  if (tests.some(({ list }) => list.length !== length))
    throw new FormulaError('VALUE', 'Array arguments are of different size.');
  const places: number[] = [];
  for (let place = 0; place < length; place += 1)
    if (tests.every((test) => test.fits(test.list[place] ?? null))) places.push(place);
  return places;
}

function asCriterion(searchKey: Value): Value {
  return typeof searchKey === 'string' ? `=${searchKey}` : searchKey;
}

const ORDER: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

/** Returns the test for a criterion such as ">=45000", "=", "<>" or "caf*". */
function fits(criterion: Value): (value: Value) => boolean {
  if (typeof criterion === 'number' || typeof criterion === 'boolean') return (value) => value === criterion;
  const [, sign = '', text = ''] = /^(<>|<=|>=|=|<|>)?([^]*)$/.exec(criterion ?? '') ?? [];
  const order = ORDER[sign];
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (order !== undefined) return (value) => typeof value === 'number' && order(value, number);
  const isSame = sameAs(text, number, sign !== '');
  return sign === '<>' ? (value) => !isSame(value) : isSame;
}

function sameAs(text: string, number: number, isSigned: boolean): (value: Value) => boolean {
  if (text === '') return (value) => value === null || (!isSigned && value === '');
  const pattern = text.replaceAll(/~([*?~])|([*?])|[\\^$.|+()[\]{}/-]/g, (part, literal?: string, wild?: string) =>
    literal !== undefined ? `\\${literal}` : wild === '*' ? '[^]*' : wild === '?' ? '[^]' : `\\${part}`,
  );
  const expression = new RegExp(`^${pattern}$`, 'i');
  return (value) =>
    typeof value === 'string' ? expression.test(value) : typeof value === 'number' && value === number;
}

/** The index of the last value up to the key in a sorted list. As at Google, skips blanks and values of another type. */
function lastUpTo(list: readonly Value[], searchKey: Value): number {
  return list.findLastIndex(
    (value) => typeof value === typeof searchKey && value !== null && searchKey !== null && value <= searchKey,
  );
}
