/** Ten-thousandths of the currency, so that sums are exact. */
export type Units = number;

/** Numbers by the place of their lines; none where a line has no number. An array is one as well. */
export interface UnitsOfLines {
  at(line: number): Units | null | undefined;
}

/** The numbers of all lines of a long table, which take an eighth of the memory of an array with gaps. */
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
