import { DecimalMarkSearch, isUsual, plainNumber, readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { hasMoney, moneyPlaces, unitsBy } from '../arithmetic/amounts.ts';
import type { Reading } from '../arithmetic/find-readings.ts';
import { sheetOf } from '../arithmetic/sheet.ts';
import { columnsOf, directionsOf, type CsvColumn } from '../table/csv-columns.ts';
import { clean, linesAbove, onlyOf, rowError, type CsvTable } from '../table/csv-table.ts';
import { chooseReading, countMoves } from './choose-reading.ts';
import { choiceOf, isNamed, type Findings } from './findings.ts';
import { guessShape, pairByTitles } from './guess-shape.ts';
import { askForSign, guessPairSigns, guessSign, withFirstLine } from './guess-sign.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { excerpt } from '../../statement-error.ts';

/** Finds the columns of money. The running balance has priority over titles. */
export function findMoney(findings: Findings, date: number | null) {
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

export function guessAmount(
  findings: Findings,
  { proven, isMarkOpen, shape, columns }: ReturnType<typeof findMoney>,
  decimals: number,
): Pick<CsvMapping, 'amount' | 'fee' | 'decimalMark' | 'isDebt'> | null {
  if (proven !== null) {
    const amount = provenAmount(findings, proven);
    const decimalMark = isMarkOpen ? guessDecimalMark(findings, columns, decimals) : proven.decimalMark;
    if (!isMarkOpen) findings.because('decimalMark', 'balance');
    // The other column of a pair may explain what looked like a fee.
    const fee = amount?.kind === proven.amount.kind ? proven.fee : null;
    if (fee !== null) findings.because('fee', 'balance');
    if (amount === null || decimalMark === null) return null;
    return { amount, fee, decimalMark, ...debtIn(findings, proven, { amount, fee, decimalMark }) };
  }
  if (shape === null) return null;
  const fee = feeColumn(findings);
  const decimalMark = guessDecimalMark(findings, fee === null ? columns : [...columns, fee], decimals);
  if (decimalMark === null) return null;
  const amount =
    shape.kind === 'two'
      ? guessPairSigns(findings, shape.out, shape.in)
      : guessSign(findings, shape.column, decimalMark, null);
  const paid = shape.kind === 'one' && shape.column.role !== 'net' ? fee : null;
  if (paid !== null && findings.answered('fee') === null) return askForFee(findings, paid);
  return amount === null ? null : { amount, fee: paid?.place ?? null, decimalMark };
}

/** A balance is a debt if money in lowers it. Empty if no line shows it. */
function debtIn(
  { table, date }: Findings,
  { units, balance }: Reading,
  money: Pick<CsvMapping, 'amount' | 'fee' | 'decimalMark'>,
): Pick<CsvMapping, 'isDebt'> {
  if (money.amount.kind === 'stepped') return { isDebt: false };
  const amounts = unitsBy(sheetOf(table, date), { ...money, balance });
  const line = units.findIndex((change, line) => (change ?? 0) * (amounts?.[line] ?? 0) !== 0);
  return line === -1 ? {} : { isDebt: Number(units[line]) > 0 !== Number(amounts?.[line]) > 0 };
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
      const pair = pairByTitles(findings);
      // The other column may be empty in this file.
      if (pair?.out === own || pair?.in === own) return guessPairSigns(findings, pair.out, pair.in);
      const rival = answers.amount === undefined ? rivalOf(findings, reading, own) : null;
      if (rival === null) return guessSign(findings, own, reading.decimalMark, reading);
      // A plus lowers the balance, so the other column is money in.
      if (amount.inverted) return guessPairSigns(findings, own, rival);
      return findings.askForColumn('amount', [own, rival]);
    }
    case 'stepped':
      return withFirstLine(findings, amount, reading);
    case 'two': {
      const [out, into] = [column(amount.out), column(amount.in)];
      const isOut = (column: CsvColumn): boolean =>
        answers.out === undefined ? column.role === 'out' : isNamed(column, answers.out);
      const isKnown = isOut(out) || (answers.out === undefined && into.role === 'in');
      const isContrary = !isKnown && (isOut(into) || out.role === 'in');
      // Without titles, money out is before money in.
      if (isKnown || (!isContrary && amount.out < amount.in)) return amount;
      // On a card, payments lower the debt.
      if (isContrary && amount.ignoresSigns !== true) {
        const turned = { kind: 'two', out: amount.in, in: amount.out, outIsNegative: false } as const;
        return amount.outIsNegative ? { ...turned, inIsNegative: true } : turned;
      }
      return findings.askForColumn('amount', [out, into]);
    }
    case 'marked': {
      const mark = column(amount.mark);
      const words = [...amount.out, ...amount.in];
      findings.because('direction', 'words');
      const directions = directionsOf(words, mark.title);
      if (directions !== null) return { ...amount, out: directions.out, in: directions.in };
      const { falling, rising } = countMoves(reading);
      if (falling > rising || answers.direction !== undefined) return amount;
      return findings.askForColumn('direction', [mark]);
    }
  }
}

