import { absoluteAmount, type Amount } from './amount.ts';
import { toEpochDay, type CalendarDate } from './calendar-date.ts';
import { categoryKind } from './category-kind.ts';
import { countEach } from './count-each.ts';
import { descriptionWords } from './description-words.ts';
import type { PaidRow } from './find-recurring.ts';

export interface TransferRow extends PaidRow {
  readonly bankAccountId: string;
}

export interface Transfer<Row extends TransferRow> {
  readonly out: Row;
  readonly into: Row;
}

/** Days from the outgoing to the incoming payment, most likely first. A weekend with a holiday can delay the booking by 5 days. */
const DAYS = [0, 1, -1, 2, 3, 4, 5];

const OWN_WORDS = wordSet('umbuchung ubertrag traspaso giroconto savings sparen sparkonto epargne ahorro risparmi');
/** Words for any transfer: both rows must contain one. */
const PAYMENT_WORDS = wordSet(
  'transfer transfers uberweisung gutschrift virement transferencia bonifico overboeking overforing siirto',
);

/** Equal amounts may be a coincidence, so words, categories or account names must confirm a pair. Nearer days win. */
export function pairTransfers<Row extends TransferRow>(rows: readonly Row[]): Transfer<Row>[] {
  const names = accountNames(rows);
  if (names.size < 2) return [];
  const own = rows.filter(({ amount, bankAccountId }) => bankAccountId !== '' && !ZERO.test(amount));
  const [outgoing, incoming] = [own.filter(isOut), own.filter((row) => !isOut(row))];
  const byMoney = Map.groupBy(incoming, moneyKey);
  const amounts = new Set(incoming.map(({ amount }) => amount));
  const isForeign = new Set(own.map(({ currency }) => currency)).size > 1;
  const naming = isForeign ? incoming.filter((row) => names.isNamedIn(row)) : [];
  const byDay = Map.groupBy(naming, ({ day }) => toEpochDay(day));
  const pairedRows = new Set<Row>();
  const pairs: Transfer<Row>[] = [];
  const possible = outgoing.filter(
    ({ amount, day }) =>
      amounts.has(absoluteAmount(amount)) || (isForeign && DAYS.some((days) => byDay.has(toEpochDay(day) + days))),
  );
  for (const days of DAYS)
    for (const out of possible) {
      if (pairedRows.has(out)) continue;
      const day = toEpochDay(out.day) + days;
      const same = byMoney.get(moneyKey({ amount: absoluteAmount(out.amount), currency: out.currency, day }));
      const into =
        same?.find((row) => !pairedRows.has(row) && isTransfer(out, row, names)) ??
        byDay.get(day)?.find((row) => !pairedRows.has(row) && isExchange(out, row, names));
      if (into === undefined) continue;
      pairedRows.add(out).add(into);
      pairs.push({ out, into });
    }
  return pairs;
}

const ZERO = /^-?0\.0+$/;

function isOut({ amount }: TransferRow): boolean {
  return amount.startsWith('-');
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

/** True for rows of two accounts if their categories are equal, or if neither has a category of spending or income. */
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

type Named = Pick<TransferRow, 'description' | 'bankAccountId' | 'account'>;

type AccountNames = ReturnType<typeof accountNames>;

const COMMON = new Set(
  'account accounts bank card checking compte conto credit cuenta current debit debito giro girokonto karte konto mastercard visa'.split(
    ' ',
  ),
);
const SHORTEST = 3;

/** Recognizes an account by the words that no other account name contains: "travel", "everyday". */
function accountNames(rows: readonly Named[]) {
  const words = new Map<string, ReadonlySet<string>>();
  for (const { bankAccountId, account } of rows)
    if (bankAccountId !== '' && !words.has(bankAccountId)) words.set(bankAccountId, new Set(descriptionWords(account)));
  const counts = countEach([...words.values()].flatMap((of) => [...of]));
  const own = new Map(
    [...words].map(([id, of]) => [
      id,
      [...of].filter((word) => counts.get(word) === 1 && word.length >= SHORTEST && !COMMON.has(word)),
    ]),
  );
  return {
    size: words.size,
    names: (row: Named, { bankAccountId }: Named): boolean => {
      const words = descriptionWords(row.description);
      return (own.get(bankAccountId) ?? []).some((word) => words.includes(word));
    },
    isNamedIn: ({ description, bankAccountId }: Named): boolean => {
      const words = new Set(descriptionWords(description));
      return [...own].some(([id, of]) => id !== bankAccountId && of.some((word) => words.has(word)));
    },
  };
}
