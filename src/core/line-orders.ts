import type { BankTransaction } from './bank-transaction.ts';

/** A transaction in whole units: `after` is null where the bank states no balance. */
export interface Line {
  readonly transaction: BankTransaction;
  readonly amount: bigint;
  readonly after: bigint | null;
}

/**
 * The orders, oldest first, that a list may be meant in: as it is, from its end, and by days that go down while each goes
 * up, or the other way round, as some banks list them.
 */
export function lineOrders(lines: readonly Line[]): readonly (readonly Line[])[] {
  const backwards = lines.toReversed();
  const days: Line[][] = [];
  for (const line of lines) {
    const day = days.at(-1);
    if (day?.[0]?.transaction.date === line.transaction.date) day.push(line);
    else days.push([line]);
  }
  if (days.every(({ length }) => length === 1) || days.length === 1) return [lines, backwards];
  return [lines, backwards, days.toReversed().flat(), days.flatMap((day) => day.toReversed())];
}

/** How often a line is dated before the one above it. */
export function countInversions(lines: readonly Line[]): number {
  return lines.filter(({ transaction }, place) => {
    const above = lines[place - 1];
    return above !== undefined && transaction.date < above.transaction.date;
  }).length;
}
