import type { RowValues } from '../../src/core/row.ts';
import type { SoakBank } from './bank.ts';
import { amountOf, dayAt, SHOPS } from './payments.ts';

interface Known {
  readonly banks: readonly SoakBank[];
  /** The bank whose payments are also imported from statement files. */
  readonly withStatements: SoakBank;
}

/** Differences between the workbook's rows and the actual payments, from the first day to `until`. */
export function differences(
  lines: readonly (RowValues | null)[],
  until: number,
  { banks, withStatements }: Known,
): string[] {
  const [first, last] = [dayAt(0), dayAt(until)];
  const isMeant = (date: string): boolean => date >= first && date <= last;
  const bankOf = (accountId: string): string =>
    banks.find(({ kind }) => accountId.startsWith(kind.id))?.name ?? withStatements.name;
  const expected = banks.flatMap((bank) =>
    bank.payments
      .filter((payment) => isMeant(bank.dayOf(payment)))
      .map((payment) => `${bank.dayOf(payment)} ${amountOf(payment.cents)} ${payment.shop} ${bank.name}`),
  );
  const shown = lines.flatMap((line) =>
    line === null || !isMeant(line.date)
      ? []
      : [`${line.date} ${line.amount} ${shopIn(line.description)} ${bankOf(line.accountId)}`],
  );
  return [
    ...without(expected, shown).map((one) => `missing: ${one}`),
    ...without(shown, expected).map((one) => `too many: ${one}`),
  ].toSorted();
}

function shopIn(description: string): string {
  const plain = description.toLowerCase();
  return SHOPS.find((name) => plain.includes(name.toLowerCase())) ?? description;
}

/** The remaining texts of `all` after removing one occurrence for each text in `others`. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((one) => {
    const place = left.indexOf(one);
    if (place < 0) return true;
    left.splice(place, 1);
    return false;
  });
}
