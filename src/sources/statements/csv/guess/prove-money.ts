import type { CsvAmountColumns, CsvMapping } from '../../../../core/csv-mapping.ts';
import type { ProvenOrder } from '../proof/chain.ts';
import { chooseReading, isStartTitle, type Choice } from '../proof/choose-reading.ts';
import { findReadings, type Reading } from '../proof/find-readings.ts';
import { columnsOfMoney, pairOf, type Money } from '../proof/money.ts';
import { openSheet, sheetOf } from '../proof/sheet.ts';
import { CELL_BREAK, clean } from '../table/csv-table.ts';
import { isNumber, ownDirection } from '../../../../core/amount-text.ts';
import { labelOfRow, speaksOfIncome } from '../values/csv-labels.ts';
import { directionsOf, type CsvColumn } from '../table/csv-columns.ts';
import { firstSteppedLine, readingOfMapping } from '../proof/proven-lines.ts';
import { choiceOf, type Findings } from './unclear.ts';
import { areAllExplicit, askForSign, guessTwoSigns, isOwedOnIt } from './guess-sign.ts';

/** The amount columns that a running balance proves. */
export interface ProvenMoney {
  readonly choice: Choice;
  /** Null if the balance identifies the columns but not the direction. */
  readonly amount: CsvAmountColumns | null;
}

const SEARCHED_LINES = 120;

/** Null if no column is a running balance. */
export function proveMoney(findings: Findings, date: number | null): ProvenMoney | null {
  const { table, columns, answers } = findings;
  const isNamed = ({ money, balance, start }: Reading): boolean =>
    columns[balance]?.role === 'balance' || (start !== null && isStartTitle(columns[start]?.title ?? ''))
      ? columnsOfMoney(money).every((place) => ['amount', 'net', 'out', 'in'].includes(columns[place]?.role ?? ''))
      : false;
  const sheet = openSheet(table, date, SEARCHED_LINES);
  const found = findReadings(sheet, columns, isNamed).filter(
    (reading) => sheet.orders(reading.groups).has(reading.order) && isAnswered(findings, reading),
  );
  const choice = withGivenSign(chooseReading(found, columns), answers.sign);
  if (choice === null) return null;
  if (choice.kind === 'contested') return { choice, amount: null };
  if (!isTrueOfAll(findings, choice.reading, date)) return null;
  return { choice, amount: amountOf(findings, choice.reading, date) };
}

/** If readings differ in signs only, the user's answer decides. */
function withGivenSign(choice: Choice | null, sign: 'as-written' | 'inverted' | undefined): Choice | null {
  if (choice?.kind !== 'contested' || sign === undefined) return choice;
  const fitting = choice.readings.filter(
    ({ money }) => money.kind === 'signed' && money.isTurned === (sign === 'inverted'),
  );
  const [first] = fitting;
  const isOne = new Set(fitting.map(({ money }) => JSON.stringify(money))).size === 1;
  return first !== undefined && isOne ? { kind: 'proven', reading: first } : choice;
}

