import { addAmounts, negateAmount } from '../../../../core/amount.ts';
import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import { type DecimalMark, isNumber, readNumber } from '../../../../core/amount-text.ts';
import { columnsOf, directionOf, type CsvColumn } from '../table/csv-columns.ts';
import { plainWords } from '../../../../core/column-titles.ts';
import { speaksOfIncome } from '../values/csv-labels.ts';
import { clean } from '../table/csv-table.ts';
import { these, type Findings, type ReasonCode, choiceOf } from './unclear.ts';
import { balanceColumn, guessDecimalMark } from './guess-money.ts';
import { ZERO } from '../../sum-check.ts';
import type { ProvenMoney } from './prove-money.ts';
import type { Reading } from '../proof/find-readings.ts';
import { columnsOfMoney } from '../proof/money.ts';
import { askForSign, guessOneSign, guessTwoSigns } from './guess-sign.ts';

export interface GuessedAmounts {
  readonly amount: CsvAmountColumns;
  readonly fee: number | null;
  readonly decimalMark: DecimalMark;
}

type AmountColumns =
  | { readonly kind: 'one'; readonly column: CsvColumn }
  | { readonly kind: 'two'; readonly out: CsvColumn; readonly in: CsvColumn };

/** Null if it depends on a question. The running balance has priority over titles. */
export function guessAmounts(findings: Findings, decimals: number, proven: ProvenMoney | null): GuessedAmounts | null {
  if (proven !== null) return provenAmounts(findings, proven, decimals);
  const columns = guessColumns(findings);
  if (columns === null) return null;
  const balance = balanceColumn(findings);
  const feeColumn = feeColumnOf(findings);
  const money = [
    ...(columns.kind === 'one' ? [columns.column] : [columns.out, columns.in]),
    ...(balance === null ? [] : [balance]),
    ...(feeColumn === null ? [] : [feeColumn]),
  ];
  const decimalMark = guessDecimalMark(findings, money, decimals);
  if (decimalMark === null) return null;
  const amount =
    columns.kind === 'two'
      ? guessTwoSigns(findings, columns.out, columns.in)
      : guessOneSign(findings, columns.column, decimalMark);
  const fee = columns.kind === 'one' ? guessFee(findings, columns.column, feeColumn) : null;
  return amount === null || fee === undefined ? null : { amount, fee, decimalMark };
}

function provenAmounts(findings: Findings, { choice, amount }: ProvenMoney, decimals: number): GuessedAmounts | null {
  const { columns, answers } = findings;
  if (choice.kind === 'contested') {
    askBetween(findings, choice.readings);
    return null;
  }
  const { money, mark, balance } = choice.reading;
  const own = columnsOfMoney(money);
  const decimalMark =
    choice.kind === 'either-mark'
      ? guessDecimalMark(
          findings,
          columns.filter(({ place }) => [...own, balance].includes(place)),
          decimals,
        )
      : mark;
  if (choice.kind !== 'either-mark') findings.decide('decimalMark', { kind: 'decimalMark', mark }, 'balance');
  if (amount === null || decimalMark === null) return null;
  const fee = money.kind === 'signed' ? money.fee : null;
  const isGiven = answers.amount !== undefined || answers.out !== undefined;
  if (!isGiven && amount.kind === 'two')
    findings.decide('amount', { kind: 'two', out: amount.out, in: amount.in }, 'balance');
  else if (isGiven)
    findings.given(
      'amount',
      amount.kind === 'two' ? { kind: 'two', out: amount.out, in: amount.in } : { kind: 'columns', columns: own },
    );
  else findings.decide('amount', { kind: 'columns', columns: own.slice(0, 1) }, 'balanceBeside');
  if (amount.kind === 'marked') findings.decide('direction', { kind: 'columns', columns: [amount.mark] }, 'direction');
  if (fee !== null) findings.decide('fee', { kind: 'columns', columns: [fee] }, 'balance');
  return { amount, fee, decimalMark };
}

