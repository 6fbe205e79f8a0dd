import { roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvStatusColumn } from '../../../../core/csv-mapping.ts';
import { isCategoryTitle } from '../../../../core/own-titles.ts';
import { columnsOf, directionOf, isWord, lookAtColumns, perTable, type CsvColumn } from '../table/csv-columns.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { statusOf } from '../values/csv-labels.ts';

/** A column titled as a status, or an untitled one with status words. A column "Info" may have other texts, so its words decide. */
export function findStatusColumn(columns: readonly CsvColumn[]): CsvColumn | undefined {
  const meanings = ({ values }: CsvColumn) => values.map(statusOf);
  return (
    columnsOf(columns, 'status').find(
      (column) => column.filled > 0 && (column.title.toLowerCase() !== 'info' || !meanings(column).includes(null)),
    ) ??
    columns.find(({ role, title, values, filled }) => {
      const found = role === null ? values.map(statusOf) : [];
      const isKnown = found.includes('posted') && !found.includes(null);
      // A column of a few repeated words, such as "Declined" and "Void", is a status: Pennyrow asks about the unknown words.
      const isFew = filled > values.length && values.length > 1 && values.length <= 6 && values.every(isWord);
      const isLikely = isKnown || (isFew && !isCategoryTitle(title));
      return isLikely && found.some((meaning) => meaning === 'left' || meaning === 'pending');
    })
  );
}

function hasDirections({ values, title }: CsvColumn): boolean {
  const words = new Set(values.map((value) => (NEUTRAL.has(value.toLowerCase()) ? 'neutral' : directionOf(value))));
  const sides = (['out', 'in'] as const).filter((side) => words.has(side));
  return !words.has(null) && sides.length >= (roleOfTitle(title) === 'direction' ? 1 : 2);
}

const NEUTRAL = new Set(['/', '不计收支', '中性交易', '其他', 'neutral', 'internal', 'none', 'n/a']);

/** Finds lines that return the amount of another line with the same text: these are reversals, not declined payments. */
function reversalFinder({ rows }: CsvTable, columns: readonly CsvColumn[]): (row: readonly string[]) => boolean {
  const texts = columnsOf(columns, 'payee', 'memo').map(({ place }) => place);
  const keysOf = (row: readonly string[], isTurned: boolean): string[] =>
    columnsOf(columns, 'amount').flatMap(({ place }) => {
      const [, sign = '', size] = /^([-+]?)\s*(\d.*)$/.exec(clean(row[place])) ?? [];
      const amount = `${(sign === '-') === isTurned ? '' : '-'}${size}`;
      return size === undefined ? [] : texts.map((text) => [place, text, amount, clean(row[text])].join('\n'));
    });
  const written = new Set(rows.flatMap((row) => keysOf(row, false)));
  return (row) => keysOf(row, true).some((key) => !key.endsWith('\n') && written.has(key));
}

/** Blanks lines of declined payments and of moves between the user's own accounts. */
export const separateLines = perTable((table, status: CsvStatusColumn | null) => {
  const { columns } = lookAtColumns(table);
  // Besides the status, some banks have a column "Cancelled" that only cancelled lines fill.
  const isCancellation = ({ role, filled, values }: CsvColumn): boolean =>
    role === null && filled > 0 && values.every((value) => statusOf(value) === 'left');
  const isJudged = (column: CsvColumn): boolean =>
    column.dates > column.filled / 2 || column.place === status?.column || isCancellation(column);
  const places = columns.filter(isJudged).map(({ place }) => place);
  const marks = columns.filter(hasDirections).map(({ place }) => place);
  const leftOut = new Map<number, 'declined' | 'neutral'>();
  let isReversal: ReturnType<typeof reversalFinder> | null = null;
  const rows = table.rows.map((row, index) => {
    if (index < table.first) return row;
    const words = places.map((place) => clean(row[place]));
    const isLeft = status?.left?.includes(clean(row[status.column]).toLowerCase()) === true;
    // Checks for a digit first, for speed: most of the words are days.
    const isDeclined = isLeft || words.some((word) => /^\D/.test(word) && statusOf(word) === 'left');
    const isNeutral = marks.some((place) => NEUTRAL.has(clean(row[place]).toLowerCase()));
    if (!isDeclined && !isNeutral) return row;
    if (isDeclined && (isReversal ??= reversalFinder(table, columns))(row)) return row;
    leftOut.set(index, isDeclined ? 'declined' : 'neutral');
    return row.map(() => '');
  });
  return { table: leftOut.size === 0 ? table : { ...table, rows }, leftOut };
});
