import type { sheets_v4 } from '@googleapis/sheets';
import { serialNow, type Locale } from '../formats/locale.ts';
import { isDateFormat } from '../formats/shown.ts';
import { isFormula, type SheetState, type SpreadsheetState } from '../sheets/model.ts';
import { columnName } from '../columns.ts';
import { arrayOf, attempt, isNotAvailable, nth, shapeOf, valueOf, type Item, type Surroundings } from './arrays.ts';
import { typeOfError, type Calculator, type Result } from './calculator.ts';
import { LOOKUPS } from './lookups.ts';
import { DATE_FUNCTIONS, FormulaError, FUNCTIONS, type Value } from './functions.ts';
import { parsed, type Expression } from './parse.ts';
import { isArray, Spills } from './spills.ts';
import type { Reference } from './tokens.ts';

/** Evaluates formulas on demand, each at most once. */
export function calculatorFor(state: SpreadsheetState, nowMs: number, locale: Locale): Calculator {
  return new Evaluation(state, locale, nowMs);
}

class Evaluation implements Calculator {
  readonly #state: SpreadsheetState;
  readonly #locale: Locale;
  readonly #nowMs: number;
  #serialNow: number | null = null;
  readonly #results = new Map<string, Result | 'working'>();
  readonly #lists = new Map<string, readonly Value[]>();
  readonly #spills = new Map<SheetState, Spills>();

  constructor(state: SpreadsheetState, locale: Locale, nowMs: number) {
    this.#state = state;
    this.#locale = locale;
    this.#nowMs = nowMs;
  }

  /** The current time as a serial number; lazy, because most calls evaluate no formula. */
  get #now(): number {
    return (this.#serialNow ??= serialNow(this.#nowMs, this.#state.properties.timeZone ?? 'Etc/GMT'));
  }

  at(sheet: SheetState, row: number, column: number): Result {
    const key = `${sheet.sheetId} ${row} ${column}`;
    const cached = this.#results.get(key);
    if (cached === 'working')
      return {
        value: {
          type: 'REF',
          message: 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.',
        },
      };
    if (cached !== undefined) return cached;
    this.#results.set(key, 'working');
    const result = this.#result(sheet, row, column);
    this.#results.set(key, result);
    return result;
  }

  spilledAt(sheet: SheetState, row: number, column: number): Result['value'] | null {
    const item = this.#spillsOf(sheet).at(row, column);
    return item instanceof FormulaError ? { type: item.type, message: item.message } : item;
  }

  spillEnd(sheet: SheetState): { readonly row: number; readonly column: number } {
    return this.#spillsOf(sheet).end;
  }

