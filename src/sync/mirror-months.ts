import { ROWS_PER_BLOCK, blockOf, firstPart, type MirrorBlock, type RowText } from '../core/mirror-text.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import type { WireTransaction } from '../core/wire.ts';
import type { Reader } from '../store/database.ts';
import { loadMirrorMonth, type KeptBlock, type MirrorMonth, type Month } from '../store/mirror-blocks.ts';

/** One row as its block has it. */
export interface MirrorRow extends RowText {
  readonly id: string;
  /** Its number in the sheet. */
  readonly index: number;
}

/** Quotes within a key are escaped, so that this begins the fields. */
const FIELDS = '":{"row_index":';

export function monthOf(date: CalendarDate): Month {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return { year, month };
}

export function isOf({ year, part }: Pick<MirrorBlock, 'year' | 'part'>, month: Month): boolean {
  return year === month.year && firstPart(month.month) <= part && part < firstPart(month.month + 1);
}

/** The rows of a month, by date, then sheet order. Throws PennyrowError `store_mirror_damaged`. */
export function rowsOfMonth(store: Reader, accountId: string, month: Month): MirrorRow[] {
  return loadMirrorMonth(store, accountId, month).flatMap(rowsOf);
}

export function rowsOf({ days, offsets, text }: KeptBlock | MirrorBlock): MirrorRow[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return Array.from(days, (day, place) => {
    const row = bytes.toString('utf8', offsets[place], offsets[place + 1]);
    const fields = row.indexOf(FIELDS);
    const index = Number.parseInt(row.slice(fields + FIELDS.length), 10);
    return { id: JSON.parse(row.slice(0, fields + 1)) as string, day, index, text: row };
  });
}

export function fieldsOf({ id, text }: MirrorRow): WireTransaction {
  return JSON.parse(text.slice(JSON.stringify(id).length + 1, -1)) as WireTransaction;
}

/** Rows of one month, cut into blocks as all of a mirror is. */
export function monthWith(month: Month, rows: readonly MirrorRow[]): MirrorMonth {
  const sorted = rows.toSorted((a, b) => a.day - b.day || a.index - b.index);
  const blocks: MirrorBlock[] = [];
  for (let from = 0; from < sorted.length; from += ROWS_PER_BLOCK)
    blocks.push(blockOf(month.year, firstPart(month.month) + blocks.length, sorted.slice(from, from + ROWS_PER_BLOCK)));
  return { ...month, blocks };
}
