import { readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import { isCategoryTitle } from '../../../../core/own-titles.ts';
import { isMoney } from '../arithmetic/amounts.ts';
import {
  bySide,
  columnsOf,
  directionOf,
  directionOfKind,
  directionsOf,
  isDirection,
  isWord,
  mayStateDirection,
  meaningsOf,
  type CsvColumn,
} from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import { statusOf } from '../values/csv-labels.ts';
import type { Findings } from './findings.ts';

export type MarkedAmounts = Extract<CsvAmountColumns, { kind: 'marked' }>;

export function markedBy(findings: Findings, amount: CsvColumn): MarkedAmounts | null {
  const { answers, columns } = findings;
  if (answers.direction === 'none') return null;
  const chosen = directionsByWord(findings, amount).find(({ answer }) => answer === answers.direction);
  if (chosen !== undefined) return chosen.marked;
  const given = explainedColumn(findings) ?? findings.answered('direction');
  const oneSided =
    given === null ? (markedByOneSide(columns, amount, 'in') ?? markedByOneSide(columns, amount, 'out')) : null;
  if (oneSided !== null) return oneSided;
  const marks = columnsOf(columns, 'direction', 'kind');
  for (const column of given === null ? [...marks, ...columns.filter(({ role }) => role === null)] : [given]) {
    const { place, filled, values, title } = column;
    const { open, ...sides } = explainedWords(findings, column);
    const isMixed = mayBeKinds(column) && amount.negatives === 0 && sides.out.length > 0 && sides.in.length > 0;
    const directions =
      (isDirection(column) && column.role !== null ? directionsOf(values, title) : null) ??
      (open === null && (isMixed || given !== null) ? sides : null);
    if (directions !== null && filled >= amount.filled && place !== amount.place)
      return { kind: 'marked', column: amount.place, mark: place, ...directions };
  }
  return null;
}

function mayBeKinds({ values }: CsvColumn, least = 2): boolean {
  return values.length >= least && values.length <= MOST_KINDS && values.every(isWord);
}

/** Each of them may become a question. */
const MOST_KINDS = 10;

/** The column whose words the user explained. The answer is `Type=-Card payment+Refund`. */
function explainedColumn({ columns, answers }: Findings): CsvColumn | undefined {
  return columns.find(({ title }) => answers.direction?.startsWith(`${title}=`));
}

/** The directions of a column's words, until the first one that the user must explain. */
function explainedWords(findings: Findings, { title, values }: CsvColumn) {
  const { answers } = findings;
  let answer = `${title}=`;
  const sides = { out: [] as string[], in: [] as string[] };
  for (const value of values) {
    const word = value.toLowerCase();
    let side = rememberedSide(findings, title, word) ?? directionOfKind(value);
    if (side === null) {
      const mark = ['-', '+'].find((each) => answers.direction?.startsWith(answer + each + value));
      if (mark === undefined) return { ...sides, open: { title, value, answer } };
      answer += mark + value;
      side = mark === '-' ? 'out' : 'in';
    }
    sides[side].push(word);
  }
  return { ...sides, open: null };
}

/** From a file with the same titles: at another bank, a word may mean the other direction. */
function rememberedSide({ others, table }: Findings, title: string, word: string): 'out' | 'in' | null {
  for (const { amount, columns } of others) {
    const isAlike = columns.join('\n') === table.titles.join('\n');
    if (!isAlike || amount.kind !== 'marked' || columns[amount.mark] !== title) continue;
    if (amount.out.includes(word)) return 'out';
    if (amount.in.includes(word)) return 'in';
  }
  return null;
}

/** The next word that the user must explain. */
export function openWord(findings: Findings, amount: CsvColumn) {
  if (amount.negatives > 0 || findings.answers.direction === 'none') return null;
  const given = explainedColumn(findings) ?? findings.answered('direction');
  const mayState = ({ role, values }: CsvColumn): boolean => {
    const { out, in: into } = bySide(values);
    return role === 'direction' || role === 'kind' || (role === null && out.length > 0 && into.length > 0);
  };
  const words = (given === null ? findings.columns.filter(mayState) : [given])
    .filter((column) => column.filled >= amount.filled && column.place !== amount.place)
    .filter((column) => mayBeKinds(column, given === null ? 2 : 1))
    .map((column) => explainedWords(findings, column).open);
  return words.find((open) => open !== null) ?? null;
}

/** Unsigned amounts beside a column of two unknown words: either of them may mean money out. */
export function directionsByWord(findings: Findings, amount: CsvColumn) {
  if (amount.negatives > 0 || findings.answers.direction === 'none') return [];
  const isExplained = ({ role, title, values }: CsvColumn): boolean =>
    role !== null && values.some((value) => rememberedSide(findings, title, value.toLowerCase()) !== null);
  return findings.columns
    .filter((column) => column.place !== amount.place && column.filled >= amount.filled && !isExplained(column))
    .flatMap((column) => meaningsOf(column).map((words) => ({ ...column, words })))
    .map(({ title, place, values, words }) => {
      const word = values.find((value) => words.out.includes(value.toLowerCase())) ?? '';
      const marked = { kind: 'marked', column: amount.place, mark: place, ...words } as const;
      return { answer: `${title}=${word}`, title, word, marked };
    });
}

/** Keeps the words of the file for the chosen side, because another word in a later file may mean the other one. */
export function markedByChosenSign(
  { columns }: Findings,
  amount: CsvColumn,
  sign: 'as-written' | 'inverted',
): MarkedAmounts | null {
  const isOnlyWord = ({ role, title, values }: CsvColumn): boolean =>
    values.length === 1 &&
    values.every((value) => isWord(value) && statusOf(value) === null) &&
    (role !== null || !isCategoryTitle(title));
  const other = sign === 'inverted' ? 'in' : 'out';
  const areWords = (column: CsvColumn): boolean =>
    column.role !== null && mayBeKinds(column) && column.values.every((value) => directionOfKind(value) !== other);
  const column = [...columnsOf(columns, 'direction', 'kind'), ...columns.filter(({ role }) => role === null)].find(
    (each) => each.filled >= amount.filled && (isOnlyWord(each) || areWords(each)),
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
