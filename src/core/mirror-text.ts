import { toEpochDay, type CalendarDate, type Instant, type LocalDateTime } from './calendar-date.ts';
import { memoize } from './memoize.ts';
import { createRowIds, repeatsIn } from './row-id.ts';
import { COLUMNS, PERSON_OWNED_COLUMNS, type Column, type PersonOwnedColumn, type Row } from './row.ts';
import type { Rule } from './snapshot.ts';
import { atOnce, type Steps } from './steps.ts';
import { WIRE_FIELDS, wireValueOf } from './wire.ts';

/** Rows of one month as the JSON of the API: a date range is a slice of the text, and new rows change few blocks. */
export interface MirrorBlock {
  readonly year: number;
  readonly part: number;
  readonly text: string;
  /** Days since 1970-01-01 of each row, ascending. */
  readonly days: Int32Array;
  readonly offsets: Uint32Array;
  /** Three numbers for each row: see `RowChecksums`. */
  readonly checksums: Uint32Array;
}

export interface RowChecksums {
  readonly index: number;
  /** The checksum of the values on which sync plans, balances and ids depend. */
  readonly planned: number;
  /** The checksum of the displayed date and of the values that only the user changes. */
  readonly free: number;
}

export interface MirrorRepeat {
  readonly year: number;
  readonly part: number;
  readonly position: number;
  readonly id: string;
}

/** A row with its day, in days since 1970-01-01, and its text in a block. */
export interface MirrorRow extends RowChecksums {
  readonly id: string;
  readonly day: number;
  readonly text: string;
}

export interface MirrorContext {
  readonly digest: (text: string) => string;
  /** Ids of rows typed by the user, by row number. Needed for a part of a sheet, because such an id depends on all rows. */
  readonly typedIds?: ReadonlyMap<number, string>;
  readonly addedAt: (transactionId: string) => Instant | null;
  readonly toInstant: (local: LocalDateTime) => Instant;
  readonly firstSeen: ReadonlyMap<string, Instant>;
  readonly now: Instant;
}

export interface MirrorText {
  readonly blocks: Iterable<MirrorBlock>;
  readonly repeats: readonly MirrorRepeat[];
  /** Ids of rows without a known date, whose `date_added` is therefore `now`. The caller stores that date. */
  readonly newlySeen: readonly string[];
}

/** A block of this many rows contains about a megabyte of text. */
const ROWS_PER_BLOCK = 4096;

const MOST_BLOCKS = 1000;

export interface Month {
  readonly year: number;
  readonly first: number;
  readonly end: number;
}

/** Accepts a date, or only year and month: "2026-03". */
export const monthOf = memoize((date: string): Month => {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return { year, first: month * MOST_BLOCKS, end: (month + 1) * MOST_BLOCKS };
});

export function isOf({ year, part }: Pick<MirrorBlock, 'year' | 'part'>, month: Month): boolean {
  return year === month.year && month.first <= part && part < month.end;
}

interface Entry {
  readonly row: Row;
  readonly id: string;
  readonly day: number;
  readonly dateAdded: Instant;
}

export function mirrorText(rows: readonly Row[], context: MirrorContext): MirrorText {
  return atOnce(mirrorTextInSteps(rows, context));
}

export function* mirrorTextInSteps(rows: readonly Row[], context: MirrorContext): Steps<MirrorText> {
  const newlySeen: string[] = [];
  const entries = yield* sortedEntries(rows, context, newlySeen);
  yield;
  const cuts = cutIntoBlocks(entries, ({ row }) => row.date as CalendarDate);
  yield;
  const isRepeat = repeatsIn(cuts.flatMap(({ items }) => items.map(({ id }) => id)));
  const repeats = cuts.flatMap(({ year, part, items }) =>
    items.flatMap(({ id }, position) => (isRepeat(id) ? [{ year, part, position, id }] : [])),
  );
  return { blocks: writeBlocks(cuts), repeats, newlySeen };
}

/** Converts some rows of the sheet for the mirror (the cached sheet), in its order: by day, then by row. */
export function mirrorRows(rows: readonly Row[], context: MirrorContext) {
  const newlySeen: string[] = [];
  const texts = atOnce(sortedEntries(rows, context, newlySeen)).map(textOf);
  const isRepeat = repeatsIn(texts.map(({ id }) => id));
  return { rows: texts, newlySeen, hasRepeats: texts.some(({ id }) => isRepeat(id)) };
}

