import { ROWS_PER_BLOCK, firstPart } from '../core/mirror-text.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import type { WireTransaction } from '../core/wire.ts';
import type { Reader } from '../store/database.ts';
import { loadMirrorMonth, type MirrorMonth, type Month, type NewBlock } from '../store/mirror-blocks.ts';

/** One row as its block has it. */
export interface MirrorRow {
  readonly id: string;
  /** Days since 1970. */
  readonly day: number;
  /** `"key":{...},` */
  readonly bytes: Buffer;
}

/** Quotes within a key are escaped, so that this begins the fields. */
const FIELDS = '":{"row_index":';

export function monthOf(date: CalendarDate): Month {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return { year, month };
}

export function isOf({ year, part }: Pick<NewBlock, 'year' | 'part'>, month: Month): boolean {
  return year === month.year && firstPart(month.month) <= part && part < firstPart(month.month + 1);
}

/** The rows of a month, by date, then sheet order. Throws PennyrowError `store_mirror_damaged`. */
export function rowsOfMonth(store: Reader, accountId: string, month: Month): MirrorRow[] {
  return loadMirrorMonth(store, accountId, month).flatMap(rowsOf);
}

export function rowsOf({ days, offsets, text }: NewBlock): MirrorRow[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return Array.from(days, (day, place) => {
    const row = bytes.subarray(offsets[place], offsets[place + 1]);
    return { id: JSON.parse(row.toString('utf8', 0, row.indexOf(FIELDS) + 1)) as string, day, bytes: row };
  });
}

export function fieldsOf({ id, bytes }: MirrorRow): WireTransaction {
  return JSON.parse(
    bytes.toString('utf8', Buffer.byteLength(JSON.stringify(id)) + 1, bytes.length - 1),
  ) as WireTransaction;
}

/** Rows of one month in which some take their places, cut into blocks as all of a mirror is. */
export function monthWith(month: Month, rows: readonly MirrorRow[], added: readonly MirrorRow[]): MirrorMonth {
  const all = [...rows];
  for (const row of added) {
    let place = all.length;
    for (; place > 0 && isBefore(row, all[place - 1] as MirrorRow); place -= 1);
    all.splice(place, 0, row);
  }
  const count = Math.ceil(all.length / ROWS_PER_BLOCK);
  const blocks = Array.from({ length: count }, (_, chunk) =>
    blockOf(
      month.year,
      firstPart(month.month) + chunk,
      all.slice(chunk * ROWS_PER_BLOCK, (chunk + 1) * ROWS_PER_BLOCK),
    ),
  );
  return { ...month, blocks };
}

function isBefore(a: MirrorRow, b: MirrorRow): boolean {
  return a.day === b.day ? rowNumber(a) < rowNumber(b) : a.day < b.day;
}

function blockOf(year: number, part: number, rows: readonly MirrorRow[]): NewBlock {
  const offsets = new Uint32Array(rows.length + 1);
  for (const [place, { bytes }] of rows.entries()) offsets[place + 1] = (offsets[place] as number) + bytes.length;
  return {
    year,
    part,
    text: Buffer.concat(rows.map(({ bytes }) => bytes)),
    days: Int32Array.from(rows, ({ day }) => day),
    offsets,
  };
}

function rowNumber({ bytes }: MirrorRow): number {
  return Number.parseInt(bytes.toString('latin1', bytes.indexOf(FIELDS) + FIELDS.length), 10);
}
