import type { CsvAmountColumns, CsvMapping } from '../../../../core/csv-mapping.ts';
import { chooseReading, type Choice } from '../proof/choose-reading.ts';
import type { ProvenOrder } from '../proof/chain.ts';
import { findReadings, type Money, type Reading } from '../proof/find-readings.ts';
import { openSheet, sheetOf } from '../proof/sheet.ts';
import { clean } from '../table/csv-table.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { speaksOfIncome } from '../values/csv-income.ts';
import { directionsOf, type CsvColumn } from '../table/csv-columns.ts';
import { readingOfMapping } from '../proof/proven-lines.ts';
import type { Findings } from './findings.ts';
import { askForSign, isOwedOnIt, signsIn } from './guess-sign.ts';

/** What a running balance proves of the money in a table. */
export interface ProvenMoney {
  readonly choice: Choice;
  /** Null when the balance tells the columns, and not what is out and what is in. */
  readonly amount: CsvAmountColumns | null;
}

const SEARCHED_LINES = 120;

/** Null when no column is the running balance of others. */
export function proveMoney(findings: Findings, date: number | null): ProvenMoney | null {
  const { table, columns, answers } = findings;
  const isNamed = ({ money, balance, start }: Reading): boolean =>
    columns[balance]?.role === 'balance' || start !== null
      ? (money.kind === 'two' ? [money.falls, money.rises] : [money.column]).every((place) =>
          ['amount', 'net', 'out', 'in'].includes(columns[place]?.role ?? ''),
        )
      : false;
  const sheet = openSheet(table, date, SEARCHED_LINES);
  const found = findReadings(sheet, columns, isNamed).filter(
    (reading) => sheet.orders(reading.groups).has(reading.order) && isAnswered(findings, reading),
  );
  const choice = withGivenSign(chooseReading(found, columns), answers.sign);
  if (choice === null) return null;
  if (choice.kind === 'contested') return { choice, amount: null };
  if (!isTrueOfAll(findings, choice.reading, date)) return null;
  return { choice, amount: amountOf(findings, choice.reading) };
}

/** Of readings that differ in their signs alone, the one whose signs a person gave. */
function withGivenSign(choice: Choice | null, sign: 'as-written' | 'inverted' | undefined): Choice | null {
  if (choice?.kind !== 'contested' || sign === undefined) return choice;
  const fitting = choice.readings.filter(
    ({ money }) => money.kind === 'signed' && money.isTurned === (sign === 'inverted'),
  );
  const [first] = fitting;
  const isOne = new Set(fitting.map(({ money }) => JSON.stringify(money))).size === 1;
  return first !== undefined && isOne ? { kind: 'proven', reading: first } : choice;
}

/** Nothing that a person said is found out otherwise. */
function isAnswered({ answers, columns }: Findings, { money, mark }: Reading): boolean {
  const is = (wanted: string | undefined, place: number): boolean =>
    wanted === undefined ||
    columns[place]?.title.toLowerCase() === wanted.trim().toLowerCase() ||
    wanted === String(place + 1);
  if (answers.decimalMark !== undefined && answers.decimalMark !== mark) return false;
  if (answers.out !== undefined || answers.in !== undefined)
    return (
      money.kind === 'two' &&
      ((is(answers.out, money.falls) && is(answers.in, money.rises)) ||
        (is(answers.out, money.rises) && is(answers.in, money.falls)))
    );
  const fee = money.kind === 'signed' ? money.fee : null;
  if (answers.fee !== undefined && (answers.fee === 'none' ? fee !== null : fee === null || !is(answers.fee, fee)))
    return false;
  if (answers.amount !== undefined && (money.kind === 'two' || !is(answers.amount, money.column))) return false;
  if (answers.direction !== undefined)
    return answers.direction === 'none'
      ? money.kind !== 'marked'
      : money.kind === 'marked' && is(answers.direction, money.mark);
  return true;
}

/** The reading was found on the first lines; it holds when all lines agree. */
function isTrueOfAll({ table }: Findings, reading: Reading, date: number | null): boolean {
  return table.rows.length - table.first <= SEARCHED_LINES || readingOfMapping(sheetOf(table, date), reading) !== null;
}

