import type { CsvAmountColumns, CsvAmountPair } from '../../../../core/csv-mapping.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { currencyInTitle } from '../../../../core/currency.ts';
import { isOtherCurrency, plainWords, roleOfTitle } from '../../../../core/column-titles.ts';
import { hasMoney } from '../arithmetic/amounts.ts';
import { isMoney } from '../arithmetic/sheet.ts';
import { columnsOf, directionOf, labelOfLine, OTHER_ROLES, type CsvColumn } from '../table/csv-columns.ts';
import { clean, onlyOf } from '../table/csv-table.ts';
import { speaksOfIncome } from '../values/csv-labels.ts';
import type { Findings, ReasonCode } from './findings.ts';
import { directionsIn, labelColumns } from './guess-direction.ts';

/** The columns of amounts by titles and content; guess-sign.ts decides their signs. Null if the user must name them. */
export function guessShape(findings: Findings): CsvAmountPair | SignedAmounts | null {
  const { columns, sample } = findings;
  const one = ({ place }: CsvColumn, reason: ReasonCode = 'title') =>
    findings.decide('amount', reason, { kind: 'signed', column: place, inverted: false } as const);
  const two = (out: CsvColumn, into: CsvColumn, reason: ReasonCode = 'title') =>
    findings.decide('amount', reason, { kind: 'two', out: out.place, in: into.place, outIsNegative: false } as const);
  const amount = findings.answered('amount');
  const [out, into] = [findings.answered('out'), findings.answered('in')];
  if (out !== null && into !== null) return two(out, into, 'given');
  const inOrder = (a: CsvColumn, b: CsvColumn) =>
    out === null ? findings.askForColumn('out', [a, b]) : out === b ? two(b, a, 'given') : two(a, b, 'given');
  if (amount !== null) return one(amount, 'given');
  const titled = titledAmounts(findings);
  const whole = titled.filter(({ numbers }) => numbers === sample.rows.length);
  const [only] = whole.length > 0 ? whole : titled;
  const pair = pairByTitles(findings);
  const rival = columns.find((column) => only?.role === 'amount' && repeatsMost(findings, only, column));
  if (only !== undefined && rival !== undefined)
    return SETTLED.test(plainWords(rival.title)) ? one(rival) : findings.askForColumn('amount', [only, rival]);
  // Ignores unsigned amounts beside a column for money out and one for money in, which they repeat.
  if (only !== undefined && whole.length === 1 && (pair === null || only.negatives > 0)) return one(only);
  if (pair !== null) return isContrary(findings, pair) ? inOrder(pair.out, pair.in) : two(pair.out, pair.in);
  const numeric = columns.filter(
    ({ numbers, dates, role, marked, values }) =>
      numbers > 0 && dates === 0 && !OTHER_ROLES.has(role) && (values.length > 1 || marked > 0 || numbers < 3),
  );
  const complement = complementaryColumns(findings);
  if (complement !== null) {
    const [a, b] = complement;
    // Each column has the signed amounts of its currency.
    if (isOtherCurrency(a.title, b.title)) return findings.askForColumn('amount', complement);
    if (out !== null) return inOrder(a, b);
    // If another column has a number in each line, the two columns may be an original amount and a daily balance.
    const isRival = ({ place, role, numbers, marked }: CsvColumn): boolean =>
      role === null && numbers === sample.rows.length && marked > 0 && place !== a.place && place !== b.place;
    const hasRival = columns.some(isRival);
    const isOutFirst = isFirstOut(findings, complement, hasRival);
    if (isOutFirst !== null) return isOutFirst ? two(a, b) : two(b, a);
    if (!hasRival) return inOrder(a, b);
  } else if (only !== undefined && titled.length === 1) return one(only);
  const [single, ...more] = numeric.filter(({ role, marked, negatives }) => role === null && marked + negatives > 0);
  // The only column of numbers, unless it is a balance.
  const isAlone = single !== undefined && more.length + titled.length === 0 && isOnlyAmount(findings, single);
  const side = isAlone ? emptySide(findings) : undefined;
  if (single !== undefined && side !== undefined) return inOrder(single, side);
  const found = titled.length > 1 ? titled : isAlone ? [single] : numeric;
  const possible = found.toSorted((a, b) => b.numbers - a.numbers);
  const [first] = possible;
  return first !== undefined && possible.length === 1 ? one(first, 'only') : findings.askForColumn('amount', possible);
}

