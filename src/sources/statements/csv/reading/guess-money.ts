import { addAmounts, negateAmount } from '../../../../core/amount.ts';
import { isNumber, readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import { plainWords } from '../../../../core/column-titles.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { ZERO } from '../../sum-check.ts';
import { isMoney, moneyPlaces } from '../arithmetic/amounts.ts';
import type { Reading } from '../arithmetic/find-readings.ts';
import { columnsOf, directionOf, directionsOf, type CsvColumn } from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import { labelOfRow, speaksOfIncome } from '../values/csv-labels.ts';
import { chooseReading, countMoves } from './choose-reading.ts';
import { choiceOf, type Findings, type ReasonCode } from './findings.ts';
import { guessDecimalMark } from './guess-decimal-mark.ts';
import { askForSign, guessPairSigns, guessSign, signedReading, steppedReading } from './guess-sign.ts';

/** The columns of amounts. */
export type Shape =
  | { readonly kind: 'one'; readonly column: CsvColumn }
  | { readonly kind: 'two'; readonly out: CsvColumn; readonly in: CsvColumn };

export interface FoundMoney {
  /** The reading that the running balance proves. */
  readonly proven: Reading | null;
  readonly isMarkOpen: boolean;
  /** Null if the balance decides, or the user must. */
  readonly shape: Shape | null;
  readonly balance: number | null;
  /** Columns that may contain a currency and no description. */
  readonly columns: readonly CsvColumn[];
}

/** Finds the columns of money. The running balance has priority over titles. */
export function findMoney(findings: Findings, date: number | null): FoundMoney {
  const { columns, sample } = findings;
  const choice = chooseReading(findings, date);
  const [proven, ...others] = choice?.readings ?? [];
  const titled = columnsOf(columns, 'balance').find(({ numbers }) => numbers > sample.rows.length / 2) ?? null;
  if (proven !== undefined && others.length === 0) {
    const { amount, balance, start } = proven;
    const places = new Set([...moneyPlaces(amount), balance, start]);
    const found = columns.filter(({ place }) => places.has(place));
    return { proven, isMarkOpen: choice?.isMarkOpen === true, shape: null, balance, columns: found };
  }
  if (proven !== undefined) askBetween(findings, [proven, ...others]);
  const shape = proven === undefined ? guessShape(findings) : null;
  const own = shape === null ? [] : shape.kind === 'one' ? [shape.column] : [shape.out, shape.in];
  const balance = titled?.place ?? null;
  return { proven: null, isMarkOpen: false, shape, balance, columns: titled === null ? own : [...own, titled] };
}

/** Null if it depends on a question. */
export function guessAmount(
  findings: Findings,
  { proven, isMarkOpen, shape, columns }: FoundMoney,
  decimals: number,
): Pick<CsvMapping, 'amount' | 'fee' | 'decimalMark'> | null {
  if (proven !== null) {
    const amount = provenAmount(findings, proven);
    const decimalMark = isMarkOpen ? guessDecimalMark(findings, columns, decimals) : proven.decimalMark;
    if (!isMarkOpen) findings.because('decimalMark', 'balance');
    if (proven.fee !== null) findings.because('fee', 'balance');
    return amount === null || decimalMark === null ? null : { amount, fee: proven.fee, decimalMark };
  }
  if (shape === null) return null;
  const fee = feeColumn(findings);
  const decimalMark = guessDecimalMark(findings, fee === null ? columns : [...columns, fee], decimals);
  if (decimalMark === null) return null;
  const amount =
    shape.kind === 'two'
      ? guessPairSigns(findings, shape.out, shape.in)
      : guessSign(findings, shape.column, decimalMark);
  const paid = shape.kind === 'one' && shape.column.role !== 'net' ? fee : null;
  if (paid !== null && findings.answered('fee') === null) {
    askForFee(findings, paid);
    return null;
  }
  return amount === null ? null : { amount, fee: paid?.place ?? null, decimalMark };
}

/** Adds the direction, which the balance does not prove: on a card, it may be the debt. */
function provenAmount(findings: Findings, reading: Reading): CsvMapping['amount'] | null {
  const { columns, answers } = findings;
  const { amount } = reading;
  const isGiven = answers.amount !== undefined || answers.out !== undefined;
  findings.because('amount', isGiven ? 'given' : 'balance');
  const column = (place: number) => columns[place] as CsvColumn;
  switch (amount.kind) {
    case 'signed': {
      const own = column(amount.column);
      const partner = partnerOf(findings, own);
      if (partner !== null) return guessPairSigns(findings, partner.out, partner.in);
      const rival = answers.amount === undefined ? rivalOf(findings, reading, own) : null;
      if (rival === null) return signedReading(findings, own, reading, amount.inverted);
      findings.askForColumn('amount', [own, rival]);
      return null;
    }
    case 'stepped':
      return steppedReading(findings, amount, reading);
    case 'two': {
      const [out, into] = [column(amount.out), column(amount.in)];
      const isTitled = out.role === 'out' || into.role === 'in';
      const isContrary = !isTitled && (out.role === 'in' || into.role === 'out');
      // Without titles, money out is before money in.
      if (isTitled || (!isContrary && amount.out < amount.in)) return amount;
      // On a card, payments lower the debt.
      if (isContrary && amount.ignoresSigns !== true) {
        const turned = { kind: 'two', out: amount.in, in: amount.out, outIsNegative: false } as const;
        return amount.outIsNegative ? { ...turned, inIsNegative: true } : turned;
      }
      findings.askForColumn('amount', [out, into]);
      return null;
    }
    case 'marked': {
      const mark = column(amount.mark);
      const words = [...amount.out, ...amount.in];
      findings.because('direction', 'words');
      const directions = directionsOf(words, mark.title);
      if (directions !== null) return { ...amount, out: directions.out, in: directions.in };
      const { falling, rising } = countMoves(reading);
      if (falling > rising || answers.direction !== undefined) return amount;
      findings.askForColumn('direction', [mark]);
      return null;
    }
  }
}

/** If there is only a column for money out, the one for money in is empty in this file. */
function partnerOf({ columns }: Findings, own: CsvColumn): { readonly out: CsvColumn; readonly in: CsvColumn } | null {
  if (own.role !== 'out' && own.role !== 'in') return null;
  const [other, ...more] = columnsOf(columns, own.role === 'out' ? 'in' : 'out');
  if (other === undefined || more.length > 0) return null;
  return own.role === 'out' ? { out: own, in: other } : { out: other, in: own };
}

/** The other column of a pair: it has an amount where the proven one has none. */
function rivalOf({ columns, sample }: Findings, { units, balance, start, decimalMark }: Reading, own: CsvColumn) {
  const isEmpty = (row: readonly string[]): boolean =>
    labelOfRow(row) === null && !isMoney(readNumber(clean(row[own.place]), decimalMark) ?? '');
  const empty = sample.rows.slice(0, units.length).filter(isEmpty);
  return (
    columns.find(
      ({ place, role, numbers, dates }) =>
        ![own.place, balance, start].includes(place) &&
        numbers > 0 &&
        dates === 0 &&
        (role === null || role === 'in' || role === 'out') &&
        empty.some((row) => isMoney(clean(row[place])) && isNumber(clean(row[place]))),
    ) ?? null
  );
}

/** Asks a question that distinguishes the readings that all satisfy the balance. */
function askBetween(findings: Findings, readings: readonly Reading[]): void {
  const { columns, answers } = findings;
  const places = new Set(readings.flatMap(({ amount }) => moneyPlaces(amount)));
  const [only] = columns.filter(({ place }) => places.has(place));
  const fee = columns.find(({ place }) => readings.some((reading) => reading.fee === place));
  const mark = columns.find(({ place }) =>
    readings.some(({ amount }) => amount.kind === 'marked' && amount.mark === place),
  );
  if (only === undefined || places.size > 1)
    findings.askForColumn(
      'amount',
      columns.filter(({ place }) => places.has(place)),
    );
  else if (fee !== undefined && answers.fee === undefined) askForFee(findings, fee);
  else if (mark !== undefined && answers.direction === undefined) findings.askForColumn('direction', [mark]);
  else askForSign(findings, only);
}

/** A column with fees other than zero. */
function feeColumn(findings: Findings): CsvColumn | null {
  if (findings.answers.fee === 'none') return null;
  const found = columnsOf(findings.columns, 'fee').find(({ positives, negatives }) => positives + negatives > 0);
  return findings.answered('fee') ?? found ?? null;
}

function askForFee(findings: Findings, { title }: CsvColumn): void {
  findings.ask('fee', { column: title }, [choiceOf('none', { choice: 'yes' }), choiceOf(title, { choice: 'no' })]);
}

/** The columns of amounts according to titles and content. Null if the user must name them. */
function guessShape(findings: Findings): Shape | null {
  const { answers, columns, sample } = findings;
  const found = (shape: Shape, reason: ReasonCode): Shape => {
    findings.because('amount', reason);
    return shape;
  };
  const one = (column: CsvColumn, reason: ReasonCode = 'title') => found({ kind: 'one', column }, reason);
  const amount = findings.answered('amount');
  const [out, into] = [findings.answered('out'), findings.answered('in')];
  if (out !== null && into !== null) return found({ kind: 'two', out, in: into }, 'given');
  if (amount !== null) return one(amount, 'given');
  const net = netColumn(findings);
  if (net !== null) return one(net);
  const titled = columnsOf(columns, 'amount').filter(({ filled, numbers }) => numbers > 0 || filled === 0);
  const whole = titled.filter(({ numbers }) => numbers === sample.rows.length);
  const [only] = whole.length > 0 ? whole : titled;
  if (only !== undefined && whole.length === 1) return one(only);
  const titledPair = pairByTitles(findings);
  if (titledPair !== null) return found(titledPair, 'title');
  const complement = complementaryColumns(findings);
  if (complement !== null) {
    const sides =
      answers.out === undefined
        ? sidesOf(findings, complement)
        : { out, in: complement.find((column) => column !== out) };
    if (sides.out != null && sides.in != null)
      return found({ kind: 'two', out: sides.out, in: sides.in }, answers.out === undefined ? 'title' : 'given');
    findings.askForColumn('out', complement);
    return null;
  }
  if (only !== undefined && titled.length === 1) return one(only);
  const [single, ...more] = columns.filter(
    ({ role, dates, numbers, marked, negatives }) =>
      numbers > 0 && dates === 0 && (role === null || role === 'amount') && (marked > 0 || negatives > 0),
  );
  // A single numeric column may be a balance without amounts.
  if (single !== undefined && single.numbers === sample.rows.length && more.length + titled.length === 0)
    if (isAlone(findings, single)) return one(single, 'only');
  findings.askForColumn(
    'amount',
    columns.filter(({ numbers, dates, role }) => numbers > 0 && dates === 0 && !NO_AMOUNT.has(role)),
  );
  return null;
}

const NO_AMOUNT: ReadonlySet<CsvColumn['role']> = new Set(['other-account', 'id', 'balance', 'original']);

/** If it were a balance, other columns would have the amounts. */
function isAlone({ columns, sample }: Findings, single: CsvColumn): boolean {
  const others = columns.filter(
    ({ place, role, numbers, values }) =>
      place !== single.place &&
      numbers > 0 &&
      (role === null || role === 'out' || role === 'in' || role === 'amount' || role === 'balance') &&
      !values.every((value) => /^0*\d{9,}$/.test(value)),
  );
  return others.length === 0 || !sample.rows.every((row) => others.some(({ place }) => isNumber(clean(row[place]))));
}

/** With gross, fee and net columns, the net amount changes the balance, if the three agree in every line. */
function netColumn({ columns, sample }: Findings): CsvColumn | null {
  const [[net], [gross], [fee]] = (['net', 'amount', 'fee'] as const).map((role) => columnsOf(columns, role)) as [
    CsvColumn[],
    CsvColumn[],
    CsvColumn[],
  ];
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
function pairByTitles({ columns, sample }: Findings): Shape | null {
  const [out, ...moreOut] = columnsOf(columns, 'out');
  const [into, ...moreIn] = columnsOf(columns, 'in');
  if (out === undefined || into === undefined || moreOut.length + moreIn.length > 0) return null;
  const both = sample.rows.filter((row) => isMoney(clean(row[out.place])) && isMoney(clean(row[into.place])));
  return both.length > sample.rows.length / 2 ? null : { kind: 'two', out, in: into };
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
      .filter((b) => sample.rows.every((row) => hasMoney(row, a) !== hasMoney(row, b)))
      .map((b) => [a, b]),
  );
  return pair === undefined || more.length > 0 ? null : pair;
}

const SIDE_ROLES: ReadonlySet<CsvColumn['role']> = new Set(['out', 'in', 'amount', 'payee', 'memo']);

function hasMoney(row: readonly string[], { place }: CsvColumn): boolean {
  return isMoney(clean(row[place])) && isNumber(clean(row[place]));
}

/** The titles of complementary columns say which is money out, or else a salary does. */
function sidesOf({ sample }: Findings, [a, b]: readonly CsvColumn[]): Partial<Record<'out' | 'in', CsvColumn>> {
  if (a === undefined || b === undefined) return {};
  const [first, second] = [a, b].map(({ role, title }) =>
    role === 'out' || role === 'in' ? role : sideOfTitle(title),
  );
  const side = first ?? (second == null ? null : second === 'in' ? 'out' : 'in');
  if (side !== null && first !== second) return side === 'out' ? { out: a, in: b } : { out: b, in: a };
  const [isIncome, isIncomeBeside] = [a, b].map((column) =>
    sample.rows.some((row) => hasMoney(row, column) && row.some(speaksOfIncome)),
  );
  if (isIncome === isIncomeBeside) return {};
  return isIncome === true ? { out: b, in: a } : { out: a, in: b };
}

/** The side that a word of the title names: "Gutschrift in CHF", "入金金額". */
function sideOfTitle(title: string): 'out' | 'in' | null {
  const plain = plainWords(title);
  const sides = new Set(plain.split(' ').flatMap((word) => directionOf(word) ?? []));
  for (const [side, part] of SIDES_IN_TITLES) if (part.test(plain)) sides.add(side);
  const [side] = sides;
  return sides.size === 1 ? (side ?? null) : null;
}

/** Parts of titles in scripts without spaces, and words that no column of directions has. */
const SIDES_IN_TITLES = [
  [
    'out',
    /出金|支出|付款|支払|借方|출금|지급|ถอน|เงินออก|จ่าย|withdrawn|money out|paid out|spent|isplat|odljev|سحب|مدين|חובה|משיכה/u,
  ],
  ['in', /入金|收入|收款|預入|贷方|입금|ฝาก|เงินเข้า|รับ|paid in|money in|received|uplat|priljev|إيداع|دائن|זכות|הפקדה/u],
] as const;