  #spillsOf(sheet: SheetState): Spills {
    const cached = this.#spills.get(sheet);
    if (cached !== undefined) return cached;
    const read = <Result>(
      row: number,
      column: number,
      work: (expression: Expression, around: Surroundings) => Result,
    ) => {
      const content = sheet.rows[row]?.cells[column]?.value ?? null;
      const expression = isFormula(content) ? parsed(content.formula.slice(1), this.#locale.decimal) : null;
      return expression === null ? null : orNull(() => work(expression, this.#surroundings({ sheet, row, column })));
    };
    const spills = new Spills(sheet, {
      shapeAt: (row, column) => read(row, column, shapeOf),
      itemsAt: (row, column) => read(row, column, arrayOf) ?? [],
    });
    this.#spills.set(sheet, spills);
    return spills;
  }

  #result(sheet: SheetState, row: number, column: number): Result {
    const content = sheet.rows[row]?.cells[column]?.value ?? null;
    if (!isFormula(content)) throw new Error('Only formulas are worked out.');
    const expression = parsed(content.formula.slice(1), this.#locale.decimal);
    if (expression === null) return { value: { type: 'ERROR', message: 'Formula parse error.' } };
    try {
      const place = { sheet, row, column };
      if (isArray(content.formula)) this.#refuseObstacle(place);
      const value = this.#list(expression, place)[0] ?? null;
      const number = typeof value === 'number' && !Number.isFinite(value);
      if (number) throw new FormulaError('NUM', 'The result is not a number.');
      const format = this.#format(expression, place);
      return { value: value ?? 0, ...(format !== null && { format }) };
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      return { value: { type: error.type, message: error.message } };
    }
  }

  #refuseObstacle({ sheet, row, column }: Place): void {
    const obstacle = this.#spillsOf(sheet).obstacleOf(row, column);
    if (obstacle === null) return;
    const cell = `${columnName(obstacle.column)}${obstacle.row + 1}`;
    throw new FormulaError('REF', `Array result was not expanded because it would overwrite data in ${cell}.`);
  }

  /** One value, or the values of a range row by row. */
  #list(expression: Expression, place: Place): readonly Value[] {
    switch (expression.type) {
      case 'value':
        return [expression.value];
      case 'missing':
        return [null];
      case 'error':
        throw new FormulaError(typeOfError(expression.text), expression.text);
      case 'reference':
        return this.#cells(this.#area(expression, place));
      case 'call':
        if (expression.name === 'RANGE') return this.#cells(this.#area(expression, place));
        return [this.#call(expression.name, expression.values, place)];
    }
  }

  #call(name: string, values: readonly Expression[], place: Place): Value {
    const list = (index: number): readonly Value[] => this.#list(values[index] ?? { type: 'missing' }, place);
    if (name === 'ARRAYFORMULA' || name === '{')
      return valueOf(arrayOf({ type: 'call', name, values }, this.#surroundings(place))[0] ?? null);
    if (name === 'INDEX') return nth(list(0), list(1)[0] ?? null);
    if (name === 'ROWS') return pointsOf(this.#area(values[0] ?? { type: 'missing' }, place)).length;
    const item = (): Item => attempt(() => list(0)[0] ?? null);
    if (name === 'ISNA') return isNotAvailable(item());
    if (name === 'IF')
      return (list(0)[0] ?? false) ? (list(1)[0] ?? null) : values.length > 2 ? (list(2)[0] ?? null) : false;
    if (name === 'IFERROR') {
      const value = item();
      return value instanceof FormulaError ? (list(1)[0] ?? null) : value;
    }
    const work = LOOKUPS[name] ?? FUNCTIONS[name];
    if (work === undefined)
      throw new FormulaError(
        'NAME',
        name.startsWith('name ') ? `Unknown range name: '${name.slice(5)}'.` : `Unknown function: '${name}'.`,
      );
    return work(
      values.map((_, index) => list(index)),
      { locale: this.#locale, now: this.#now, row: place.row, column: place.column },
    );
  }

  #surroundings(place: Place): Surroundings {
    return {
      isRange: (each) => each.type === 'reference' || (each.type === 'call' && each.name === 'RANGE'),
      cells: (each) => {
        const area = this.#area(each, place);
        return pointsOf(area).map(([row, column]) => attempt(() => this.#valueAt(area.sheet, row, column)));
      },
      rows: (each) => pointsOf(this.#area(each, place)).map(([row]) => row + 1),
      shape: (each) => {
        const { top, bottom, left, right } = this.#area(each, place);
        return { height: bottom - top + 1, width: right - left + 1 };
      },
      context: { locale: this.#locale, now: this.#now, row: place.row, column: place.column },
    };
  }

  /** The cells of a reference, or of a range whose end is computed. */
  #area(expression: Expression, place: Place): Area {
    if (expression.type === 'reference') return this.#named(expression.reference, place);
    const [one, other] = expression.type === 'call' ? expression.values : [];
    if (expression.type === 'call' && expression.name === 'RANGE' && one !== undefined && other !== undefined) {
      const [from, to] = [this.#area(one, place), this.#area(other, place)];
      return { ...from, bottom: to.bottom, right: to.right };
    }
    if (expression.type === 'call' && expression.name === 'INDEX' && one !== undefined && other !== undefined) {
      const list = this.#area(one, place);
      const row = list.top + Number(this.#list(other, place)[0] ?? 0) - 1;
      if (row < list.top || row > list.bottom)
        throw new FormulaError('REF', 'INDEX evaluates to an out of bounds range.');
      return { ...list, top: row, bottom: row };
    }
    throw new FormulaError('VALUE', 'Argument must be a range.');
  }

  #named({ sheet: title, start, end }: Reference, place: Place): Area {
    const sheet =
      title === null ? place.sheet : this.#state.sheets.find(({ properties }) => properties.title === title);
    if (sheet === undefined) throw new FormulaError('REF', `Unresolved sheet name '${title}'.`);
    const last = end ?? start;
    const [top, bottom] = [start.row ?? 0, last.row ?? sheet.rows.length - 1];
    const [left, right] = [start.column ?? 0, last.column ?? sheet.columns.length - 1];
    if (top >= sheet.rows.length || left >= sheet.columns.length)
      throw new FormulaError('REF', 'Reference does not exist.');
    return { sheet, top, left, bottom: Math.min(bottom, sheet.rows.length - 1), right };
  }

  /** Cached, because many formulas use whole columns. */
  #cells(area: Area): readonly Value[] {
    const key = [area.sheet.sheetId, area.top, area.left, area.bottom, area.right].join(' ');
    const cached = this.#lists.get(key);
    if (cached !== undefined) return cached;
    const values = pointsOf(area).map(([row, column]) => this.#valueAt(area.sheet, row, column));
    this.#lists.set(key, values);
    return values;
  }

  #valueAt(sheet: SheetState, row: number, column: number): Value {
    const content = sheet.rows[row]?.cells[column]?.value ?? null;
    if (content !== null && !isFormula(content)) return content;
    const value = content === null ? this.spilledAt(sheet, row, column) : this.at(sheet, row, column).value;
    if (value === null) return null;
    if (typeof value === 'object') throw new FormulaError(value.type ?? 'ERROR', value.message ?? '');
    return value;
  }

  /** A date plus a number has the format of a date. */
  #format(expression: Expression, place: Place): sheets_v4.Schema$NumberFormat | null {
    if (expression.type === 'reference' && expression.reference.end === null) {
      const { row, column } = expression.reference.start;
      const format = place.sheet.rows[row ?? -1]?.cells[column ?? -1]?.format?.numberFormat;
      return isDateFormat(format) ? (format ?? null) : null;
    }
    if (expression.type !== 'call') return null;
    const own = DATE_FUNCTIONS[expression.name];
    if (own !== undefined) return { type: own };
    if (expression.name !== '+' && expression.name !== '-') return null;
    const formats = expression.values.map((value) => this.#format(value, place)).filter((format) => format !== null);
    return formats.length === 1 ? (formats[0] ?? null) : null;
  }
}

function orNull<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}

/** Ends are inclusive. */
interface Area {
  readonly sheet: SheetState;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

function pointsOf({ top, bottom, left, right }: Area): (readonly [row: number, column: number])[] {
  const points: (readonly [number, number])[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) points.push([row, column]);
  return points;
}

interface Place {
  readonly sheet: SheetState;
  readonly row: number;
  readonly column: number;
}
