import { DecimalMarkSearch, isUsual, plainNumber, readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { hasMoney, moneyPlaces, unitsBy } from '../arithmetic/amounts.ts';
import type { Reading } from '../arithmetic/find-readings.ts';
import { sheetOf } from '../arithmetic/sheet.ts';
import { columnsOf, directionsOf, feeIn, type CsvColumn } from '../table/csv-columns.ts';
import { clean, linesAbove, onlyOf, rowError, type CsvTable } from '../table/csv-table.ts';
import { chooseReading } from './choose-reading.ts';
import { choiceOf, isNamed, type Findings } from './findings.ts';
import { guessShape, outIsFirst, pairByTitles, sideOf } from './guess-shape.ts';
import { askForDirection, guessPairSigns, guessSign, netMoves, withFirstLine } from './guess-sign.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { excerpt } from '../../statement-error.ts';

/** Finds the columns of money. The running balance has priority over titles. */
export function findMoney(findings: Findings, date: number | null) {
  const { columns, sample } = findings;
  const choice = chooseReading(findings, date);
  const [first = null, ...others] = choice?.readings ?? [];
  if (first !== null && others.length > 0) askBetween(findings, [first, ...others]);
  const reading = others.length === 0 ? first : null;
  const amount = first === null ? guessShape(findings) : (reading?.amount ?? null);
  const titled = columnsOf(columns, 'balance').find(({ numbers }) => numbers > sample.rows.length / 2);
  const isBefore = reading !== null && reading.start === reading.balance;
  const balance = isBefore ? null : (reading?.balance ?? titled?.place ?? null);
  const places = new Set([...(amount === null ? [] : moneyPlaces(amount)), balance, reading?.start]);
  const found = columns.filter(({ place }) => places.has(place));
  return { amount, reading, isMarkOpen: choice?.isMarkOpen === true, balance, columns: found };
}

export function guessAmount(
  findings: Findings,
  { amount: shape, reading, isMarkOpen, columns }: ReturnType<typeof findMoney>,
  decimals: number,
): Pick<CsvMapping, 'amount' | 'fee' | 'feeIsNegative' | 'decimalMark' | 'isDebt'> | null {
  if (shape === null) return null;
  const fee = reading === null ? feeColumn(findings) : (findings.columns[reading.fee ?? -1] ?? null);
  const decimalMark =
    reading !== null && !isMarkOpen
      ? findings.decide('decimalMark', 'balance', reading.decimalMark)
      : guessDecimalMark(findings, fee === null ? columns : [...columns, fee], decimals);
  const mark = decimalMark ?? reading?.decimalMark;
  const amount = mark === undefined ? null : withDirection(findings, shape, mark, reading);
  if (amount === null || decimalMark === null) return null;
  // If `withDirection` turned one column into a pair, its other column, not a fee, explains the remaining changes of the balance.
  const isPaid =
    reading === null
      ? shape.kind !== 'signed' || findings.columns[shape.column]?.role !== 'net'
      : amount.kind === shape.kind;
  const paid = isPaid ? fee : null;
  if (paid !== null && reading !== null) findings.because('fee', 'balance');
  else if (paid !== null && findings.answered('fee') === null) return askForFee(findings, paid);
  const money = { amount, ...(paid === null ? { fee: null } : feeIn(paid)), decimalMark };
  return reading === null ? money : { ...money, ...debtIn(findings, reading, money) };
}

/** States whether the balance is a debt, which money in lowers. Empty if no line shows it. */
function debtIn(
  { table, date }: Findings,
  { units, balance }: Reading,
  money: Pick<CsvMapping, 'amount' | 'fee' | 'feeIsNegative' | 'decimalMark'>,
): Pick<CsvMapping, 'isDebt'> {
  if (money.amount.kind === 'stepped') return { isDebt: false };
  const amounts = unitsBy(sheetOf(table, date), { ...money, balance });
  const line = units.findIndex((change, line) => (change ?? 0) * (amounts?.[line] ?? 0) !== 0);
  return line === -1 ? {} : { isDebt: Number(units[line]) > 0 !== Number(amounts?.[line]) > 0 };
}

/** Adds the direction of amounts, which a balance alone does not prove: it may be a card's debt. Null if the user must answer. */
function withDirection(findings: Findings, amount: Shape, mark: DecimalMark, reading: Reading | null): Shape | null {
  const { columns, answers } = findings;
  const isGiven = answers.amount !== undefined || answers.out !== undefined;
  if (reading !== null) findings.because('amount', isGiven ? 'given' : 'balance');
  const column = (place: number) => columns[place] as CsvColumn;
  switch (amount.kind) {
    case 'signed': {
      const own = column(amount.column);
      const pair = reading === null ? null : pairByTitles(findings);
      // The titles name a pair, of which the balance confirms one column: the other column may be empty in this file.
      if (pair?.out === own || pair?.in === own) return guessPairSigns(findings, pair.out, pair.in);
      const rival = reading === null || answers.amount !== undefined ? undefined : rivalOf(findings, reading, own);
      if (rival === undefined) return guessSign(findings, own, mark, reading);
      // The proven column lowers the balance, so the other one is money in.
      return amount.inverted ? guessPairSigns(findings, own, rival) : findings.askForColumn('amount', [own, rival]);
    }
    case 'stepped':
      return reading === null ? null : withFirstLine(findings, amount, reading);
    case 'two': {
      const [out, into] = [column(amount.out), column(amount.in)];
      if (reading === null) return guessPairSigns(findings, out, into);
      const isOutFirst = answers.out === undefined ? outIsFirst([out, into], sideOf) : isNamed(out, answers.out);
      // Without titles, trusts the balance only if the column for money out is first, as usual.
      if (isOutFirst ?? amount.out < amount.in) return amount;
      // The titles contradict the balance: it is the debt of a card, which payments lower, so the columns are swapped.
      if (isOutFirst === false && amount.ignoresSigns !== true) {
        const turned = { kind: 'two', out: amount.in, in: amount.out, outIsNegative: false } as const;
        return amount.outIsNegative ? { ...turned, inIsNegative: true } : turned;
      }
      return findings.askForColumn('amount', [out, into]);
    }
    case 'marked': {
      const { open, ...words } = directionsOf([...amount.out, ...amount.in], columns[amount.mark]?.title);
      // Asks about unknown words beside a balance that rises: it may be a card's debt, which purchases raise.
      if (open.length > 0 && reading !== null && netMoves(reading) >= 0)
        return askForDirection(findings, column(amount.column));
      findings.because('direction', 'words');
      return open.length > 0 ? amount : { ...amount, ...words };
    }
  }
}

type Shape = CsvMapping['amount'];

/** Another column with amounts, all in lines where the proven column is empty, so it is the other column of a pair. */
function rivalOf({ columns, table, date }: Findings, { balance, start }: Reading, own: CsvColumn) {
  const { rows, lines } = sheetOf(table, date);
  // Leaves out totals, which may fill both columns of a pair.
  const booked = rows.filter((_, line) => lines[line]?.label === null);
  return columns.find(
    ({ place, role, dates }) =>
      ![own.place, balance, start].includes(place) &&
      dates === 0 &&
      ((role === null && own.role !== 'amount') || role === 'in' || role === 'out') &&
      booked.some((row) => hasMoney(row, place)) &&
      !booked.some((row) => hasMoney(row, place) && hasMoney(row, own.place)),
  );
}

function askBetween(findings: Findings, readings: readonly Reading[]): void {
  const { columns, answers } = findings;
  const own = columns.filter(({ place }) => readings.some(({ amount }) => moneyPlaces(amount).includes(place)));
  const [only] = own;
  const fee = columns.find(({ place }) => readings.some((reading) => reading.fee === place));
  const places = onlyOf(readings.map(({ amount }) => moneyPlaces(amount).join()));
  if (only === undefined || places === null) findings.askForColumn('amount', own);
  else if (fee !== undefined && answers.fee === undefined) askForFee(findings, fee);
  else askForDirection(findings, only);
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
      // Skips cells that are no amounts, which `readRows` reports.
      if (plain === null || isDateShaped(cell)) continue;
      if (search.see(plain, decimals, cell) === 'conflicting')
        throw rowError(table, index, place, 'statement_bad_amount', { reason: 'conflicting', text: excerpt(cell) });
      usual ??= MARKS.find((mark) => isUsual(cell, mark));
    }
  }
  const found = search.decide();
  if (typeof found === 'string') return found;
  // Japan, China and Korea write a decimal point.
  if (found.ambiguous.includes(',') && /[\p{sc=Han}\p{sc=Hang}]/u.test(table.titles.join())) return '.';
  // An amount above the table, such as a balance, may have cents.
  const amounts = linesAbove(table).flatMap((line) => line.match(/(?<![\d.,])\d[\d.,]*[.,]\d\d(?![\d.,])/g) ?? []);
  const above = onlyOf(MARKS.filter((mark) => amounts.some((amount) => isUsual(amount, mark))));
  if (above !== null || decimals > 0) return above ?? found;
  // In a currency without decimals, a mark can only group digits.
  return found.ambiguous.includes('.') ? ',' : '.';
}