/** The user's answers have priority. */
function isAnswered({ answers, columns }: Findings, { money, mark }: Reading): boolean {
  const is = (answer: string | undefined, place: number): boolean =>
    answer === undefined ||
    columns[place]?.title.toLowerCase() === answer.trim().toLowerCase() ||
    answer === String(place + 1);
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

/** The reading was found in the first lines; it must fit all lines. */
function isTrueOfAll({ table }: Findings, reading: Reading, date: number | null): boolean {
  return table.rows.length - table.first <= SEARCHED_LINES || readingOfMapping(sheetOf(table, date), reading) !== null;
}

/** Adds the direction, which the balance does not prove: on a card, it may be the debt. */
function amountOf(findings: Findings, reading: Reading, date: number | null): CsvAmountColumns | null {
  const { money, amounts, chain } = reading;
  const { columns } = findings;
  const moves = amounts.filter((_, line) => !chain.others.has(line));
  const falling = moves.filter((units) => (units ?? 0) < 0).length;
  const rising = moves.filter((units) => (units ?? 0) > 0).length;
  switch (money.kind) {
    case 'signed':
      return signedAmount(findings, reading, money, { falling, rising, date });
    case 'stepped':
      return steppedAmount(findings, reading, money.column, date);
    case 'two': {
      const { falls, rises, fallsHas } = money;
      const titled = [columns[falls]?.role, columns[rises]?.role];
      const isTitled = titled[0] === 'out' || titled[1] === 'in';
      const isTurned = !isTitled && (titled[0] === 'in' || titled[1] === 'out');
      // Without titles, money out is before money in.
      if (isTitled || (!isTurned && falls < rises)) return pairOf(money);
      // On a card, payments lower the debt.
      if (isTurned && fallsHas !== 'either')
        return {
          ...pairOf({ ...money, falls: rises, rises: falls, fallsHas: 'plus' }),
          ...(fallsHas === 'minus' ? { inIsNegative: true } : {}),
        };
      findings.askForColumn('amount', [columns[falls] as CsvColumn, columns[rises] as CsvColumn]);
      return null;
    }
    case 'marked': {
      const { column, mark, falls, rises } = money;
      const directions = directionsOf([...falls, ...rises], columns[mark]?.title);
      if (directions !== null) return { kind: 'marked', column, mark, out: directions.out, in: directions.in };
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
  { falling, rising, date }: { readonly falling: number; readonly rising: number; readonly date: number | null },
): CsvAmountColumns | null {
  const place = findings.columns[column];
  const partner = partnerOf(findings, column);
  if (partner !== null) return guessTwoSigns(findings, partner.out, partner.in);
  const rival = findings.answers.amount === undefined ? rivalOf(findings, reading, column) : null;
  if (rival !== null) {
    findings.askForColumn('amount', [place as CsvColumn, rival]);
    return null;
  }
  // Without any sign, the balance shows nothing of the line before which there is none.
  if (isTurned && place !== undefined && isUnsigned(findings, place, reading))
    return steppedAmount(findings, reading, column, date);
  const { sign } = findings.answers;
  if (sign !== undefined) {
    findings.given('sign', { kind: 'sign', sign });
    return { kind: 'signed', column, inverted: sign === 'inverted' };
  }
  const isClear =
    place !== undefined &&
    !isOwedOnIt(findings, place) &&
    (falling > rising ||
      (!isTurned && (falling === rising || hasIncome(findings, column) || areAllExplicit(findings, place))));
  if (!isClear) {
    askForSign(findings, place as CsvColumn);
    return null;
  }
  findings.decide('sign', { kind: 'sign', sign: isTurned ? 'inverted' : 'as-written' }, 'balance');
  return { kind: 'signed', column, inverted: isTurned };
}

/** No amount has a sign, and each has a balance beside it. */
function isUnsigned(
  { table, sample }: Findings,
  { place, role, negatives, values }: CsvColumn,
  { balance }: Reading,
): boolean {
  return (
    table.header !== null &&
    role === 'amount' &&
    negatives === 0 &&
    values.every((value) => ownDirection(value) === null) &&
    sample.rows.every((row) => clean(row[place]) === '' || clean(row[balance]) !== '')
  );
}

/** The direction of the line without a balance before it is known from a salary, or asked. */
function steppedAmount(findings: Findings, { order, balance, mark }: Reading, column: number, date: number | null) {
  const { table, answers } = findings;
  const stepped = { kind: 'stepped', column, order, first: null } as const;
  const first = firstSteppedLine(sheetOf(table, date), stepped, { decimalMark: mark, balance });
  if (first === 'none') return stepped;
  if (first === null) {
    askForSign(findings, findings.columns[column] as CsvColumn);
    return null;
  }
  const isIncome = first.some((cell) => speaksOfIncome(cell));
  if (answers.sign !== undefined || isIncome)
    return { ...stepped, first: { line: first.join(CELL_BREAK), isOut: answers.sign === 'inverted' } };
  findings.ask(
    'sign',
    {
      about: 'firstLine',
      example: first
        .filter((cell) => cell !== '')
        .join(' · ')
        .slice(0, 70),
    },
    [choiceOf('inverted', { choice: 'wentOut' }), choiceOf('as-written', { choice: 'cameIn' })],
  );
  return null;
}

/** The other column of a pair: it has an amount where the proven one has none. */
function rivalOf({ columns, table }: Findings, { amounts, balance, start }: Reading, own: number) {
  const rows = openSheet(table, null, amounts.length).rows;
  const empty = rows.filter((row, line) => (amounts[line] ?? 0) === 0 && labelOfRow(row) === null);
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

/** A salary that raises the balance proves a current account, because no card receives one. */
function hasIncome({ sample }: Findings, column: number): boolean {
  return sample.rows.some(
    (row) => /^\+?[^-(]*\d[^-)]*$/.test(clean(row[column])) && row.some((cell) => speaksOfIncome(cell)),
  );
}

/** If there is only a column for money out, the one for money in is empty in this file. */
function partnerOf({ columns }: Findings, column: number): { readonly out: CsvColumn; readonly in: CsvColumn } | null {
  const own = columns[column];
  const role = own?.role;
  if (own === undefined || (role !== 'out' && role !== 'in')) return null;
  const others = columns.filter((other) => other.role === (role === 'out' ? 'in' : 'out'));
  const [other] = others;
  if (other === undefined || others.length > 1) return null;
  return role === 'out' ? { out: own, in: other } : { out: other, in: own };
}

export function provenMappingOf({
  choice,
}: ProvenMoney): (Pick<CsvMapping, 'balance' | 'fee'> & { readonly lines: ProvenOrder }) | null {
  if (choice.kind === 'contested') return null;
  const { money, balance, order, groups } = choice.reading;
  return { balance, fee: money.kind === 'signed' ? money.fee : null, lines: { order, groups } };
}
