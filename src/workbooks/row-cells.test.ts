import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount, type Amount } from '../core/amount.ts';
import { MONEY_COLUMNS, moneyPart } from '../core/sheet-columns.ts';
import type { Cell, CellSense } from './cell.ts';
import { changedCells, moneyInTwo, showsValue } from './row-cells.ts';
import { SerialDates } from './serial-dates.ts';

const POSITIONS = { moneyIn: 0, moneyOut: 1 } as const;
const SENSE: CellSense<Cell> = {
  dates: new SerialDates({ serialOf: (day) => day, dayOf: (serial) => serial }),
  shown: ({ number }) => String(number),
  keeps: (text) => text,
};

const anyAmount = fc
  .integer({ min: -1_000_000_00, max: 1_000_000_00 })
  .map((cents) => parseAmount((cents / 100).toFixed(2)) as Amount);

function cell(column: number, value: string): Cell {
  const isText = Number.isNaN(Number(value));
  return { column, kind: isText ? 'text' : 'number', number: Number(value), text: value, isFormula: false };
}

/** A row; an empty text becomes a blank cell. */
function lineOf(texts: readonly [moneyIn: string, moneyOut: string]) {
  return { index: 2, cells: texts.flatMap((text, column) => (text === '' ? [] : [cell(column, text)])) };
}

function partsOf(amount: Amount, outIsNegative: boolean): [string, string] {
  const [moneyIn, moneyOut] = MONEY_COLUMNS.map((column) => moneyPart(column, amount, outIsNegative));
  return [moneyIn ?? '', moneyOut ?? ''];
}

describe('an amount in an income and an expense column', () => {
  test('is written into one of the two cells and read as the same amount, for either sign of expenses', () => {
    fc.assert(
      fc.property(anyAmount, fc.boolean(), (amount, outIsNegative) => {
        const parts = partsOf(amount, outIsNegative);
        expect(parts.filter((part) => part !== '')).toHaveLength(1);
        const [moneyIn, moneyOut] = parts.map((part, column) => (part === '' ? undefined : cell(column, part)));
        expect(moneyInTwo(moneyIn, moneyOut, outIsNegative, SENSE)).toMatchObject({ amount, unclear: null });
      }),
    );
  });

  test('has the new value once the cells from `changedCells` are written, and not before', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, fc.boolean(), (from, to, outIsNegative) => {
        const places = { columns: POSITIONS, outIsNegative };
        const parts = partsOf(from, outIsNegative);
        expect(showsValue(lineOf(parts), places, 'amount', to, SENSE)).toBe(from === to);
        for (const { column, value } of changedCells(places, { column: 'amount', from, to }))
          parts[POSITIONS[column as keyof typeof POSITIONS]] = value;
        expect(showsValue(lineOf(parts), places, 'amount', to, SENSE)).toBe(true);
      }),
    );
  });

  test.each<[string, string, boolean | null, Partial<ReturnType<typeof moneyInTwo>>]>([
    ['', '', null, { amount: null, text: '', unclear: null }],
    ['0', '', null, { amount: '0.00' as Amount }],
    ['0', '0', null, { amount: '0.00' as Amount }],
    ['0', '5', null, { amount: '-5.00' as Amount, minus: false }],
    ['5', '0', null, { amount: '5.00' as Amount, minus: null }],
    ['5', '5', null, { amount: null, text: '5 / 5', unclear: 'both' }],
    ['', '-5', null, { amount: '-5.00' as Amount, minus: true }],
    ['', '-5', false, { amount: null, text: '-5', unclear: 'direction' }],
    ['', '5', true, { amount: null, text: '5', unclear: 'direction' }],
    ['-5', '', null, { amount: null, text: '-5', unclear: 'direction' }],
    ['-', '5', null, { amount: null, text: '- / 5', unclear: null }],
    ['five', '', null, { amount: null, text: 'five', unclear: null }],
  ])(
    'is read from %j as income and %j as expense, or reported as unclear, if outIsNegative is %s',
    (moneyIn, moneyOut, outIsNegative, expected) => {
      const [first, second] = [moneyIn, moneyOut].map((text, column) => (text === '' ? undefined : cell(column, text)));
      expect(moneyInTwo(first, second, outIsNegative, SENSE)).toMatchObject(expected);
    },
  );
});
