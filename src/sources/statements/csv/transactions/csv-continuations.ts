import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { mentionsTotals } from '../../../../core/column-titles.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';

type Row = readonly string[];

/** Lines that continue the text of the transaction above, as some banks wrap long texts. */
export interface Continuations {
  /** True if the line continues the transaction above. */
  has(index: number): boolean;
  /** The row with the texts of its continuation lines, separated by line breaks in the cell. */
  whole(row: Row, index: number): Row;
}

/**
 * A line continues the one above if it has only a text, in a description column other than the first one, where notes
 * begin. Without a transaction right above it, it may be a note, unless other lines of the file are continuations.
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
  // Nearly all lines have a day.
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
