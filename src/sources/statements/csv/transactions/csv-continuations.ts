import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { mentionsTotals } from '../../../../core/column-titles.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';

type Row = readonly string[];

/** Lines that go on with the text of the transaction above them, as some banks write what does not fit into one line. */
export interface Continuations {
  /** Whether the line is a part of the transaction above it. */
  has(index: number): boolean;
  /** The line with the texts of those below it, each on a line of its own in its cell. */
  whole(row: Row, index: number): Row;
}

/**
 * A line goes on with the one above it when all that it has is a text in a column of the description, and not in the first
 * one, where notes begin. Where no transaction comes right after it, it may be a note, unless others of the file go on so.
 */
export function findContinuations(table: CsvTable, mapping: CsvMapping): Continuations {
  const found = new Map<number, number[]>();
  const unsure: [number, number[]][] = [];
  let below: number[] = [];
  let above: number | null = null;
  for (let index = table.first; index <= table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (above !== null && goesOn(mapping, row)) {
      below.push(index);
      continue;
    }
    const isTransaction = isDateShaped(clean(row[mapping.date]));
    if (above !== null && below.length > 0) {
      if (isTransaction) found.set(above, below);
      else unsure.push([above, below]);
    }
    above = isTransaction ? index : null;
    below = [];
  }
  if (found.size > 0) for (const [index, parts] of unsure) found.set(index, parts);
  const parts = new Set([...found.values()].flat());
  return {
    has: (index) => parts.has(index),
    whole: (row, index) => {
      const more = found.get(index);
      if (more === undefined) return row;
      return row.map((cell, place) =>
        [cell, ...more.map((part) => clean(table.rows[part]?.[place]))].filter((text) => text !== '').join('\n'),
      );
    },
  };
}

function goesOn({ date, description }: CsvMapping, row: Row): boolean {
  // Nearly all lines have a day, and need no further look.
  if (clean(row[date]) !== '') return false;
  const filled = row.flatMap((cell, place) => (clean(cell) === '' ? [] : [place]));
  const [place] = filled;
  return (
    filled.length === 1 &&
    place !== undefined &&
    place > 0 &&
    description.includes(place) &&
    labelOfRow(row) === null &&
    !mentionsTotals(row)
  );
}