/** Asks a question that distinguishes the readings that all satisfy the balance. */
function askBetween(findings: Findings, readings: readonly Reading[]): void {
  const { columns } = findings;
  const [first] = readings;
  const moneys = readings.map(({ money }) => money);
  const places = new Set(moneys.flatMap((money) => columnsOfMoney(money)));
  const [column] = [...places];
  const fee = columns.find(({ place }) => moneys.some((money) => money.kind === 'signed' && money.fee === place));
  const mark = columns.find(({ place }) => moneys.some((money) => money.kind === 'marked' && money.mark === place));
  if (first === undefined || column === undefined || places.size > 1)
    findings.askForColumn(
      'amount',
      columns.filter(({ place }) => places.has(place)),
    );
  else if (fee !== undefined && findings.answers.fee === undefined) askForFee(findings, fee);
  else if (mark !== undefined && findings.answers.direction === undefined) findings.askForColumn('direction', [mark]);
  else askForSign(findings, columns[column] as CsvColumn);
}

function askForFee(findings: Findings, { title }: CsvColumn): void {
  findings.ask('fee', { column: title }, [
    choiceOf('none', { choice: 'feesIn' }),
    choiceOf(title, { choice: 'feesOff' }),
  ]);
}

function guessColumns(findings: Findings): AmountColumns | null {
  const { answers, columns, sample } = findings;
  if (answers.out !== undefined && answers.in !== undefined) {
    const given = { kind: 'two', out: findings.column(answers.out), in: findings.column(answers.in) } as const;
    findings.given('amount', { kind: 'two', out: given.out.place, in: given.in.place });
    return given;
  }
  if (answers.amount !== undefined) {
    const column = findings.column(answers.amount);
    findings.given('amount', these(column));
    return { kind: 'one', column };
  }
  const net = netColumn(findings);
  if (net !== null) return net;
  const isWhole = ({ numbers }: CsvColumn): boolean => numbers === sample.rows.length;
  const titled = columnsOf(columns, 'amount').filter(({ filled, numbers }) => numbers > 0 || filled === 0);
  const whole = titled.filter(isWhole);
  const [only] = whole.length > 0 ? whole : titled;
  if (only !== undefined && whole.length === 1) return one(findings, only, 'title');
  const two = twoColumns(findings) ?? complementaryColumns(findings);
  if (two !== null) return two === 'open' ? null : two;
  if (only !== undefined && titled.length === 1) return one(findings, only, 'title');
  const untitled = columns.filter(
    ({ role, dates, numbers, marked, negatives }) =>
      numbers > 0 && dates === 0 && (role === null || role === 'amount') && (marked > 0 || negatives > 0),
  );
  const [single] = untitled;
  // A single numeric column may be a balance without amounts.
  if (
    single !== undefined &&
    isWhole(single) &&
    untitled.length === 1 &&
    titled.length === 0 &&
    isAlone(findings, single)
  )
    return one(findings, single, 'onlyAmount');
  const candidates = columns.filter(
    ({ numbers, dates, role }) =>
      numbers > 0 &&
      dates === 0 &&
      role !== 'other-account' &&
      role !== 'id' &&
      role !== 'balance' &&
      role !== 'original',
  );
  findings.askForColumn('amount', candidates);
  return null;
}

/** If it were a balance, other columns would have the amounts. */
function isAlone({ columns, sample }: Findings, single: CsvColumn): boolean {
  const others = columns.filter(
    ({ place, role, numbers, values }) =>
      place !== single.place &&
      numbers > 0 &&
      (role === null || role === 'out' || role === 'in' || role === 'amount' || role === 'balance') &&
      !values.every((value) => /^0*\d{9,}$/.test(value)),
  );
  return !sample.rows.every((row) => others.some(({ place }) => isNumber(clean(row[place])))) || others.length === 0;
}

function one(findings: Findings, column: CsvColumn, reason: ReasonCode): AmountColumns {
  findings.decide('amount', these(column), reason);
  return { kind: 'one', column };
}

/** With gross, fee and net columns, the net amount changes the balance, if the three agree in every line. */
function netColumn(findings: Findings): AmountColumns | null {
  const { columns, sample } = findings;
  const [net] = columnsOf(columns, 'net');
  const [gross] = columnsOf(columns, 'amount');
  const [fee] = columnsOf(columns, 'fee');
  if (net === undefined || net.numbers < sample.rows.length) return null;
  if (gross === undefined || fee === undefined) return gross === undefined ? one(findings, net, 'title') : null;
  const mark: DecimalMark = sample.rows.some((row) => /,\d\d$/.test(clean(row[net.place]))) ? ',' : '.';
  const agrees = sample.rows.every((row) => {
    const [a, b, c] = [gross, fee, net].map(({ place }) => readNumber(clean(row[place]), mark));
    return a != null && c != null && (addAmounts(a, b ?? ZERO) === c || addAmounts(a, negateAmount(b ?? ZERO)) === c);
  });
  return agrees ? one(findings, net, 'net') : null;
}

