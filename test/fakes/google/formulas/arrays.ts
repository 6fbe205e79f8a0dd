import { FormulaError, FUNCTIONS, type Context, type Value } from './functions.ts';
import { LOOKUPS } from './lookups.ts';
import type { Expression } from './parse.ts';

/** An item of an array. An error affects only formulas that use the item. */
export type Item = Value | FormulaError;

/** The rows and columns that an array fills. They follow from the formula and do not depend on its values. */
export interface Shape {
  readonly height: number;
  readonly width: number;
}

/** The cells and functions that an array formula can use. */
export interface Surroundings {
  /** The values of a range, row by row. */
  cells(expression: Expression): readonly Item[];
  /** The row numbers of a range, starting at 1. */
  rows(expression: Expression): readonly number[];
  isRange(expression: Expression): boolean;
  /** The size of a range. */
  shape(expression: Expression): Shape;
  readonly context: Context;
}

/** Functions that reduce lists to one value, even within ARRAYFORMULA. */
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

/** The number of cells that an expression fills within ARRAYFORMULA. */
export function shapeOf(expression: Expression, around: Pick<Surroundings, 'isRange' | 'shape'>): Shape {
  if (around.isRange(expression)) return around.shape(expression);
  if (expression.type !== 'call' || expression.name === 'INDEX' || WHOLE.has(expression.name)) return ONE;
  const { name, values } = expression;
  if (name === '{' || name === '{ROW') return literalShape(name, values, around);
  const shapes = (name === 'MATCH' ? values.slice(0, 1) : values).map((value) => shapeOf(value, around));
  const height = Math.max(1, ...shapes.map((shape) => shape.height));
  return { height, width: name === 'ROW' ? 1 : Math.max(1, ...shapes.map(({ width }) => width)) };
}

/** The shape of an array literal (`{`), or of one of its rows (`{ROW`). */
function literalShape(
  name: '{' | '{ROW',
  values: readonly Expression[],
  around: Pick<Surroundings, 'isRange' | 'shape'>,
): Shape {
  const shapes = values.map((value) => shapeOf(value, around));
  const [first = ONE] = shapes;
  const sum = (side: keyof Shape): number => shapes.reduce((total, shape) => total + shape[side], 0);
  if (name === '{ROW') {
    if (shapes.every(({ height }) => height === first.height)) return { height: first.height, width: sum('width') };
    throw new FormulaError('VALUE', 'Function ARRAY_ROW parameter has mismatched row size.');
  }
  if (shapes.every(({ width }) => width === first.width)) return { height: sum('height'), width: first.width };
  throw new FormulaError('VALUE', 'In ARRAY_LITERAL, an Array Literal was missing values for one or more rows.');
}

const ONE: Shape = { height: 1, width: 1 };

/** The values of an expression within ARRAYFORMULA: functions of single values are applied to each item of a list. */
export function arrayOf(expression: Expression, around: Surroundings): readonly Item[] {
  if (around.isRange(expression)) return around.cells(expression);
  if (expression.type !== 'call') return expression.type === 'value' ? [expression.value] : [null];
  const { name, values } = expression;
  if (name === 'ROW' && values[0] !== undefined) return around.rows(values[0]);
  const lists = values.map((value) => arrayOf(value, around));
  if (name === 'ARRAYFORMULA') return lists[0] ?? [];
  if (name === '{' || name === '{ROW') {
    const { height } = literalShape(name, values, around);
    return name === '{' ? lists.flat() : Array.from({ length: height }, (_, row) => rowOf(lists, row, height)).flat();
  }
  if (name === 'IF')
    return each(lists, (condition, then = null, otherwise = false) => (isTrue(condition) ? then : otherwise));
  if (name === 'IFERROR')
    return each(lists, (item, otherwise = null) => (item instanceof FormulaError ? otherwise : item));
  if (name === 'ISNA') return each(lists, isNotAvailable);
  if (name === 'ISNUMBER') return each(lists, (item) => typeof item === 'number');
  // MATCH uses the lookup list and the match type as a whole; only its search key may be a list.
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

function rowOf(lists: readonly (readonly Item[])[], row: number, height: number): Item[] {
  return lists.flatMap((list) => list.slice((row * list.length) / height, ((row + 1) * list.length) / height));
}

/** Combines lists item by item; a single item is combined with each item of the longer lists. */
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

export function valueOf(item: Item): Value {
  if (item instanceof FormulaError) throw item;
  return item;
}

export function attempt(work: () => Item): Item {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

export function isNotAvailable(item: Item): boolean {
  return item instanceof FormulaError && item.type === 'N_A';
}
