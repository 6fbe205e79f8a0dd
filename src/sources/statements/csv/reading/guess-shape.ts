import { addAmounts, negateAmount } from '../../../../core/amount.ts';
import { isNumber, readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import { plainWords } from '../../../../core/column-titles.ts';
import { ZERO } from '../../statement-builder.ts';
import { hasMoney, isMoney } from '../arithmetic/amounts.ts';
import { columnsOf, directionOf, type CsvColumn } from '../table/csv-columns.ts';
import { clean, onlyOf } from '../table/csv-table.ts';
import { speaksOfIncome } from '../values/csv-labels.ts';
import type { Findings, ReasonCode } from './findings.ts';

interface Pair {
  readonly out: CsvColumn;
  readonly in: CsvColumn;
}

/** The columns of amounts according to titles and content. Null if the user must name them. */
export function guessShape(findings: Findings) {
  const { answers, columns, sample } = findings;
  const one = (column: CsvColumn, reason: ReasonCode = 'title') =>
    findings.decide('amount', reason, { kind: 'one', column } as const);
  const two = (pair: Pair, reason: ReasonCode = 'title') =>
    findings.decide('amount', reason, { kind: 'two', ...pair } as const);
  const amount = findings.answered('amount');
  const [out, into] = [findings.answered('out'), findings.answered('in')];
  if (out !== null && into !== null) return two({ out, in: into }, 'given');
  if (amount !== null) return one(amount, 'given');
  const net = netColumn(findings);
  if (net !== null) return one(net);
  const titled = titledAmounts(findings);
  const whole = titled.filter(({ numbers }) => numbers === sample.rows.length);
  const [only] = whole.length > 0 ? whole : titled;
  const titledPair = pairByTitles(findings);
  const isRepeated = titledPair !== null && only !== undefined && isRepeatedBy(findings, only, titledPair);
  if (only !== undefined && whole.length === 1 && !isRepeated) return one(only);
  if (titledPair !== null) return two(titledPair);
  const complement = complementaryColumns(findings);
  // Beside a column of amounts in each line, an original amount and a daily balance may complement each other.
  const hasRival = columns.some(
    ({ place, role, numbers, marked }) =>
      role === null &&
      numbers === sample.rows.length &&
      marked > 0 &&
      complement?.every((side) => side.place !== place) === true,
  );
  if (complement !== null) {
    const sides =
      answers.out === undefined
        ? sidesOf(findings, complement, hasRival)
        : { out, in: complement.find((column) => column !== out) };
    if (sides.out != null && sides.in != null)
      return two({ out: sides.out, in: sides.in }, answers.out === undefined ? 'title' : 'given');
    if (!hasRival) return findings.askForColumn('out', complement);
  } else if (only !== undefined && titled.length === 1) return one(only);
  const [single, ...more] = columns.filter(
    ({ role, dates, numbers, marked, negatives }) =>
      numbers > 0 && dates === 0 && (role === null || role === 'amount') && (marked > 0 || negatives > 0),
  );
  // A single numeric column may be a balance without amounts.
  if (single !== undefined && single.numbers === sample.rows.length && more.length + titled.length === 0)
    if (isAlone(findings, single)) return one(single, 'only');
  const numeric = columns.filter(({ numbers, dates, role }) => numbers > 0 && dates === 0 && !NO_AMOUNT.has(role));
  const possible = titled.length > 1 ? titled : numeric;
  const [last] = possible;
  if (last !== undefined && possible.length === 1) return one(last, 'only');
  return findings.askForColumn('amount', possible);
}

/** Columns titled as amounts, except columns of zeros (such as taxes) and columns that repeat another one without signs. */
function titledAmounts({ columns, sample }: Findings): readonly CsvColumn[] {
  const numeric = columnsOf(columns, 'amount').filter(({ filled, numbers }) => numbers > 0 || filled === 0);
  const nonzero = numeric.filter(({ negatives, positives }) => negatives + positives > 0);
  const sizesIn = ({ place }: CsvColumn): string =>
    sample.rows.map((row) => clean(row[place]).replace(/^[-+]/, '')).join('\n');
  const signed = nonzero.toSorted((a, b) => b.negatives - a.negatives);
  const distinct = new Map(signed.toReversed().map((column) => [sizesIn(column), column]));
  return settled(nonzero.length > 0 ? [...distinct.values()].toReversed() : numeric);
}

/** The column in the currency of the account, if a title says so: others may have what was ordered, or paid abroad. */
function settled(columns: readonly CsvColumn[]): readonly CsvColumn[] {
  const own = columns.filter(({ title }) => SETTLED.test(plainWords(title)));
  return own.length === 1 ? own : columns;
}

const SETTLED =
  /\b(?:billing|billed|settlement|settled|booked|booking|posted|euros)\b|入账|入帳|记账|記帳|实付|實付|платежа|картки|карты|счета/u;

const NO_AMOUNT: ReadonlySet<CsvColumn['role']> = new Set(['other-account', 'id', 'kind', 'balance', 'original']);

/** If it were a balance, other columns would have the amounts. */
function isAlone({ columns, sample }: Findings, single: CsvColumn): boolean {
  // Beside decimal amounts of both signs in more than two lines, whole numbers without a sign identify something.
  const { numbers, marked, negatives, positives } = single;
  const hasBothSigns = marked === numbers && negatives > 0 && positives > 0 && numbers > 2;
  const others = columns.filter(
    ({ place, role, numbers, values }) =>
      place !== single.place &&
      numbers > 0 &&
      (role === null || role === 'out' || role === 'in' || role === 'amount' || role === 'balance') &&
      !values.every((value) => (hasBothSigns ? /^\d+$/ : /^0*\d{9,}$/).test(value)),
  );
  return others.length === 0 || !sample.rows.every((row) => others.some(({ place }) => isNumber(clean(row[place]))));
}

/** With gross, fee and net columns, the net amount changes the balance, if the three agree in every line. */
function netColumn({ columns, sample }: Findings): CsvColumn | null {
  const [net] = columnsOf(columns, 'net');
  const [gross] = columnsOf(columns, 'amount');
  const [fee] = columnsOf(columns, 'fee');
  if (net === undefined || net.numbers < sample.rows.length) return null;
  if (gross === undefined || fee === undefined) return gross === undefined ? net : null;
  const mark: DecimalMark = sample.rows.some((row) => /,\d\d$/.test(clean(row[net.place]))) ? ',' : '.';
  const agrees = sample.rows.every((row) => {
    const [a, b, c] = [gross, fee, net].map(({ place }) => readNumber(clean(row[place]), mark));
    return a != null && c != null && (addAmounts(a, b ?? ZERO) === c || addAmounts(a, negateAmount(b ?? ZERO)) === c);
  });
  return agrees ? net : null;
}

/** A column for money out and one for money in; most lines fill one of them. Reading reports lines that fill both. */
export function pairByTitles({ columns, sample }: Findings): Pair | null {
  const [out, ...moreOut] = settled(columnsOf(columns, 'out'));
  const [into, ...moreIn] = settled(columnsOf(columns, 'in'));
  if (out === undefined || into === undefined || moreOut.length + moreIn.length > 0) return null;
  const both = sample.rows.filter((row) => isMoney(clean(row[out.place])) && isMoney(clean(row[into.place])));
  return both.length > sample.rows.length / 2 ? null : { out, in: into };
}

/** Without signs, the columns for money out and in repeat the amounts. */
function isRepeatedBy({ sample }: Findings, amount: CsvColumn, pair: Pair): boolean {
  const booked = sample.rows.filter((row) => hasMoney(row, pair.out.place) || hasMoney(row, pair.in.place));
  const isEqual = (row: readonly string[]): boolean =>
    [pair.out, pair.in].some(
      (side) => hasMoney(row, side.place) && clean(row[side.place]) === clean(row[amount.place]),
    );
  return amount.negatives === 0 && booked.length > 0 && booked.every(isEqual);
}

/** The only two columns of which each line fills exactly one. */
function complementaryColumns({ columns, sample }: Findings): readonly CsvColumn[] | null {
  const sides = columns.filter(
    ({ role, numbers, dates, filled }) =>
      numbers > 0 && numbers === filled && dates === 0 && (role === null || SIDE_ROLES.has(role)),
  );
  const [pair, ...more] = sides.flatMap((a, index) =>
    sides
      .slice(index + 1)
      .filter(
        (b) =>
          sample.rows.every((row) => hasMoney(row, a.place) !== hasMoney(row, b.place)) &&
          [a, b].every((side) => sample.rows.some((row) => hasMoney(row, side.place))),
      )
      .map((b) => [a, b]),
  );
  return pair === undefined || more.length > 0 ? null : pair;
}

const SIDE_ROLES: ReadonlySet<CsvColumn['role']> = new Set(['out', 'in', 'amount', 'payee', 'memo']);

/** The titles of complementary columns say which is money out, or else a salary does. */
function sidesOf({ sample }: Findings, [a, b]: readonly CsvColumn[], hasRival: boolean): Partial<Pair> {
  if (a === undefined || b === undefined) return {};
  const pair = (isFirstOut: boolean): Pair => (isFirstOut ? { out: a, in: b } : { out: b, in: a });
  const [first, second] = [a, b].map(({ role, title }) =>
    role === 'out' || role === 'in' ? role : sideOfTitle(title),
  );
  if (first !== second) return pair(first === 'out' || (first === null && second === 'in'));
  const signs = [a, b].map(({ values }) => ['-', '+'].find((sign) => values.every((value) => value.startsWith(sign))));
  if (['-+', '+-'].includes(signs.join(''))) return pair(signs[0] === '-');
  // One of the two may be an original amount, with the salary in the other.
  if (hasRival) return {};
  const [isIncome, isIncomeBeside] = [a, b].map((column) =>
    sample.rows.some((row) => hasMoney(row, column.place) && row.some(speaksOfIncome)),
  );
  return isIncome === isIncomeBeside ? {} : pair(isIncome !== true);
}

/** The side that a word of the title names: "Gutschrift in CHF", "入金金額". */
function sideOfTitle(title: string): 'out' | 'in' | null {
  const plain = plainWords(title);
  const words = plain.split(' ').flatMap((word) => directionOf(word) ?? []);
  return onlyOf([...words, ...SIDES_IN_TITLES.filter(([, part]) => part.test(plain)).map(([side]) => side)]);
}

/** Parts of titles in scripts without spaces, and words that no column of directions has. */
const SIDES_IN_TITLES = [
  [
    'out',
    /出金|支出|付款|支払|借方|출금|지급|ถอน|เงินออก|จ่าย|withdrawn|money out|paid out|spent|isplat|odljev|سحب|مدين|חובה|משיכה/u,
  ],
  ['in', /入金|收入|收款|預入|贷方|입금|ฝาก|เงินเข้า|รับ|paid in|money in|received|uplat|priljev|إيداع|دائن|זכות|הפקדה/u],
] as const;