/** The other column of a pair: it has an amount where the proven one has none. */
function rivalOf({ columns, table, date }: Findings, { units, balance, start }: Reading, own: CsvColumn) {
  const { rows, lines } = sheetOf(table, date);
  // A total may fill both columns of a pair.
  const isLine = (line: number): boolean => line < units.length && lines[line]?.label === null;
  const empty = rows.filter((_, line) => isLine(line) && !units[line]);
  const paid = rows.filter((_, line) => isLine(line) && units[line]);
  return (
    columns.find(
      ({ place, role, numbers, dates, filled }) =>
        ![own.place, balance, start].includes(place) &&
        (numbers > 0 || filled === 0) &&
        dates === 0 &&
        ((role === null && own.role !== 'amount') || role === 'in' || role === 'out') &&
        empty.some((row) => hasMoney(row, place)) &&
        !paid.some((row) => hasMoney(row, place)),
    ) ?? null
  );
}

function askBetween(findings: Findings, readings: readonly Reading[]): void {
  const { columns, answers } = findings;
  const own = columns.filter(({ place }) => readings.some(({ amount }) => moneyPlaces(amount).includes(place)));
  const [only] = own;
  const fee = columns.find(({ place }) => readings.some((reading) => reading.fee === place));
  const mark = columns.find(({ place }) =>
    readings.some(({ amount }) => amount.kind === 'marked' && amount.mark === place),
  );
  const pair = onlyOf(readings.map(({ amount }) => (amount.kind === 'two' ? `${amount.out} ${amount.in}` : null)));
  if (only === undefined || (own.length > 1 && pair === null)) findings.askForColumn('amount', own);
  else if (fee !== undefined && answers.fee === undefined) askForFee(findings, fee);
  else if (mark !== undefined && answers.direction === undefined) findings.askForColumn('direction', [mark]);
  else askForSign(findings, only);
}

function feeColumn(findings: Findings): CsvColumn | null {
  if (findings.answers.fee === 'none') return null;
  const found = columnsOf(findings.columns, 'fee').find(({ positives, negatives }) => positives + negatives > 0);
  return findings.answered('fee') ?? found ?? null;
}

function askForFee(findings: Findings, { title }: CsvColumn): null {
  return findings.ask('fee', { column: title }, [
    choiceOf('none', { choice: 'yes' }),
    choiceOf(title, { choice: 'no' }),
  ]);
}

const MARKS: readonly DecimalMark[] = ['.', ','];

/** Null if "1,234" is ambiguous. Throws `statement_bad_amount` if two amounts contradict each other. */
function guessDecimalMark(findings: Findings, columns: readonly CsvColumn[], decimals: number): DecimalMark | null {
  const { table, answers } = findings;
  const found = answers.decimalMark ?? decimalMarkIn(table, columns, decimals);
  if (typeof found === 'string')
    return findings.decide('decimalMark', answers.decimalMark === undefined ? 'format' : 'given', found);
  const example = plainNumber(found.ambiguous) ?? '';
  const choices = MARKS.map((mark) =>
    choiceOf(mark, { choice: 'sum', sum: { amount: readNumber(example, mark) ?? '0.00', currency: '' } }),
  );
  return findings.ask('decimalMark', { example: found.ambiguous }, choices);
}

function decimalMarkIn(table: CsvTable, columns: readonly CsvColumn[], decimals: number) {
  const search = new DecimalMarkSearch<string>();
  let usual: DecimalMark | undefined;
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    for (const { place } of columns) {
      const cell = clean(row[place]);
      // Skips amounts in the same notation as the first one, for speed.
      if (usual !== undefined && isUsual(cell, usual)) continue;
      const plain = plainNumber(cell);
      // Reading reports cells that are not amounts.
      if (plain === null || isDateShaped(cell)) continue;
      if (search.see(plain, decimals, cell) === 'conflicting')
        throw rowError(table, index, place, 'statement_bad_amount', { reason: 'conflicting', text: excerpt(cell) });
      usual ??= MARKS.find((mark) => isUsual(cell, mark));
    }
  }
  const found = search.decide();
  if (typeof found === 'string') return found;
  const above = markAbove(table);
  if (above !== null || decimals > 0) return above ?? found;
  // In a currency without decimals, a mark can only group digits.
  return found.ambiguous.includes('.') ? ',' : '.';
}

/** The mark of the amounts above the table, such as a balance; null if there are none or if their marks differ. */
function markAbove(table: CsvTable): DecimalMark | null {
  const amounts = linesAbove(table).flatMap((line) => line.match(/(?<![\d.,])\d[\d.,]*[.,]\d\d(?![\d.,])/g) ?? []);
  return onlyOf(MARKS.filter((mark) => amounts.some((amount) => isUsual(amount, mark))));
}
