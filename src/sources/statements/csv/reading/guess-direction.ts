import { readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import type { ColumnRole } from '../../../../core/column-titles.ts';
import { isMoney } from '../arithmetic/sheet.ts';
import {
  columnsOf,
  directionOf,
  directionOfKind,
  directionsOf,
  isWord,
  mayBePair,
  mayBeWords,
  type CsvColumn,
} from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import { choiceOf, type Findings } from './findings.ts';

export type MarkedAmounts = Extract<CsvAmountColumns, { kind: 'marked' }>;

/** The amounts with the direction words of the first column whose words are all known. */
export function markedBy(findings: Findings, amount: CsvColumn): MarkedAmounts | null {
  if (findings.answers.direction === 'none') return null;
  const isGiven = findings.answers.direction !== undefined;
  const column = wordColumns(findings, amount).find(
    ({ role, open, out, in: into, filled }) =>
      open.length === 0 &&
      // Beside signed amounts, an empty cell of an untitled column states no direction: "S" may mark split transactions.
      (isGiven ||
        role !== null ||
        (out.length * into.length > 0 && (filled === amount.filled || amount.negatives === 0))),
  );
  return column === undefined ? null : markedWith(amount, column);
}

function markedWith(amount: CsvColumn, { place, out, in: into }: Pick<WordColumn, 'place' | 'out' | 'in'>) {
  return { kind: 'marked', column: amount.place, mark: place, out, in: into } as const;
}

type WordColumn = ReturnType<typeof wordColumns>[number];

/** Columns that may state directions: first those with the fewest unknown words, and among equals those titled as directions. */
function wordColumns(findings: Findings, amount: CsvColumn) {
  const { answers, columns } = findings;
  const explained = columns.find(({ title }) => answers.direction?.startsWith(`${title}=`));
  const given = explained ?? findings.answered('direction');
  const untitled = columns.filter(({ role }) => role === null);
  return (given === null ? [...columnsOf(columns, 'direction', 'kind'), ...untitled] : [given])
    .filter(({ place, filled, values }) => place !== amount.place && filled > 0 && values.length <= MOST_WORDS)
    .map((column) => ({ ...column, ...explainWords(findings, column, column.filled < amount.filled) }))
    .toSorted((a, b) => a.open.length - b.open.length);
}

/** Limits the questions, because each unknown word may need one. */
const MOST_WORDS = 10;

/** The directions of a column's words according to titles, remembered files and the user. */
function explainWords({ answers, table, others }: Findings, { title, values }: CsvColumn, hasBlanks: boolean) {
  // Only mappings with the same titles, because at another bank a word may mean the other direction.
  const alike = others.flatMap(({ amount, columns }) =>
    columns.join('\n') === table.titles.join('\n') && amount.kind === 'marked' && columns[amount.mark] === title
      ? [amount]
      : [],
  );
  const remembered = (word: string) =>
    (['out', 'in'] as const).find((side) => alike.some((amount) => amount[side].includes(word)));
  // The answer is `Type=Expense`, or `Type=-Card payment+Refund` in the order of the words.
  let answer = `${title}=`;
  const chosen = values.find((value) => answers.direction === answer + value);
  const explained = (value: string) => {
    const mark = ['-', '+'].find((each) => answers.direction?.startsWith(answer + each + value));
    if (mark !== undefined) answer += mark + value;
    return mark === undefined ? null : mark === '-' ? 'out' : 'in';
  };
  const sideOf = (value: string) => {
    if (chosen !== undefined) return value === chosen ? 'out' : 'in';
    return remembered(value.toLowerCase()) ?? directionOfKind(value) ?? explained(value);
  };
  const words = directionsOf(values, title, hasBlanks ? directionOf : sideOf);
  // An empty cell means the side without a word: card issuers may write "CR" only beside credits.
  const blank = words.out.length === 0 ? 'out' : words.in.length === 0 ? 'in' : 'open';
  return hasBlanks
    ? { ...words, values: [...values, ''], [blank]: [...words[blank], ''], answer }
    : { ...words, values, answer };
}

/** Asks about the column with the fewest unknown words; false if no column may state directions. */
export function askForWord(findings: Findings, amount: CsvColumn): boolean {
  const { direction } = findings.answers;
  const isLikely = ({ role, values, out, in: into, ...column }: WordColumn): boolean =>
    direction !== undefined ||
    mayBePair({ ...column, role, values }) ||
    (values.length > 1 && (role !== null || (out.length > 0 && into.length > 0)));
  const column = wordColumns(findings, amount).find(
    (each) => each.open.length > 0 && each.values.every(isWord) && isLikely(each),
  );
  if (column === undefined || amount.negatives > 0 || direction === 'none') return false;
  const { title, values, open, answer } = column;
  if (open.length === 2 && values.length === 2) {
    const choices = open.map((word) => choiceOf(`${title}=${word}`, { choice: 'word', column: title, sample: word }));
    findings.ask('direction', { column: amount.title }, [...choices, choiceOf('none', { choice: 'noWord' })]);
  } else
    findings.ask('direction', { about: 'word', column: title, words: [`“${open[0]}”`] }, [
      choiceOf(`${answer}-${open[0]}`, { choice: 'yes' }),
      choiceOf(`${answer}+${open[0]}`, { choice: 'no' }),
      choiceOf('none', { choice: 'bothWays' }),
    ]);
  return true;
}

/** Maps the file's words to the direction that the user chose, so that Pennyrow asks about a new word in a later file. */
export function markedByChosenSign(
  findings: Findings,
  amount: CsvColumn,
  sign: 'as-written' | 'inverted',
): MarkedAmounts | null {
  const [side, other] = sign === 'inverted' ? (['out', 'in'] as const) : (['in', 'out'] as const);
  const column = wordColumns(findings, amount).find(
    (each) => each[other].length === 0 && mayBeWords(each) && (each.role !== null || each.values.length === 1),
  );
  if (column === undefined || amount.negatives > 0) return null;
  const words = column.values.map((value) => value.toLowerCase());
  return markedWith(amount, { ...column, [other]: [], [side]: words });
}

/** The meaning of the signs by the direction word of each line; null if no amount is negative. */
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

/** Columns that may state directions. Not one with the same word in all lines, such as a status. */
export function labelColumns({ columns }: Findings, ...roles: readonly ColumnRole[]): CsvColumn[] {
  const untitled = columns.filter(({ role, values }) => role === null && values.length > 1);
  return [...columnsOf(columns, 'direction', 'kind', ...roles), ...untitled];
}

/** The directions that these lines state. In texts, only words for movements count, because payees such as "Inn" look like titles. */
export function directionsIn(columns: readonly CsvColumn[], lines: readonly { readonly row: readonly string[] }[]) {
  return columns.flatMap(({ place, role }) => {
    const cells = lines.map(({ row }) => clean(row[place])).filter((cell) => /\p{L}{4}/u.test(cell));
    const isText = (cell: string): boolean => role === 'payee' || role === 'memo' || /\s/.test(cell);
    return cells.flatMap((cell) => (isText(cell) && directionOf(cell) !== null ? [] : (directionOfKind(cell) ?? [])));
  });
}
