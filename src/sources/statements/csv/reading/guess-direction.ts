import { readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import { isCategoryTitle } from '../../../../core/own-titles.ts';
import { isMoney } from '../arithmetic/amounts.ts';
import {
  bySide,
  columnsOf,
  directionOf,
  directionsOf,
  isDirection,
  isWord,
  mayStateDirection,
  meaningsOf,
  type CsvColumn,
} from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import type { Findings } from './findings.ts';

export type MarkedAmounts = Extract<CsvAmountColumns, { kind: 'marked' }>;

export function markedBy(findings: Findings, amount: CsvColumn): MarkedAmounts | null {
  const { answers, columns } = findings;
  if (answers.direction === 'none') return null;
  const chosen = directionsByWord(findings, amount).find(({ answer }) => answer === answers.direction);
  if (chosen !== undefined) return chosen.marked;
  const given = findings.answered('direction');
  const oneSided =
    given === null ? (markedByOneSide(columns, amount, 'in') ?? markedByOneSide(columns, amount, 'out')) : null;
  if (oneSided !== null) return oneSided;
  const marks = columnsOf(columns, 'direction', 'kind');
  for (const column of given === null ? [...marks, ...columns.filter(({ role }) => role === null)] : [given]) {
    const { place, filled, values, title } = column;
    // Reading reports a line with an unknown word.
    const sides = bySide(values.map((value) => value.toLowerCase()));
    const isMixed = values.length <= 6 && amount.negatives === 0 && sides.out.length > 0 && sides.in.length > 0;
    const directions =
      (isDirection(column) && column.role !== null ? directionsOf(values, title) : null) ??
      (isMixed || given !== null ? sides : null);
    if (directions !== null && filled >= amount.filled && place !== amount.place)
      return { kind: 'marked', column: amount.place, mark: place, ...directions };
  }
  return null;
}

/** Unsigned amounts beside a column of two unknown words: either of them may mean money out. */
export function directionsByWord({ answers, columns }: Findings, amount: CsvColumn) {
  if (amount.negatives > 0 || answers.direction === 'none') return [];
  return columns
    .filter(({ place, filled }) => place !== amount.place && filled >= amount.filled)
    .flatMap((column) => meaningsOf(column).map((words) => ({ ...column, words })))
    .map(({ title, place, values, words }) => {
      const word = values.find((value) => words.out.includes(value.toLowerCase())) ?? '';
      const marked = { kind: 'marked', column: amount.place, mark: place, ...words } as const;
      return { answer: `${title}=${word}`, title, word, marked };
    });
}

/** Keeps the only word of the file for the chosen side, because another word in a later file may mean the other one. */
export function markedByOnlyWord(
  { columns }: Findings,
  amount: CsvColumn,
  sign: 'as-written' | 'inverted',
): MarkedAmounts | null {
  const unknown = columns.filter(
    ({ role, title, values }) => role === null && values.every(isWord) && !isCategoryTitle(title),
  );
  const column = [...columnsOf(columns, 'direction', 'kind'), ...unknown].find(
    ({ filled, values }) => filled >= amount.filled && values.length === 1,
  );
  if (column === undefined || amount.negatives > 0) return null;
  const words = column.values.map((value) => value.toLowerCase());
  const [out, into] = sign === 'inverted' ? [words, []] : [[], words];
  return { kind: 'marked', column: amount.place, mark: column.place, out, in: into };
}

/** A column that marks the amounts of one side ("CR", as card issuers write) and is empty for all others. */
export function markedByOneSide(
  columns: readonly CsvColumn[],
  amount: CsvColumn,
  side: 'out' | 'in',
): MarkedAmounts | null {
  const marks = columns.find(
    (column) =>
      column.place !== amount.place &&
      mayStateDirection(column) &&
      column.filled > 0 &&
      column.filled < amount.numbers &&
      column.values.every((value) => directionOf(value) === side),
  );
  if (marks === undefined || amount.negatives > 0) return null;
  const words = marks.values.map((value) => value.toLowerCase());
  const [out, into] = side === 'in' ? [[''], words] : [words, ['']];
  return { kind: 'marked', column: amount.place, mark: marks.place, out, in: into };
}

/** Compares direction words with signs; null if the amounts have none. */
export function agreementOf(
  { columns, sample }: Findings,
  { column, mark, out }: MarkedAmounts,
  decimalMark: DecimalMark,
) {
  if ((columns[column]?.negatives ?? 0) === 0) return null;
  const agreements = new Set(
    sample.rows.flatMap((row) => {
      const value = readNumber(clean(row[column]), decimalMark);
      const isOut = out.includes(clean(row[mark]).toLowerCase());
      return value === null || !isMoney(value) ? [] : [value.startsWith('-') === isOut];
    }),
  );
  return agreements.size > 1 ? 'contradictory' : agreements.has(false) ? 'inverted' : 'as-written';
}