/** With what is out and what is in, which a balance alone does not say: a card's may be what is owed. */
function amountOf(findings: Findings, reading: Reading): CsvAmountColumns | null {
  const { money, amounts, chain } = reading;
  const { columns } = findings;
  const moves = amounts.filter((_, line) => !chain.others.has(line));
  const falling = moves.filter((units) => (units ?? 0) < 0).length;
  const rising = moves.filter((units) => (units ?? 0) > 0).length;
  switch (money.kind) {
    case 'signed':
      return signedAmount(findings, reading, money, falling, rising);
    case 'two': {
      const { falls, rises, fallsHasMinus } = money;
      const titled = [columns[falls]?.role, columns[rises]?.role];
      const isTitled = titled[0] === 'out' || titled[1] === 'in';
      const isTurned = !isTitled && (titled[0] === 'in' || titled[1] === 'out');
      // Without titles, money out stands before money in.
      if (isTitled || (!isTurned && falls < rises))
        return { kind: 'two', out: falls, in: rises, outIsNegative: fallsHasMinus };
      if (isTurned && !fallsHasMinus) return { kind: 'two', out: rises, in: falls, outIsNegative: false };
      findings.askForColumn('amount', [columns[falls] as CsvColumn, columns[rises] as CsvColumn]);
      return null;
    }
    case 'marked': {
      const { column, mark, falls, rises } = money;
      const known = directionsOf([...falls, ...rises], columns[mark]?.title);
      if (known !== null) return { kind: 'marked', column, mark, out: known.out, in: known.in };
      if (falling > rising || findings.answers.direction !== undefined)
        return { kind: 'marked', column, mark, out: falls, in: rises };
      findings.askForColumn('direction', [columns[mark] as CsvColumn]);
      return null;
    }
  }
}

function signedAmount(
  findings: Findings,
  reading: Reading,
  { column, isTurned }: Extract<Money, { kind: 'signed' }>,
  falling: number,
  rising: number,
): CsvAmountColumns | null {
  const place = findings.columns[column];
  const { sign } = findings.answers;
  if (sign !== undefined) {
    findings.given('sign', { kind: 'sign', sign });
    return { kind: 'signed', column, inverted: sign === 'inverted' };
  }
  const partner = partnerOf(findings, column);
  if (partner !== null) return partner;
  const rival = findings.answers.amount === undefined ? rivalOf(findings, reading, column) : null;
  if (rival !== null) {
    findings.askForColumn('amount', [place as CsvColumn, rival]);
    return null;
  }
  const isClear =
    place !== undefined &&
    !isOwedOnIt(findings, place) &&
    (falling > rising || (!isTurned && (falling === rising || hasIncome(findings, column))));
  if (!isClear) {
    askForSign(findings, place as CsvColumn);
    return null;
  }
  findings.decide('sign', { kind: 'sign', sign: isTurned ? 'inverted' : 'as-written' }, 'balance');
  return { kind: 'signed', column, inverted: isTurned };
}

/** A column that has the money of a line where the amount is nothing: of a pair, of which the balance proves one. */
function rivalOf({ columns, table }: Findings, { amounts, balance, start, chain }: Reading, own: number) {
  const rows = openSheet(table, null, amounts.length).rows;
  const empty = rows.filter(
    (row, line) => (amounts[line] ?? 0) === 0 && !chain.others.has(line) && labelOfRow(row) === null,
  );
  return (
    columns.find(
      ({ place, role, numbers, dates }) =>
        ![own, balance, start].includes(place) &&
        numbers > 0 &&
        dates === 0 &&
        (role === null || role === 'in' || role === 'out') &&
        empty.some((row) => /[1-9]/.test(clean(row[place])) && isNumber(clean(row[place]))),
    ) ?? null
  );
}

/** A salary that raises the balance: an account's, since no card is paid one. */
function hasIncome({ sample }: Findings, column: number): boolean {
  return sample.rows.some(
    (row) => /^\+?[^-(]*\d[^-)]*$/.test(clean(row[column])) && row.some((cell) => speaksOfIncome(cell)),
  );
}

/** A column of money out alone: the one of money in is empty in this file, and not in the next one. */
function partnerOf(findings: Findings, column: number): CsvAmountColumns | null {
  const { columns } = findings;
  const role = columns[column]?.role;
  if (role !== 'out' && role !== 'in') return null;
  const others = columns.filter((other) => other.role === (role === 'out' ? 'in' : 'out'));
  const [other] = others;
  if (other === undefined || others.length > 1) return null;
  const [out, into] = role === 'out' ? [column, other.place] : [other.place, column];
  return { kind: 'two', out, in: into, outIsNegative: signsIn(findings, columns[out] as CsvColumn).negatives > 0 };
}

/** What the mapping keeps of it. */
export function keptOf({
  choice,
}: ProvenMoney): (Pick<CsvMapping, 'balance' | 'fee'> & { readonly lines: ProvenOrder }) | null {
  if (choice.kind === 'contested') return null;
  const { money, balance, order, groups } = choice.reading;
  return { balance, fee: money.kind === 'signed' ? money.fee : null, lines: { order, groups } };
}
