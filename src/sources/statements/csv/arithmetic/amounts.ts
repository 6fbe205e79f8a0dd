import { absoluteAmount, addAmounts, negateAmount, type Amount } from '../../../../core/amount.ts';
import { currencyBeside, isNumber, ownDirection, readNumber } from '../../../../core/amount-text.ts';
import type { CsvAmountColumns, CsvMapping, CsvSteppedAmounts } from '../../../../core/csv-mapping.ts';
import { excerpt, fileError, type Fault } from '../../statement-error.ts';
import { directionOfKind } from '../table/csv-columns.ts';
import { clean, rowError, type CsvTable } from '../table/csv-table.ts';
import { amountOfUnits, isMoney, linesIn, sheetOf, type Sheet, type Units, type UnitsByLine } from './sheet.ts';

export type MoneyReading = Pick<CsvMapping, 'amount' | 'fee' | 'feeIsNegative' | 'decimalMark' | 'balance'>;
type SteppedBy = Pick<MoneyReading, 'decimalMark' | 'balance'>;

export function moneyPlaces(amount: CsvAmountColumns): readonly number[] {
  return amount.kind === 'two' ? [amount.out, amount.in] : [amount.column];
}

function amountCell(amount: Exclude<CsvAmountColumns, CsvSteppedAmounts>, row: readonly string[]) {
  const of = (place: number, isTurned: boolean, isAbsolute = false) =>
    clean(row[place]) === '' ? null : { place, isTurned, isAbsolute };
  switch (amount.kind) {
    case 'signed': {
      const cell = clean(row[amount.column]);
      const hasDirection = ownDirection(cell) !== null || (amount.marksIncome === true && SIGN.test(cell));
      return of(amount.column, amount.inverted && !hasDirection);
    }
    case 'two': {
      const [isOut, isIn] = [amount.out, amount.in].map((place) => isMoney(clean(row[place])));
      if (isOut && isIn) return 'bothFilled';
      return isOut || clean(row[amount.in]) === ''
        ? of(amount.out, !amount.outIsNegative, amount.ignoresSigns)
        : of(amount.in, amount.inIsNegative === true, amount.ignoresSigns);
    }
    case 'marked': {
      const word = clean(row[amount.mark]).toLowerCase();
      const direction = amount.in.includes(word) ? 'in' : amount.out.includes(word) ? 'out' : directionOfKind(word);
      if (direction !== null || !isMoney(clean(row[amount.column]))) return of(amount.column, direction === 'out');
      return 'unknownMark';
    }
  }
}

