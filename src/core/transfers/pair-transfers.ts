import type { Amount } from '../amount.ts';
import { categoryKind } from '../category-kind.ts';
import { toEpochDay, type CalendarDate } from '../calendar-date.ts';
import { descriptionWords } from '../suggestions/description-words.ts';
import { accountNames, type AccountNames } from './account-names.ts';

/** Of a row, what a transfer between a person's own accounts is known by. */
export interface TransferRow {
  readonly day: CalendarDate;
  readonly description: string;
  readonly amount: Amount;
  /** Empty where nothing tells. */
  readonly currency: string;
  readonly category: string;
  /** The bank account's id; empty for none, which pairs with nothing. */
  readonly bankAccountId: string;
  /** As the sheet names it. */
  readonly account: string;
}

export interface Transfer<Row extends TransferRow> {
  readonly out: Row;
  readonly into: Row;
}

/** The receiving bank may be a day earlier, and later by a weekend and a holiday. */
const DAYS = [0, 1, -1, 2, 3, 4, 5];

/** Words for moving one's own money, in the languages of banks whose statements are read. */
const OWN_WORDS = wordSet('umbuchung ubertrag traspaso giroconto savings sparen sparkonto epargne ahorro risparmi');
/** Words for any payment between bank accounts: they count where both rows have one. */
const PAYMENT_WORDS = wordSet(
  'transfer transfers uberweisung gutschrift virement transferencia bonifico overboeking overforing siirto',
);

/**
 * Pairs money that left one of a person's accounts with the same money that reached another one. The same amount alone
 * may be chance: a refund on a card, a friend who pays half. So one of the two rows must say that it is a transfer, by a
 * word, by its category or by the other account's name, or both that they are payments between accounts; and neither may
 * be filed as something else. Money that changed its
 * currency on the way is paired only where each row names the other account. Each row is in one pair at most, and the days
 * that are nearest come first; of equal ones, the order of the rows decides.
 */
export function pairTransfers<Row extends TransferRow>(rows: readonly Row[]): Transfer<Row>[] {
  const names = accountNames(rows);
  if (names.size < 2) return [];
  const own = rows.filter(({ amount, bankAccountId }) => bankAccountId !== '' && !ZERO.test(amount));
  const [outgoing, incoming] = [own.filter(isOut), own.filter((row) => !isOut(row))];
  const byMoney = Map.groupBy(incoming, moneyKey);
  const sums = new Set(incoming.map(({ amount, currency }) => `${amount} ${currency}`));
  const isForeign = new Set(own.map(({ currency }) => currency)).size > 1;
  // Only the few that name another account can have changed their currency.
  const naming = isForeign ? incoming.filter((row) => names.isNamedIn(row)) : [];
  const byDay = Map.groupBy(naming, ({ day }) => toEpochDay(day));
  const taken = new Set<Row>();
  const pairs: Transfer<Row>[] = [];
  const possible = outgoing.filter(
    ({ amount, currency, day }) =>
      sums.has(`${withoutSign(amount)} ${currency}`) ||
      (isForeign && DAYS.some((days) => byDay.has(toEpochDay(day) + days))),
  );
  for (const days of DAYS)
    for (const out of possible) {
      if (taken.has(out)) continue;
      const day = toEpochDay(out.day) + days;
      const same = byMoney.get(moneyKey({ amount: withoutSign(out.amount), currency: out.currency, day }));
      const into =
        same?.find((row) => !taken.has(row) && isTransfer(out, row, names)) ??
        byDay.get(day)?.find((row) => !taken.has(row) && isExchange(out, row, names));
      if (into === undefined) continue;
      taken.add(out).add(into);
      pairs.push({ out, into });
    }
  return pairs;
}

const ZERO = /^-?0\.0+$/;

function isOut({ amount }: TransferRow): boolean {
  return amount.startsWith('-');
}

function withoutSign(amount: Amount): Amount {
  return amount.slice(1) as Amount;
}

function moneyKey({ amount, currency, day }: { amount: Amount; currency: string; day: CalendarDate | number }): string {
  return `${typeof day === 'number' ? day : toEpochDay(day)} ${amount} ${currency}`;
}

function isTransfer(out: TransferRow, into: TransferRow, names: AccountNames): boolean {
  const both = [out, into];
  return (
    mayPair(out, into) &&
    (both.some(({ category, description }) => isFiledSo(category) || hasWord(description, OWN_WORDS)) ||
      both.every(({ description }) => hasWord(description, PAYMENT_WORDS)) ||
      names.names(out, into) ||
      names.names(into, out))
  );
}

function isExchange(out: TransferRow, into: TransferRow, names: AccountNames): boolean {
  return out.currency !== into.currency && mayPair(out, into) && names.names(out, into) && names.names(into, out);
}

/** They are of two accounts, and filed alike, or as transfers, or not at all. */
function mayPair(out: TransferRow, into: TransferRow): boolean {
  if (out.bankAccountId === into.bankAccountId) return false;
  const isOther = (category: string): boolean => category.trim() !== '' && !isFiledSo(category);
  return out.category.trim() === into.category.trim() || ![out, into].some(({ category }) => isOther(category));
}

function isFiledSo(category: string): boolean {
  return categoryKind(category) !== 'everyday';
}

function hasWord(text: string, words: ReadonlySet<string>): boolean {
  return descriptionWords(text).some((word) => words.has(word));
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
