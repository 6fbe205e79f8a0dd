import type { CsvAmountColumns, CsvAmountPair } from '../../../../core/csv-mapping.ts';
import { type DecimalMark, readNumber } from '../../../../core/amount-text.ts';
import { countSigns } from '../memory/csv-sign.ts';
import { columnsOf, directionsOf, isDirection, type CsvColumn } from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import { creditColumn, markedByCredits, partlyKnown, signByOwnWords } from './direction-words.ts';
import { plainWords } from '../../../../core/column-titles.ts';
import { these, type Findings, choiceOf } from './unclear.ts';

/** The direction of a column of amounts; null if the user must explain it. */
export function guessOneSign(findings: Findings, column: CsvColumn, mark: DecimalMark): CsvAmountColumns | null {
  const marked = guessMarkedSign(findings, column, mark);
  if (marked !== 'contradictory') return marked ?? guessSign(findings, column);
  askForSign(findings, column);
  return null;
}

function guessSign(findings: Findings, column: CsvColumn): CsvAmountColumns | null {
  const { answers } = findings;
  const decided = (inverted: boolean): CsvAmountColumns => ({ kind: 'signed', column: column.place, inverted });
  if (answers.sign !== undefined) {
    findings.given('sign', { kind: 'sign', sign: answers.sign });
    return decided(answers.sign === 'inverted');
  }
  const byWords = signByOwnWords(findings.sample, column);
  if (byWords !== null) {
    const { inverted } = byWords;
    findings.decide(
      'sign',
      { kind: 'sign', sign: inverted ? 'inverted' : 'as-written' },
      inverted ? 'creditWords' : 'direction',
    );
    return byWords;
  }
  const { negatives, positives } = column;
  const isOwed = isOwedOnIt(findings, column) || (positives === 0 && areAllCredits(findings, column));
  if (!isOwed && areAllExplicit(findings, column)) {
    findings.decide('sign', AS_WRITTEN, 'explicit');
    return decided(false);
  }
  if (!isOwed && negatives > positives) {
    findings.decide('sign', AS_WRITTEN, positives === 0 ? 'allMinus' : 'mostMinus');
    return decided(false);
  }
  askForSign(findings, column);
  return null;
}

/** True if the file belongs to a card, or pays salaries with a minus: then debt may be positive. */
export function isOwedOnIt(findings: Findings, column: CsvColumn): boolean {
  return speaksOfCards(findings) || hasPaymentsOut(findings, column);
}

export function askForSign(findings: Findings, column: CsvColumn): void {
  const example = findings.sample.rows.find((row) => clean(row[column.place]) !== '');
  const sample = example
    ?.map(clean)
    .filter((cell) => cell !== '')
    .slice(0, 5)
    .join(' · ')
    .slice(0, 70);
  findings.ask(
    'sign',
    {},
    [
      choiceOf('as-written', { choice: 'minusOut' }),
      choiceOf('inverted', { choice: 'plusOut', sample: sample ?? null }),
    ],
    isOwedOnIt(findings, column) ? 'inverted' : null,
  );
}

/** In the file of a card, debt may be positive. */
function speaksOfCards({ table }: Findings): boolean {
  const above = table.rows.slice(0, table.first).flat();
  return above.some((cell) =>
    /\b(?:credit card|kreditkarte|card member|cardmember|card ending|carte de credit|tarjeta de credito|creditcard|carta di credito|kreditkort|extended details|appears on your statement as)\b/.test(
      plainWords(cell),
    ),
  );
}

/** Paying a card's bill is money in, so a minus there means inverted signs. */
function hasPaymentsOut({ sample }: Findings, column: CsvColumn): boolean {
  return sample.rows.some(
    (row) =>
      clean(row[column.place]).startsWith('-') &&
      row.some((cell) =>
        /\b(?:payment received|payment thank you|autopay payment|direct debit received|zahlung erhalten|paiement recu|pago recibido|betaling ontvangen|salary|gehalt|payroll)\b/.test(
          plainWords(cell),
        ),
      ),
  );
}

