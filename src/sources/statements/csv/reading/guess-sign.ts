import { ownDirection, readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import { plainWords } from '../../../../core/column-titles.ts';
import type { CsvAmountColumns, CsvAmountPair, CsvSteppedAmounts } from '../../../../core/csv-mapping.ts';
import { firstSteppedLine, isMoney } from '../arithmetic/amounts.ts';
import type { Reading } from '../arithmetic/find-readings.ts';
import { LINE_ORDERS, sheetOf } from '../arithmetic/sheet.ts';
import { countSigns } from '../memory/unseen.ts';
import { columnsOf, directionOf, directionsOf, isDirection, type CsvColumn } from '../table/csv-columns.ts';
import { CELL_BREAK, clean } from '../table/csv-table.ts';
import { speaksOfIncome } from '../values/csv-labels.ts';
import { countMoves } from './choose-reading.ts';
import { choiceOf, type Findings, type ReasonCode } from './findings.ts';

/** The direction of a column of amounts without a balance; null if the user must explain it. */
export function guessSign(findings: Findings, column: CsvColumn, mark: DecimalMark): CsvAmountColumns | null {
  const { answers } = findings;
  const marked = answers.sign === undefined || answers.direction !== undefined ? markedBy(findings, column) : null;
  if (marked !== null) {
    const agreement = answers.direction === undefined ? agreementOf(findings, marked, mark) : null;
    findings.because('direction', 'words');
    if (agreement === null) return marked;
    // The direction words say the opposite of some signs.
    if (agreement === 'contradictory') return askForSign(findings, column);
    findings.because('sign', 'column', findings.columns[marked.mark]?.title);
    return { kind: 'signed', column: column.place, inverted: agreement === 'inverted' };
  }
  const { negatives: falling, positives: rising } = column;
  const [balance] = columnsOf(findings.columns, 'balance');
  const isSingle = (): boolean =>
    countSigns(findings.table, column.place).positives === 1 && hasNoSigns(findings, column);
  // The balances of the next file show more than the user's answer about a single line without a sign.
  if (answers.sign !== undefined && balance?.numbers === 1 && findings.sample.rows.length === 1 && isSingle()) {
    const reading = { decimalMark: mark, balance: balance.place };
    for (const order of LINE_ORDERS) {
      const stepped = { kind: 'stepped', column: column.place, order, first: null } as const;
      const line = firstSteppedLine(sheetOf(findings.table, findings.date), stepped, reading);
      if (line !== null) return steppedReading(findings, stepped, reading);
    }
  }
  const isAllCredits = rising === 0 && areAllCredits(findings, column);
  const isIncome = falling > 0 && hasIncome(findings, column);
  const isClear =
    !isOwedOn(findings, column) && !isAllCredits && (falling > rising || isIncome || areAllExplicit(findings, column));
  const isCardFile = !isIncome && arePaymentsToCard(findings, column);
  return decideSign(
    findings,
    column,
    isClear ? 'as-written' : isCardFile ? 'inverted' : signByOwnWords(findings, column),
  );
}

/** Every minus is a payment that the issuer of a card received, and the others, of which there are more, are purchases. */
function arePaymentsToCard({ sample }: Findings, { place, negatives, positives }: CsvColumn): boolean {
  return (
    negatives > 0 &&
    positives > negatives &&
    sample.rows.every((row) => {
      const isPayment = row.some((cell) => ISSUER_WORDS.test(plainWords(cell)));
      return !isMoney(clean(row[place])) || /[-\u2212(]/.test(clean(row[place])) === isPayment;
    })
  );
}

const ISSUER_WORDS =
  /\b(?:payment received|payment thank you|autopay payment|direct debit received|zahlung erhalten|paiement recu|pago recibido|pagamento recebido|betaling ontvangen)\b/;

/** The direction of a column whose signs fit the running balance. On a card, the balance may be the debt. */
export function signedReading(
  findings: Findings,
  column: CsvColumn,
  reading: Reading,
  inverted: boolean,
): CsvAmountColumns | null {
  const { falling, rising } = countMoves(reading);
  const isClear =
    !isOwedOn(findings, column) &&
    (falling > rising ||
      (!inverted && (falling === rising || hasIncome(findings, column) || areAllExplicit(findings, column))));
  // Without any sign, the balance shows nothing of the line before which there is none.
  const { order } = reading.chain;
  const unsigned = { kind: 'stepped', column: column.place, order, first: null } as const;
  if ((inverted || isClear) && isUnsigned(findings, column, reading, unsigned)) {
    const stepped = steppedReading(findings, unsigned, reading);
    if (inverted || stepped?.first?.isOut !== false) return stepped;
  }
  return decideSign(findings, column, isClear ? (inverted ? 'inverted' : 'as-written') : null, 'balance');
}

function decideSign(
  findings: Findings,
  column: CsvColumn,
  found: 'as-written' | 'inverted' | null,
  reason: ReasonCode = 'signs',
): CsvAmountColumns | null {
  const sign = findings.answers.sign ?? found;
  if (sign === null) return askForSign(findings, column);
  findings.because('sign', findings.answers.sign === undefined ? reason : 'given');
  return { kind: 'signed', column: column.place, inverted: sign === 'inverted' };
}

export function askForSign(findings: Findings, column: CsvColumn): null {
  findings.ask('sign', { column: column.title }, SIGNS, isOwedOn(findings, column) ? 'inverted' : null);
  return null;
}

const SIGNS = [choiceOf('as-written', { choice: 'minusOut' }), choiceOf('inverted', { choice: 'minusIn' })];

/** True if the file belongs to a card, or pays salaries with a minus: then debt may be positive. */
function isOwedOn({ table, sample }: Findings, { place }: CsvColumn): boolean {
  const above = table.rows.slice(0, table.first).flat();
  return (
    above.some((cell) => CARD_WORDS.test(plainWords(cell))) ||
    // Paying a card's bill is money in.
    sample.rows.some(
      (row) => clean(row[place]).startsWith('-') && row.some((cell) => PAYMENT_WORDS.test(plainWords(cell))),
    )
  );
}

const CARD_WORDS =
  /\b(?:credit card|kreditkarte|card member|cardmember|card ending|carte de credit|tarjeta de credito|creditcard|carta di credito|kreditkort|extended details|appears on your statement as)\b/;
const PAYMENT_WORDS =
  /\b(?:payment received|payment thank you|autopay payment|direct debit received|zahlung erhalten|paiement recu|pago recibido|pagamento recebido|betaling ontvangen|salary|gehalt|payroll)\b/;

function areAllExplicit({ sample }: Findings, { place, negatives, positives }: CsvColumn): boolean {
  if (negatives === 0 || positives === 0) return false;
  return sample.rows.every((row) => !/[1-9]/.test(clean(row[place])) || /[-+\u2212(]/.test(clean(row[place])));
}

/** Every line is a refund or the payment of a card's bill, so a minus may be money in. */
function areAllCredits({ sample }: Findings, { place }: CsvColumn): boolean {
  return sample.rows.every(
    (row) => !/[1-9]/.test(clean(row[place])) || row.some((cell) => REFUND_WORDS.test(plainWords(cell))),
  );
}

const REFUND_WORDS =
  /\b(?:(?:online|mobile|web|ach|bill|e) ?payment|payment received|payment thank you|autopay|refund|refunded|return|returned|reversal|cashback|gutschrift|erstattung|zahlung erhalten|ihre zahlung|remboursement|paiement recu|avoir|devolucion|reembolso|rimborso|terugbetaling|estorno)\b/;

/** A salary that raises the balance proves a current account, because no card receives one. */
function hasIncome({ sample }: Findings, { place }: CsvColumn): boolean {
  return sample.rows.some((row) => /^\+?[^-(]*\d[^-)]*$/.test(clean(row[place])) && row.some(speaksOfIncome));
}

/**
 * The meaning of a plus in amounts that include their direction ("1,100.00 CR"): money out if only incoming ones are
 * marked. Null if none is marked, or if the others are signed.
 */
function signByOwnWords({ sample }: Findings, { place }: CsvColumn): 'as-written' | 'inverted' | null {
  const amounts = sample.rows.map((row) => clean(row[place])).filter((cell) => /[1-9]/.test(cell));
  const words = new Set(amounts.map(ownDirection));
  const silent = amounts.filter((cell) => ownDirection(cell) === null);
  if ((!words.has('in') && !words.has('out')) || silent.some((cell) => /[-\u2212(+]/.test(cell))) return null;
  if (silent.length === 0) return 'as-written';
  return words.size === 3 ? null : words.has('in') ? 'inverted' : 'as-written';
}

type MarkedAmounts = Extract<CsvAmountColumns, { kind: 'marked' }>;

function markedBy(findings: Findings, column: CsvColumn): MarkedAmounts | null {
  const { answers, columns, sample } = findings;
  if (answers.direction === 'none') return null;
  const given = findings.answered('direction');
  if (given === null) {
    const found = markedByCredits(columns, column) ?? markedByKnownWords(columns, column);
    if (found !== null) return found;
  }
  const direction =
    given ?? columnsOf(columns, 'direction').find(isDirection) ?? columnsOf(columns, 'kind').find(isDirection);
  if (direction === undefined || direction.filled < column.filled || sample.rows.length === 0) return null;
  const words = directionsOf(direction.values, direction.title) ?? { out: [], in: [] };
  return { kind: 'marked', column: column.place, mark: direction.place, out: words.out, in: words.in };
}

/** A column that marks incoming amounts ("CR") and is empty for all others, as card issuers write. */
export function markedByCredits(columns: readonly CsvColumn[], amount: CsvColumn): MarkedAmounts | null {
  const credits = marksFor(columns, amount).find(
    ({ filled, values }) => filled > 0 && filled < amount.numbers && values.every((value) => CREDIT.test(value)),
  );
  if (credits === undefined) return null;
  const words = credits.values.map((value) => value.toLowerCase());
  return { kind: 'marked', column: amount.place, mark: credits.place, out: [''], in: words };
}

const CREDIT = /^(?:cr|crdt|cdt|credit|credito|cr[eé]dit|haben|gutschrift)\.?$/i;

/**
 * A column that states the direction of most amounts, and has unknown words for others, so that no sign would be right
 * for all. Reading reports the line with the unknown word.
 */
function markedByKnownWords(columns: readonly CsvColumn[], amount: CsvColumn): MarkedAmounts | null {
  for (const { place, filled, values } of marksFor(columns, amount)) {
    if (filled < amount.numbers || values.length > MOST_WORDS) continue;
    const words = values.map((value) => value.toLowerCase());
    const [out, into] = [
      words.filter((word) => directionOf(word) === 'out'),
      words.filter((word) => directionOf(word) === 'in'),
    ];
    if (out.length > 0 && into.length > 0 && out.length + into.length < values.length)
      return { kind: 'marked', column: amount.place, mark: place, out, in: into };
  }
  return null;
}

const MOST_WORDS = 6;

/** Columns that may state the direction of unsigned amounts. */
function marksFor(columns: readonly CsvColumn[], amount: CsvColumn): readonly CsvColumn[] {
  if (amount.negatives > 0) return [];
  return columns.filter(
    ({ place, role }) => place !== amount.place && (role === null || role === 'direction' || role === 'kind'),
  );
}

/** Compares direction words with signs; null if the amounts have none. */
function agreementOf(
  { columns, sample }: Findings,
  { column, mark, out }: MarkedAmounts,
  decimalMark: DecimalMark,
): 'as-written' | 'inverted' | 'contradictory' | null {
  if ((columns[column]?.negatives ?? 0) === 0) return null;
  const agreements = new Set(
    sample.rows.flatMap((row) => {
      const value = readNumber(clean(row[column]), decimalMark);
      if (value === null || !isMoney(value)) return [];
      return [value.startsWith('-') === out.includes(clean(row[mark]).toLowerCase())];
    }),
  );
  return agreements.size > 1 ? 'contradictory' : agreements.has(false) ? 'inverted' : 'as-written';
}

/** True if neither a sign nor a fee belongs to the amounts. */
function hasNoSigns({ table, columns }: Findings, { place, values }: CsvColumn): boolean {
  return (
    columnsOf(columns, 'fee').length === 0 &&
    countSigns(table, place).negatives === 0 &&
    values.every((value) => ownDirection(value) === null && !value.startsWith('+'))
  );
}

function isUnsigned(findings: Findings, column: CsvColumn, reading: Reading, unsigned: CsvSteppedAmounts): boolean {
  const { table, sample, date } = findings;
  return (
    table.header !== null &&
    column.role === 'amount' &&
    hasNoSigns(findings, column) &&
    sample.rows.every((row) => clean(row[column.place]) === '' || clean(row[reading.balance]) !== '') &&
    firstSteppedLine(sheetOf(table, date), unsigned, reading) !== null
  );
}

/** The direction of the line without a balance before it is known from a salary, or asked. */
export function steppedReading(
  findings: Findings,
  stepped: CsvSteppedAmounts,
  reading: Pick<Reading, 'decimalMark' | 'balance'>,
): CsvSteppedAmounts | null {
  const { answers } = findings;
  const first = firstSteppedLine(sheetOf(findings.table, findings.date), stepped, reading);
  if (first === 'none' || first === null) return stepped;
  if (answers.sign !== undefined || first.some(speaksOfIncome))
    return { ...stepped, first: { line: first.join(CELL_BREAK), isOut: answers.sign === 'inverted' } };
  const example = first
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, 70);
  findings.ask('sign', { about: 'firstLine', example }, [
    choiceOf('inverted', { choice: 'yes' }),
    choiceOf('as-written', { choice: 'no' }),
  ]);
  return null;
}

/** The signs of a pair of columns; null if the user must explain a minus. */
export function guessPairSigns(findings: Findings, out: CsvColumn, into: CsvColumn): CsvAmountPair | null {
  const { sign } = findings.answers;
  const pair = { kind: 'two', out: out.place, in: into.place } as const;
  const [outgoing, incoming] = [signsIn(findings, out), signsIn(findings, into)];
  const isPlain = outgoing.negatives === 0;
  if (incoming.negatives > 0 && incoming.positives === 0 && isPlain) {
    // A single minus may be a reversal.
    const isIn = sign === undefined ? incoming.negatives > 1 || areAllCredits(findings, into) : sign === 'inverted';
    if (isIn) return { ...pair, outIsNegative: false, inIsNegative: true };
    if (sign !== undefined) return { ...pair, outIsNegative: false };
  } else if (sign !== undefined) return { ...pair, outIsNegative: sign === 'as-written' };
  else if (outgoing.negatives === 0 || outgoing.positives === 0)
    return { ...pair, outIsNegative: outgoing.negatives > 0 };
  findings.ask('sign', { column: (isPlain ? into : out).title }, SIGNS);
  return null;
}

/** Counts amounts with and without a minus. Counts pending lines without a day only if there are no others. */
function signsIn({ table }: Findings, column: CsvColumn): Pick<CsvColumn, 'negatives' | 'positives'> {
  return column.negatives + column.positives > 0 ? column : countSigns(table, column.place);
}
