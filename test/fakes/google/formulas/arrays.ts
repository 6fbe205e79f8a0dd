import { FormulaError, FUNCTIONS, type Context, type Value } from './functions.ts';
import { LOOKUPS } from './lookups.ts';
import type { Expression } from './parse.ts';

/** One of an array: an error stops only what needs it. */
export type Item = Value | FormulaError;

/** What the rest of a formula is asked for. */
export interface Surroundings {
  /** The values of a range, row by row. */
  cells(expression: Expression): readonly Item[];
  /** The rows, from 1, of a range. */
  rows(expression: Expression): readonly number[];
  isRange(expression: Expression): boolean;
  /** How many columns a range has. */
  width(expression: Expression): number;
  readonly context: Context;
}

/** Functions that take whole lists and give one value. */
const WHOLE: ReadonlySet<string> = new Set([
  'SUM',
  'MIN',
  'MAX',
  'COUNT',
  'COUNTA',
  'SMALL',
  'LARGE',
  'SUMIFS',
  'COUNTIFS',
]);

/** How many columns wide the list is that an expression comes to within ARRAYFORMULA. */
export function widthOf(expression: Expression, around: Pick<Surroundings, 'isRange' | 'width'>): number {
  if (around.isRange(expression)) return around.width(expression);
  if (expression.type !== 'call') return 1;
  const { name, values } = expression;
  if (name === 'ROW' || name === 'INDEX' || WHOLE.has(name)) return 1;
  return Math.max(1, ...(name === 'MATCH' ? values.slice(0, 1) : values).map((value) => widthOf(value, around)));
}

/** What an expression comes to within ARRAYFORMULA: functions of single values work on each of a list. */
export function arrayOf(expression: Expression, around: Surroundings): readonly Item[] {
  if (around.isRange(expression)) return around.cells(expression);
  if (expression.type !== 'call') return expression.type === 'value' ? [expression.value] : [null];
  const { name, values } = expression;
  if (name === 'ROW' && values[0] !== undefined) return around.rows(values[0]);
  const lists = values.map((value) => arrayOf(value, around));
  if (name === 'IF')
    return each(lists, (condition, then = null, otherwise = false) => (isTrue(condition) ? then : otherwise));
  if (name === 'IFERROR')
    return each(lists, (item, otherwise = null) => (item instanceof FormulaError ? otherwise : item));
  if (name === 'ISNA') return each(lists, (item) => item instanceof FormulaError && item.type === 'N_A');
  if (name === 'ISNUMBER') return each(lists, (item) => typeof item === 'number');
  // Whatever is asked for, the list to look through and the kind of match are whole.
  if (name === 'MATCH')
    return (lists[0] ?? []).map((item) => attempt(() => call(name, [[item], ...lists.slice(1)], around)));
  if (name === 'INDEX') return [attempt(() => nth(lists[0] ?? [], lists[1]?.[0] ?? null))];
  if (WHOLE.has(name)) return [attempt(() => call(name, lists, around))];
  return each(lists, (...items) =>
    call(
      name,
      items.map((item) => [item]),
      around,
    ),
  );
}

/** Lists side by side; a list of one goes with each of the others. */
function each(lists: readonly (readonly Item[])[], work: (...items: Item[]) => Item): readonly Item[] {
  const length = Math.max(...lists.map((list) => list.length), 1);
  return Array.from({ length }, (_, index) =>
    attempt(() => work(...lists.map((list) => (list.length === 1 ? list[0] : list[index]) ?? null))),
  );
}

function call(name: string, lists: readonly (readonly Item[])[], { context }: Surroundings): Value {
  const work = LOOKUPS[name] ?? FUNCTIONS[name];
  if (work === undefined) throw new FormulaError('NAME', `Unknown function: '${name}'.`);
  return work(
    lists.map((list) => list.map(valueOf)),
    context,
  );
}

export function nth(list: readonly Item[], place: Item): Value {
  const index = Number(valueOf(place)) - 1;
  if (!(index >= 0 && index < list.length)) throw new FormulaError('REF', `INDEX evaluates to an out of bounds range.`);
  return valueOf(list[index] ?? null);
}

function isTrue(item: Item): boolean {
  const value = valueOf(item);
  return value !== null && value !== 0 && value !== false && value !== '';
}

function valueOf(item: Item): Value {
  if (item instanceof FormulaError) throw item;
  return item;
}

function attempt(work: () => Item): Item {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}