type SignedAmounts = Extract<CsvAmountColumns, { kind: 'signed' }>;

/** Columns titled as amounts, except columns of zeros (such as taxes) and columns that repeat another one without signs. */
function titledAmounts({ columns, sample }: Findings): readonly CsvColumn[] {
  const net = columnsOf(columns, 'net').find(({ numbers }) => numbers === sample.rows.length);
  // With gross, fee and net columns, the net amount changes the balance. Lines with only a fee have no gross amount.
  const isPart = ({ numbers }: CsvColumn): boolean => numbers < sample.rows.length;
  const hasFees = columnsOf(columns, 'amount').every(isPart) || columnsOf(columns, 'fee').length > 0;
  if (net !== undefined && hasFees) return [net];
  // A net amount without fees may be before taxes, so it is one of several possible amounts.
  const amounts = columnsOf(columns, 'amount', 'net');
  const numeric = amounts.filter(({ filled, numbers }) => numbers > 0 || filled === 0);
  const nonzero = numeric.filter(({ negatives, positives }) => negatives + positives > 0);
  const sizesIn = ({ place }: CsvColumn): string =>
    sample.rows.map((row) => clean(row[place]).replace(/^[-+]/, '')).join('\n');
  const shown = (nonzero.length > 0 ? nonzero : numeric).toReversed().toSorted((a, b) => a.negatives - b.negatives);
  const distinct = new Map(shown.map((column) => [sizesIn(column), column]));
  return settled([...distinct.values()].toReversed(), sample);
}

/** The column in the account's currency, found by titles, equal amounts or gaps. The others may be in the shop's currency. */
function settled(columns: readonly CsvColumn[], { rows }: Findings['sample']): readonly CsvColumn[] {
  // If some lines have equal amounts, the currency in a title is the account's. Otherwise, that column may be a conversion.
  const isHome = rows.some((row) => isMoney(onlyOf(columns.map(({ place }) => clean(row[place]))) ?? ''));
  const whole = columns.filter(({ negatives, positives }) => negatives + positives === rows.length);
  const named = whole.filter(({ title }) => isHome && currencyInTitle(title) !== null);
  const own = columns.filter(({ title }) => SETTLED.test(plainWords(title)));
  return [own, named, whole].find(({ length }) => length === 1) ?? columns;
}

const SETTLED =
  /\b(?:billing|billed|settlement|settled|booked|booking|posted|euros|account currency|kontowahrung|walucie rachunku|mene uctu|saskaitos valiuta|konta valuta|kontovaluuta(?:s)?|kontovaluta|kontoens valuta|(?:divisa|moneda) de la cuenta|devise du compte|moeda da conta|valuta conto)\b|入账|入帳|记账|記帳|实付|實付|חיוב|платежа|картки|карты|счета/u;

/** True for a column that differs from the amounts only in a few lines, such as the full price beside an installment. */
function repeatsMost({ sample: { rows } }: Findings, own: CsvColumn, rival: CsvColumn): boolean {
  const equal = rows.filter((row) => clean(row[rival.place]) === clean(row[own.place])).length;
  const isFilled = rival.marked > 0 && rival.positives + rival.negatives === rows.length;
  const isOther = rival.role !== null || /^(?:orig|ref)|subtotal/i.test(rival.title);
  return isFilled && !isOther && equal > 1 && equal >= rows.length / 2 && equal < rows.length;
}

/** The other column of a pair, which no transaction of this file fills, but a line with a balance or total (it may be zero). */
function emptySide({ columns, table }: Findings): CsvColumn | undefined {
  const labeled = table.rows.slice(table.first).filter((row) => labelOfLine(table, row) !== null);
  return columns.find(
    ({ role, filled, place }) => role === null && filled === 0 && labeled.some((row) => isNumber(clean(row[place]))),
  );
}

