import { parseAmount, type Amount } from '../../../../core/amount.ts';

/** Ten-thousandths of the currency unit, for exact sums. */
export type Units = number;

export function amountOfUnits(units: Units): Amount {
  const digits = String(Math.abs(units)).padStart(5, '0');
  return parseAmount(`${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`) as Amount;
}

/** Numbers by line index; undefined for lines without one. Arrays have this form, too. */
export interface UnitsOfLines {
  at(line: number): Units | null | undefined;
}

/** Takes an eighth of the memory of a sparse array. */
export class PackedUnits implements UnitsOfLines {
  readonly #numbers: Float64Array;

  constructor(length: number, numberOf: (line: number) => Units | null = () => null) {
    this.#numbers = new Float64Array(length);
    for (let line = 0; line < length; line += 1) this.#numbers[line] = numberOf(line) ?? Number.NaN;
  }

  at(line: number): Units | null {
    const units = this.#numbers[line];
    return units === undefined || Number.isNaN(units) ? null : units;
  }

  set(line: number, units: Units): void {
    this.#numbers[line] = units;
  }

  toArray(): readonly (Units | null)[] {
    return Array.from(this.#numbers, (units) => (Number.isNaN(units) ? null : units));
  }
}