/** Every amount has a plus or a minus, and both occur. */
export function areAllExplicit({ sample }: Findings, { place, negatives, positives }: CsvColumn): boolean {
  if (negatives === 0 || positives === 0) return false;
  return sample.rows.every((row) => !/[1-9]/.test(clean(row[place])) || /[-+\u2212(]/.test(clean(row[place])));
}

/** Every line is a refund or the payment of a card's bill, so a minus may be money in. */
function areAllCredits({ sample }: Findings, { place }: CsvColumn): boolean {
  return sample.rows.every(
    (row) => !/[1-9]/.test(clean(row[place])) || row.some((cell) => CREDITS.test(plainWords(cell))),
  );
}

const CREDITS =
  /\b(?:(?:online|mobile|web|ach|bill|e) ?payment|payment received|payment thank you|autopay|refund|refunded|return|returned|reversal|cashback|gutschrift|erstattung|zahlung erhalten|ihre zahlung|remboursement|paiement recu|avoir|devolucion|reembolso|rimborso|terugbetaling|estorno)\b/;

/**
 * An amount column with a separate direction column; null if there is none. `contradictory`: its words say the opposite
 * of some signs.
 */
function guessMarkedSign(
  findings: Findings,
  column: CsvColumn,
  mark: DecimalMark,
): CsvAmountColumns | null | 'contradictory' {
  const { answers, columns, sample } = findings;
  if (answers.direction === 'none' || (answers.sign !== undefined && answers.direction === undefined)) return null;
  const direction =
    answers.direction === undefined
      ? (columnsOf(columns, 'direction').find(isDirection) ?? columnsOf(columns, 'kind').find(isDirection))
      : findings.column(answers.direction);
  const credits = answers.direction === undefined ? creditColumn(columns, column) : undefined;
  if (credits !== undefined) {
    findings.decide('direction', these(credits), 'creditWords');
    return markedByCredits(column, credits);
  }
  const partly = answers.direction === undefined ? partlyKnown(columns, column) : undefined;
  if (partly !== undefined) {
    findings.decide('direction', these(partly.column), 'direction');
    return { kind: 'marked', column: column.place, mark: partly.column.place, out: partly.out, in: partly.in };
  }
  if (direction === undefined || direction.filled < column.filled || sample.rows.length === 0) return null;
  const words = directionsOf(direction.values, direction.title) ?? { out: [], in: [] };
  const isOut = (word: string): boolean => words.out.includes(word.toLowerCase());
  if (answers.direction === undefined && column.negatives > 0) {
    const agreements = new Set(
      sample.rows.flatMap((row) => {
        const value = readNumber(clean(row[column.place]), mark);
        if (value === null || !/[1-9]/.test(value)) return [];
        return [value.startsWith('-') === isOut(clean(row[direction.place]))];
      }),
    );
    if (agreements.size > 1) return 'contradictory';
    const inverted = agreements.has(false);
    findings.decide(
      'sign',
      { kind: 'sign', sign: inverted ? 'inverted' : 'as-written' },
      inverted ? 'contrary' : 'sameColumn',
      'certain',
      direction.title,
    );
    return { kind: 'signed', column: column.place, inverted };
  }
  findings.decide('direction', these(direction), 'direction');
  return { kind: 'marked', column: column.place, mark: direction.place, out: words.out, in: words.in };
}

/** The signs of a pair of columns; null if the user must explain a minus. */
export function guessTwoSigns(findings: Findings, out: CsvColumn, into: CsvColumn): CsvAmountColumns | null {
  const decided = (outIsNegative: boolean): CsvAmountPair => ({
    kind: 'two',
    out: out.place,
    in: into.place,
    outIsNegative,
  });
  const { answers } = findings;
  const { negatives, positives } = signsIn(findings, out);
  const incoming = signsIn(findings, into);
  if (incoming.negatives > 0 && incoming.positives === 0 && positives > 0 && negatives === 0) {
    const isPlain =
      answers.sign !== undefined
        ? answers.sign === 'inverted'
        : incoming.negatives > 1 || areAllCredits(findings, into)
          ? true
          : null;
    if (isPlain !== null) return { ...decided(false), ...(isPlain ? { inIsNegative: true } : {}) };
    // A single minus may be a reversal.
    findings.ask('sign', { about: 'minus', column: into.title }, [
      choiceOf('as-written', { choice: 'minusOnly' }),
      choiceOf('inverted', { choice: 'noneOut' }),
    ]);
    return null;
  }
  if (answers.sign !== undefined) return decided(answers.sign === 'as-written');
  if (negatives === 0 || positives === 0) return decided(negatives > 0);
  findings.ask('sign', { about: 'minus', column: out.title }, [
    choiceOf('as-written', { choice: 'minusOnly' }),
    choiceOf('inverted', { choice: 'plusOnly' }),
  ]);
  return null;
}

/** Counts amounts with and without a minus. Counts pending lines without a day only if there are no others. */
function signsIn({ table }: Findings, column: CsvColumn): Pick<CsvColumn, 'negatives' | 'positives'> {
  return column.negatives + column.positives > 0 ? column : countSigns(table, column.place);
}

const AS_WRITTEN = { kind: 'sign', sign: 'as-written' } as const;