/** True if no other column can have the amounts, so this column is not a balance beside them. */
function isOnlyAmount({ columns, sample }: Findings, single: CsvColumn): boolean {
  // Decimals of both signs are certainly amounts, so whole numbers beside them are identifiers. Otherwise, only long whole numbers are.
  const { numbers, marked, negatives, positives } = single;
  const hasBothSigns = marked === numbers && negatives > 0 && positives > 0 && numbers > 2;
  const others = columns.filter(
    ({ place, role, positives, negatives, values }) =>
      place !== single.place &&
      positives + negatives > 0 &&
      (values.length > 1 || numbers < 3) &&
      (role === null || role === 'balance' || role === 'out' || role === 'in') &&
      !values.every((value) => (hasBothSigns ? /^\d+$/ : /^0*\d{9,}$/).test(value)),
  );
  const isBalance = sample.rows.every((row) => others.some(({ place }) => isNumber(clean(row[place]))));
  return numbers === sample.rows.length && !isBalance;
}

/** A column for money out and one for money in; most lines fill one of them. `readRows` reports lines that fill both. */
export function pairByTitles({ columns, sample }: Findings) {
  const [out, ...moreOut] = settled(columnsOf(columns, 'out'), sample);
  const [into, ...moreIn] = settled(columnsOf(columns, 'in'), sample);
  if (out === undefined || into === undefined || moreOut.length + moreIn.length > 0) return null;
  const both = sample.rows.filter((row) => isMoney(clean(row[out.place])) && isMoney(clean(row[into.place])));
  return both.length > sample.rows.length / 2 ? null : { out, in: into };
}

/** True if lines with an amount below "Debit" have words such as "Receipt": in the books of a company, money in is a debit. */
function isContrary(findings: Findings, pair: Readonly<Record<'out' | 'in', CsvColumn>>): boolean {
  const [outgoing = [], incoming = []] = [pair.out, pair.in].map(({ place }) => {
    const lines = findings.sample.rows.filter((row) => hasMoney(row, place)).map((row) => ({ row }));
    return directionsIn(labelColumns(findings), lines);
  });
  return outgoing.includes('in') && !outgoing.includes('out') && !incoming.includes('in');
}

/** The only two columns of which each line fills exactly one. */
function complementaryColumns({ columns, sample }: Findings): readonly [CsvColumn, CsvColumn] | null {
  const sides = columns.filter(
    ({ role, numbers, dates, filled, positives, negatives }) =>
      positives + negatives > 0 && numbers === filled && dates === 0 && (role === null || SIDE_ROLES.has(role)),
  );
  const isOther = (a: CsvColumn, b: CsvColumn): boolean =>
    sample.rows.every((row) => hasMoney(row, a.place) !== hasMoney(row, b.place));
  return onlyOf(
    sides.flatMap((a, index) =>
      sides.slice(index + 1).flatMap((b): [CsvColumn, CsvColumn][] => (isOther(a, b) ? [[a, b]] : [])),
    ),
  );
}

const SIDE_ROLES: ReadonlySet<CsvColumn['role']> = new Set(['out', 'in', 'amount', 'payee', 'memo']);

/** Titles, signs, or a salary say which of two complementary columns is money out. */
function isFirstOut({ sample }: Findings, pair: readonly [CsvColumn, CsvColumn], hasRival: boolean): boolean | null {
  const hasIncome = ({ place }: CsvColumn): boolean =>
    sample.rows.some((row) => hasMoney(row, place) && row.some(speaksOfIncome));
  const rules: readonly ((column: CsvColumn) => 'out' | 'in' | null)[] = [
    sideOf,
    ({ values }) => (values.every((value) => value.startsWith('+')) ? 'in' : null),
    // The signs of the first column only, because some banks write a minus before credits.
    (column) => (column === pair[0] && column.negatives > 0 && column.positives === 0 ? 'out' : null),
    // Not if another column has all amounts, because then the pair may be something else.
    (column) => (!hasRival && hasIncome(column) ? 'in' : null),
  ];
  return rules.map((side) => outIsFirst(pair, side)).find((isFirst) => isFirst !== null) ?? null;
}

/** True if the first column is money out, false if the second is. Null if the two do not differ. */
export function outIsFirst(pair: readonly CsvColumn[], sideOf: (column: CsvColumn) => 'out' | 'in' | null) {
  const [first, second] = pair.map(sideOf);
  return first === second ? null : first === 'out' || second === 'in';
}

/** The side that a word of the title names: "Total money withdrawn". */
export function sideOf({ title }: CsvColumn): 'out' | 'in' | null {
  const roles = [title, ...plainWords(title).split(' ')].map((words) => roleOfTitle(words) ?? directionOf(words));
  return onlyOf(roles.filter((role) => role === 'out' || role === 'in'));
}