/** A column for money out and one for money in; every line fills one of them. */
function twoColumns(findings: Findings): AmountColumns | null {
  const { columns, sample } = findings;
  const [out, ...moreOut] = columnsOf(columns, 'out');
  const [into, ...moreIn] = columnsOf(columns, 'in');
  if (out === undefined || into === undefined || moreOut.length + moreIn.length > 0) return null;
  const isFilled = (cell: string): boolean => /[1-9]/.test(cell);
  const both = sample.rows.filter((row) => isFilled(clean(row[out.place])) && isFilled(clean(row[into.place])));
  // Reading reports a line that fills both.
  if (both.length > sample.rows.length / 2) return null;
  findings.decide('amount', { kind: 'two', out: out.place, in: into.place }, 'filledTitles');
  return { kind: 'two', out, in: into };
}

/**
 * The only two columns of which each line fills exactly one. Their titles say which is money out, or else a salary does,
 * or the user. `open` if that must be asked; null if there is no such pair.
 */
function complementaryColumns(findings: Findings): AmountColumns | 'open' | null {
  const { answers, sample } = findings;
  const pair = complement(findings);
  if (pair === null) return null;
  const [a, b] = pair;
  const decided = (isOut: boolean, reason: ReasonCode): AmountColumns => {
    const [out, into] = isOut ? [a, b] : [b, a];
    if (reason === 'given') findings.given('amount', { kind: 'two', out: out.place, in: into.place });
    else findings.decide('amount', { kind: 'two', out: out.place, in: into.place }, reason);
    return { kind: 'two', out, in: into };
  };
  if (answers.out !== undefined) return decided(findings.column(answers.out).place === a.place, 'given');
  const [first, second] = pair.map(({ role, title }) => (role === 'out' || role === 'in' ? role : sideOfTitle(title)));
  const side = first ?? (second == null ? null : second === 'in' ? 'out' : 'in');
  if (side !== null && first !== second) return decided(side === 'out', 'filledTitles');
  const [isIncome, isIncomeBeside] = pair.map((column) =>
    sample.rows.some((row) => isFilled(row, column) && row.some((cell) => speaksOfIncome(cell))),
  );
  if (isIncome !== isIncomeBeside) return decided(isIncomeBeside === true, 'income');
  findings.askForColumn('out', pair);
  return 'open';
}

function complement({ columns, sample }: Findings): readonly [CsvColumn, CsvColumn] | null {
  const sides = columns.filter(
    ({ role, numbers, dates, filled }) =>
      numbers > 0 &&
      numbers === filled &&
      dates === 0 &&
      (role === null || role === 'out' || role === 'in' || role === 'amount' || role === 'payee' || role === 'memo'),
  );
  const [pair, ...more] = sides.flatMap((a, index) =>
    sides
      .slice(index + 1)
      .filter((b) => sample.rows.every((row) => isFilled(row, a) !== isFilled(row, b)))
      .map((b) => [a, b] as const),
  );
  return pair === undefined || more.length > 0 ? null : pair;
}

function isFilled(row: readonly string[], { place }: CsvColumn): boolean {
  return /[1-9]/.test(clean(row[place])) && isNumber(clean(row[place]));
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

/** A column with fees other than zero. */
function feeColumnOf(findings: Findings): CsvColumn | null {
  const { columns, answers } = findings;
  if (answers.fee === 'none') return null;
  if (answers.fee !== undefined) return findings.column(answers.fee);
  return columnsOf(columns, 'fee').find(({ positives, negatives }) => positives + negatives > 0) ?? null;
}

/** Undefined while it is unclear whether the amounts include the fees. */
function guessFee(findings: Findings, amount: CsvColumn, fee: CsvColumn | null): number | null | undefined {
  const { answers } = findings;
  if (fee === null || amount.role === 'net') return null;
  if (answers.fee !== undefined) {
    findings.given('fee', these(fee));
    return fee.place;
  }
  askForFee(findings, fee);
  return undefined;
}