const SIGN = /[-+\u2212(]/;

/** True for a number with cents or a currency. Other numbers may also be counts, identifiers or prices. */
export function isMoneyLike(cell: string): boolean {
  return /\d[.,]\d\d(?!\d)/.test(cell) || currencyBeside(cell) !== null;
}

export function hasMoney(row: readonly string[], place: number): boolean {
  return isMoney(clean(row[place])) && isNumber(clean(row[place]));
}

export function hasAmount(row: readonly string[], amount: CsvAmountColumns): boolean {
  return moneyPlaces(amount).some((place) => isNumber(clean(row[place])));
}

/** The amount of each line, positive for money in; null if a column contains anything but amounts. */
export function unitsBy(sheet: Sheet, reading: MoneyReading): UnitsByLine | null {
  const { amount, fee, feeIsNegative, decimalMark } = reading;
  if (amount.kind === 'stepped') return steppedUnits(sheet, amount, reading)?.amounts ?? null;
  const places = [...moneyPlaces(amount), ...(fee === null ? [] : [fee])];
  const numbers = new Map(places.map((place) => [place, sheet.units(place, decimalMark)]));
  if ([...numbers.values()].includes(null)) return null;
  return sheet.rows.map((row, line) => {
    const cell = amountCell(amount, row);
    const paid = (numbers.get(fee ?? -1)?.[line] ?? 0) * (feeIsNegative === true ? -1 : 1);
    if (cell === null || typeof cell === 'string') return cell === null && paid !== 0 ? -paid : null;
    const units = numbers.get(cell.place)?.[line] ?? null;
    if (units === null) return null;
    const size = cell.isAbsolute ? Math.abs(units) : units;
    // Signs of balances are never inverted.
    const isTurned = cell.isTurned && (amount.kind !== 'signed' || sheet.lines[line]?.label === null);
    return (isTurned ? -size : size) - paid || 0;
  });
}

/** Unsigned amounts with the signs of the changes of the balance. Null if a change differs from its amount. */
export function steppedUnits(sheet: Sheet, { column, order, first: answer }: CsvSteppedAmounts, by: SteppedBy) {
  const [sizes, balances] = [column, by.balance ?? -1].map((place) => sheet.units(place, by.decimalMark));
  if (sizes == null || balances == null) return null;
  const amounts = sheet.rows.map((): Units | null => null);
  const steps = new Set<number>();
  let [first, before]: (number | null)[] = [null, null];
  for (const line of linesIn(sheet, order)) {
    const label = sheet.lines[line]?.label ?? null;
    const size = sizes[line] ?? null;
    // Some banks write the opening balance into the column of amounts.
    const end: Units | null = balances[line] ?? (label === 'balance' ? size : null);
    if (end === null || label === 'total') continue;
    if (size !== null && label === null) {
      const step: Units = before == null ? ((answer?.isOut ?? true) ? -size : size) : end - before;
      if (Math.abs(step) !== size) return null;
      if (before == null) first = line;
      else steps.add(Math.sign(step));
      amounts[line] = step || 0;
    }
    before = end;
  }
  // `isMixed`: the balance rises and falls. If it does only one of these, a single sign of the column explains it as well.
  return { amounts, first: first ?? null, isMixed: steps.has(1) && steps.has(-1) };
}

/** The line whose direction is unknown because no balance precedes it; empty if there is none. Null as in `steppedUnits`. */
export function firstSteppedLine(sheet: Sheet, amount: CsvSteppedAmounts, by: SteppedBy): string | null {
  const stepped = steppedUnits(sheet, amount, by);
  return stepped === null ? null : (sheet.rows[stepped.first ?? -1] ?? []).map(clean).join('\t');
}

/** Returns the amount of a row: positive is money in; null if the cell is empty. Throws `statement_bad_amount` for other texts. */
export function amountReader(table: CsvTable, mapping: CsvMapping) {
  const { amount, fee, feeIsNegative, decimalMark } = mapping;
  if (amount.kind === 'stepped') {
    const sheet = sheetOf(table, mapping.date);
    const amounts = unitsBy(sheet, mapping);
    if (amounts === null)
      throw fileError('statement_csv_mapping', table.text.name, { reason: 'other', isZipped: false });
    return (_row: readonly string[], index: number) => (amounts[index] == null ? null : amountOfUnits(amounts[index]));
  }
  const bad = (index: number, place: number, fault: Fault<'statement_bad_amount'>) =>
    rowError(table, index, place, 'statement_bad_amount', fault);
  const numberIn = (row: readonly string[], index: number, place: number): Amount => {
    const text = clean(row[place]);
    const number = readNumber(text, decimalMark);
    if (number !== null) return number;
    const mark = decimalMark === '.' ? 'point' : 'other';
    throw bad(index, place, { reason: 'csvUnreadable', text: excerpt(text), mark });
  };
  return (row: readonly string[], index: number) => {
    const cell = amountCell(amount, row);
    const charge = fee === null || !isMoney(clean(row[fee])) ? null : numberIn(row, index, fee);
    const paid = charge === null || feeIsNegative === true ? charge : negateAmount(charge);
    if (cell === null) return paid;
    if (cell === 'bothFilled' && amount.kind === 'two') {
      const [text = '', before = ''] = [table.titles[amount.out], table.titles[amount.in]];
      throw bad(index, amount.in, { reason: cell, text, before });
    }
    if (cell === 'unknownMark' && amount.kind === 'marked')
      throw bad(index, amount.mark, { reason: cell, text: excerpt(clean(row[amount.mark])) });
    if (typeof cell === 'string') return null;
    const number = numberIn(row, index, cell.place);
    const size = cell.isAbsolute ? absoluteAmount(number) : number;
    const gross = cell.isTurned ? negateAmount(size) : size;
    return paid === null ? gross : addAmounts(gross, paid);
  };
}