function* sortedEntries(rows: readonly Row[], context: MirrorContext, newlySeen: string[]): Steps<Entry[]> {
  const rowId = createRowIds(context.digest);
  const dateAdded = (row: Row, id: string): Instant => {
    const recorded = context.addedAt(row.transactionId) ?? (row.dateAdded && context.toInstant(row.dateAdded));
    if (recorded !== null) return recorded;
    const seen = context.firstSeen.get(id);
    if (seen === undefined) newlySeen.push(id);
    return seen ?? context.now;
  };
  const entries: Entry[] = [];
  for (const [place, row] of rows.entries()) {
    const id = row.transactionId || (context.typedIds?.get(row.index) ?? rowId(row));
    if (place % ROWS_PER_BLOCK === ROWS_PER_BLOCK - 1) yield;
    if (row.date !== null) entries.push({ row, id, day: toEpochDay(row.date), dateAdded: dateAdded(row, id) });
  }
  return entries.sort((a, b) => a.day - b.day || a.row.index - b.row.index);
}

interface Cut<Item> extends Pick<MirrorBlock, 'year' | 'part'> {
  readonly items: Item[];
}

/** Expects items ordered by date, then sheet order. */
export function cutIntoBlocks<Item>(items: readonly Item[], dateOf: (item: Item) => CalendarDate): Cut<Item>[] {
  const cuts: Cut<Item>[] = [];
  for (const item of items) {
    const month = monthOf(dateOf(item));
    const last = cuts.at(-1);
    const same = last !== undefined && isOf(last, month) ? last : null;
    if (same !== null && same.items.length < ROWS_PER_BLOCK) same.items.push(item);
    else cuts.push({ year: month.year, part: same === null ? month.first : same.part + 1, items: [item] });
  }
  return cuts;
}

function* writeBlocks(cuts: readonly Cut<Entry>[]): Generator<MirrorBlock> {
  for (const { items, ...place } of cuts) yield blockOf({ ...place, items: items.map(textOf) });
}

function textOf(entry: Entry): MirrorRow {
  const { row, id, day } = entry;
  const { index, planned, free } = checksumsOf(row);
  return { id, day, index, planned, free, text: `${JSON.stringify(id)}:${bodyOf(entry)},` };
}

export function blockOf({ items, ...place }: Cut<MirrorRow>): MirrorBlock {
  const offsets = new Uint32Array(items.length + 1);
  for (const [position, { text }] of items.entries())
    offsets[position + 1] = (offsets[position] as number) + utf8Length(text);
  const text = items.map((row) => row.text).join('');
  const checksums = Uint32Array.from(items.flatMap(({ index, planned, free }) => [index, planned, free]));
  return { ...place, text, days: Int32Array.from(items, ({ day }) => day), offsets, checksums };
}

const PLANNED_COLUMNS = COLUMNS.filter(
  (column): column is Exclude<Column, PersonOwnedColumn> =>
    !(PERSON_OWNED_COLUMNS as readonly Column[]).includes(column),
);

export function checksumsOf(row: Row): RowChecksums {
  let planned = FIRST_HASH;
  for (const column of PLANNED_COLUMNS) planned = hashed(planned, row[column] ?? '');
  if (row.amount === null) planned = hashed(planned, row.amountText);
  let free = hashed(FIRST_HASH, row.dateText);
  for (const column of PERSON_OWNED_COLUMNS) free = hashed(free, row[column]);
  return { index: row.index, planned: planned >>> 0, free: free >>> 0 };
}

/** FNV-1a. After each text, adds a code unit that occurs in no text, so that the hashes of "ab", "c" and "a", "bc" differ. */
function hashed(before: number, text: string): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return Math.imul(hash ^ END_OF_TEXT, FNV_PRIME);
}

const FIRST_HASH = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const END_OF_TEXT = 0x1ffff;

/** Each field keeps the JSON of its last value, because neighboring rows repeat most values. */
const FIELDS = WIRE_FIELDS.map((field) => {
  const valueOf = wireValueOf(field);
  let last: string | null | undefined;
  let json = '';
  return (row: Row, dateAdded: Instant): string => {
    const value = valueOf(row, dateAdded);
    if (value !== last) json = `,${JSON.stringify(field.name)}:${JSON.stringify(value)}`;
    last = value;
    return json;
  };
});

function bodyOf({ row, dateAdded }: Entry): string {
  let body = `{"row_index":${row.index}`;
  for (const jsonOf of FIELDS) body += jsonOf(row, dateAdded);
  return `${body}}`;
}

/** The text must not contain lone surrogates; JSON.stringify never writes them. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each unit is already counted as one byte. A surrogate has two bytes, as half of a four-byte character.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

export function listedCategories(categories: readonly string[]): string[] {
  return [...new Set(categories.filter((category) => category.trim() !== ''))];
}

export interface WireRule {
  readonly description: string;
  readonly category: string;
  readonly minAmount: string;
  readonly maxAmount: string;
}

export interface ListedRule extends WireRule {
  readonly account?: string;
  readonly renameTo?: string;
}

export function listedRules(rules: readonly Rule[]): ListedRule[] {
  return rules
    .filter((rule) => rule.description.trim() !== '' && rule.category.trim() !== '')
    .map(({ index: _index, minAmount, maxAmount, ...texts }) => ({
      ...texts,
      minAmount: minAmount ?? '',
      maxAmount: maxAmount ?? '',
    }));
}
