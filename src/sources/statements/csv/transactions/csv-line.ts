import { absoluteAmount, addAmounts, negateAmount, type Amount } from '../../../../core/amount.ts';
import type { CsvAmountColumns, CsvAmountPair, CsvMapping, CsvSteppedAmounts } from '../../../../core/csv-mapping.ts';
import { ownDirection, readNumber } from '../../../../core/amount-text.ts';
import { amountsBy } from '../proof/proven-lines.ts';
import { sheetOf } from '../proof/sheet.ts';
import { amountOfUnits } from '../proof/units.ts';
import { excerpt, fileError, type Fault } from '../../statement-error.ts';
import { rowError } from '../table/csv-rows.ts';
import { directionOf } from '../table/csv-columns.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';

/**
 * Returns the change of the balance by a row: positive is money in. Null for a row without an amount.
 * @throws PennyrowError statement_csv_mapping, if the balances do not step by the amounts.
 */
export function amountReader(
  table: CsvTable,
  mapping: CsvMapping,
): (row: readonly string[], index: number) => Amount | null {
  const { amount } = mapping;
  if (amount.kind !== 'stepped') return (row, index) => amountOfRow(table, { ...mapping, amount }, row, index);
  const sheet = sheetOf(table, mapping.date);
  const amounts = amountsBy(sheet, mapping);
  if (amounts === null) throw fileError('statement_csv_mapping', table.text.name, { reason: 'other', isZipped: false });
  const lines = new Map(sheet.places.map((index, line) => [index, line]));
  return (_row, index) => {
    const units = amounts.at(lines.get(index) ?? -1);
    return units === null ? null : amountOfUnits(units);
  };
}

type PlainMapping = CsvMapping & { readonly amount: Exclude<CsvAmountColumns, CsvSteppedAmounts> };

function amountOfRow(table: CsvTable, mapping: PlainMapping, row: readonly string[], index: number): Amount | null {
  const amount = grossOf(table, mapping, row, index);
  if (amount === null || mapping.fee === null) return amount;
  const fee = read(table, mapping, row, index, mapping.fee);
  return fee === null ? amount : addAmounts(amount, negateAmount(fee));
}

function grossOf(table: CsvTable, mapping: PlainMapping, row: readonly string[], index: number): Amount | null {
  const { amount } = mapping;
  switch (amount.kind) {
    case 'signed': {
      const value = read(table, mapping, row, index, amount.column);
      const isTurned = amount.inverted && ownDirection(clean(row[amount.column])) === null;
      return value !== null && isTurned ? negateAmount(value) : value;
    }
    case 'two': {
      const [out, into] = [read(table, mapping, row, index, amount.out), read(table, mapping, row, index, amount.in)];
      if (isMoney(out) && isMoney(into))
        throw bad(table, index, amount.in, {
          reason: 'bothFilled',
          text: table.titles[amount.out] ?? '',
          before: table.titles[amount.in] ?? '',
        });
      if (isMoney(out) || into === null) return out === null ? null : signed(out, !amount.outIsNegative, amount);
      return signed(into, amount.inIsNegative === true, amount);
    }
    case 'marked': {
      const value = read(table, mapping, row, index, amount.column);
      if (value === null) return null;
      const word = clean(row[amount.mark]).toLowerCase();
      if (amount.in.includes(word)) return value;
      if (amount.out.includes(word)) return negateAmount(value);
      // The mapping was made for a file with only one of the two columns, or without a word for money out.
      if (directionOf(word) !== null && (amount.out.length + amount.in.length < 2 || amount.out.includes('')))
        return directionOf(word) === 'in' ? value : negateAmount(value);
      throw bad(table, index, amount.mark, { reason: 'unknownMark', text: excerpt(word) });
    }
  }
}

/** An amount of a pair of columns, as the change of the balance. */
function signed(amount: Amount, isTurned: boolean, { ignoresSigns }: CsvAmountPair): Amount {
  const plain = ignoresSigns === true ? absoluteAmount(amount) : amount;
  return isTurned ? negateAmount(plain) : plain;
}

/** Null for an empty cell; throws if it is no amount. */
function read(
  table: CsvTable,
  { decimalMark }: CsvMapping,
  row: readonly string[],
  index: number,
  place: number,
): Amount | null {
  const cell = clean(row[place]);
  if (cell === '') return null;
  const amount = readNumber(cell, decimalMark);
  if (amount !== null) return amount;
  throw bad(table, index, place, {
    reason: 'csvUnreadable',
    text: excerpt(cell),
    mark: decimalMark === '.' ? 'point' : 'other',
  });
}

function isMoney(amount: Amount | null): amount is Amount {
  return amount !== null && /[1-9]/.test(amount);
}

function bad(table: CsvTable, index: number, place: number, fault: Fault<'statement_bad_amount'>) {
  return rowError(table, index, table.titles[place] ?? null, 'statement_bad_amount', fault);
}

export function noAmount(table: CsvTable, index: number) {
  return rowError(table, index, null, 'statement_bad_amount', { reason: 'csvMissing' });
}
