import { fromEpochDay } from '../../../../core/calendar-date.ts';
import { roleOfTitle } from '../../../../core/column-titles.ts';

type Rows = readonly (readonly string[])[];

/**
 * The rows with days instead of numbers that count days or seconds, in columns below the title of a date that hold nothing else. Null if
 * there is no such column.
 */
export function withWrittenDays(rows: Rows, header: number | null): Rows | null {
  if (header === null) return null;
  const below = rows.slice(header + 1);
  const columns = (rows[header] ?? []).flatMap((title, place) => {
    if (roleOfTitle(title.trim())?.endsWith('date') !== true) return [];
    const cells = below.map((row) => (row[place] ?? '').trim()).filter((cell) => cell !== '');
    const unit = UNITS.find(({ pattern, first, last }) =>
      cells.every((cell) => pattern.test(cell) && Number(cell) >= first && Number(cell) < last),
    );
    return unit === undefined || cells.length === 0 ? [] : [{ place, unit }];
  });
  if (columns.length === 0) return null;
  return rows.map((row, index) => {
    if (index <= header) return row;
    const written = [...row];
    for (const { place, unit } of columns) {
      const cell = (row[place] ?? '').trim();
      if (cell !== '') written[place] = fromEpochDay(Math.floor(Number(cell) / unit.perDay) - unit.epoch);
    }
    return written;
  });
}

/** Of the years 2000 to 2049: days since 1900 as Excel counts them, then seconds and milliseconds since 1970. */
const UNITS = [
  { pattern: /^\d{5}(?:\.\d+)?$/, first: 36_526, last: 54_789, perDay: 1, epoch: 25_569 },
  { pattern: /^\d{9,10}(?:\.\d+)?$/, first: 946_684_800, last: 2_524_608_000, perDay: 86_400, epoch: 0 },
  { pattern: /^\d{12,13}$/, first: 946_684_800_000, last: 2_524_608_000_000, perDay: 86_400_000, epoch: 0 },
] as const;
