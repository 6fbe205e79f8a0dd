import { toEpochDay, type CalendarDate, type Instant, type LocalDateTime } from './calendar-date.ts';
import { createRowIds } from './row-id.ts';
import type { Row } from './row.ts';
import { atOnce, type Steps } from './steps.ts';
import { repeatsIn } from './transaction-keys.ts';
import { utf8Length } from './utf8.ts';
import { WIRE_FIELDS, wireValueOf } from './wire.ts';

/**
 * A run of transactions as the API sends them, written out once so that a range of days is a slice.
 * All its rows lie in one month, so that new ones change few blocks; blocks follow each other by date, then sheet order.
 */
export interface MirrorBlock {
  readonly year: number;
  /** See `Month`. */
  readonly part: number;
  /** `"key":{...},` of each row. */
  readonly text: string;
  /** Days since 1970-01-01 of each row, ascending. */
  readonly days: Int32Array;
  /** Where each row begins in the text's UTF-8 bytes, and last the text's whole length. */
  readonly offsets: Uint32Array;
}

/** A row whose key depends on the range asked for: see `rangeKeys`. */
export interface MirrorRepeat {
  readonly year: number;
  readonly part: number;
  /** Place of the row in its block, from 0. */
  readonly position: number;
  readonly id: string;
}

export interface MirrorContext {
  /** See `PlanInput.digest`. */
  readonly digest: (text: string) => string;
  /** When Pennyrow appended the row with this transaction id; null when it did not. */
  readonly addedAt: (transactionId: string) => Instant | null;
  /** Reads a wall clock of the account's time zone. */
  readonly toInstant: (local: LocalDateTime) => Instant;
  /** When rows that tell no date of their own were first seen, by row id. */
  readonly firstSeen: ReadonlyMap<string, Instant>;
  readonly now: Instant;
}

export interface MirrorText {
  /** Written out block by block as it is iterated (once), so that the caller can let others work in between. */
  readonly blocks: Iterable<MirrorBlock>;
  readonly repeats: readonly MirrorRepeat[];
  /** Ids of rows whose date_added is `now`, because nothing tells more: to be remembered as first seen. */
  readonly newlySeen: readonly string[];
}

/** About a millisecond's work and a megabyte of text. */
const ROWS_PER_BLOCK = 4096;

const MOST_BLOCKS = 1000;

/** Where the blocks of a month are: those of its year with numbers from `first` to before `end`. */
export interface Month {
  readonly year: number;
  readonly first: number;
  readonly end: number;
}

/** The month of a date, of which the year and the month are enough: "2026-03". */
export function monthOf(date: string): Month {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return { year, first: month * MOST_BLOCKS, end: (month + 1) * MOST_BLOCKS };
}

export function isOf({ year, part }: Pick<MirrorBlock, 'year' | 'part'>, month: Month): boolean {
  return year === month.year && month.first <= part && part < month.end;
}

interface Entry {
  readonly row: Row;
  readonly id: string;
  readonly day: number;
  readonly dateAdded: Instant;
}

/** Writes out every row that has a readable date. */
export function mirrorText(rows: readonly Row[], context: MirrorContext): MirrorText {
  return atOnce(mirrorTextInSteps(rows, context));
}

/** The same, some rows at a time. */
export function* mirrorTextInSteps(rows: readonly Row[], context: MirrorContext): Steps<MirrorText> {
  const newlySeen: string[] = [];
  const entries = yield* sortedEntries(rows, context, newlySeen);
  yield;
  const cuts = cutIntoBlocks(entries, ({ row }) => row.date as CalendarDate);
  yield;
  const repeats = findRepeats(cuts);
  return { blocks: writeBlocks(cuts), repeats, newlySeen };
}

function* sortedEntries(rows: readonly Row[], context: MirrorContext, newlySeen: string[]): Steps<Entry[]> {
  const rowId = createRowIds(context.digest);
  const dateAdded = createDateAdded(context, newlySeen);
  const entries: Entry[] = [];
  for (const [place, row] of rows.entries()) {
    const id = rowId(row);
    if (place % ROWS_PER_BLOCK === ROWS_PER_BLOCK - 1) yield;
    if (row.date !== null) entries.push({ row, id, day: toEpochDay(row.date), dateAdded: dateAdded(row, id) });
  }
  return entries.sort((a, b) => a.day - b.day || a.row.index - b.row.index);
}

function createDateAdded(context: MirrorContext, newlySeen: string[]): (row: Row, id: string) => Instant {
  // The rows of one sync share one wall-clock reading, and zone arithmetic is slow.
  const instants = new Map<LocalDateTime, Instant>();
  const toInstant = (local: LocalDateTime): Instant => {
    const known = instants.get(local);
    if (known !== undefined) return known;
    const instant = context.toInstant(local);
    instants.set(local, instant);
    return instant;
  };
  return (row, id) => {
    const told = context.addedAt(row.transactionId) ?? (row.dateAdded === null ? null : toInstant(row.dateAdded));
    if (told !== null) return told;
    const seen = context.firstSeen.get(id);
    if (seen === undefined) newlySeen.push(id);
    return seen ?? context.now;
  };
}

/** What goes into one block. */
interface Cut<Item> extends Pick<MirrorBlock, 'year' | 'part'> {
  readonly items: Item[];
}

/** Cuts what is in order by date, then sheet order. */
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

function findRepeats(cuts: readonly Cut<Entry>[]): MirrorRepeat[] {
  const isRepeat = repeatsIn(cuts.flatMap(({ items }) => items.map(({ id }) => id)));
  return cuts.flatMap(({ year, part, items }) =>
    items.flatMap(({ id }, position) => (isRepeat(id) ? [{ year, part, position, id }] : [])),
  );
}

function* writeBlocks(cuts: readonly Cut<Entry>[]): Generator<MirrorBlock> {
  const body = createBodies();
  for (const { items, ...place } of cuts) {
    const texts = items.map((entry) => ({ day: entry.day, text: `${JSON.stringify(entry.id)}:${body(entry)},` }));
    yield blockOf({ ...place, items: texts });
  }
}

/** A row as it is written out, with its comma. */
export interface RowText {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly text: string;
}

export function blockOf({ items, ...place }: Cut<RowText>): MirrorBlock {
  const offsets = new Uint32Array(items.length + 1);
  for (const [position, { text }] of items.entries())
    offsets[position + 1] = (offsets[position] as number) + utf8Length(text);
  const text = items.map((row) => row.text).join('');
  return { ...place, text, days: Int32Array.from(items, ({ day }) => day), offsets };
}

/** Writes rows out one after the other. */
function createBodies(): (entry: Entry) => string {
  // Rows repeat much of the one before, and writing a text as JSON is most of the work.
  const fields = WIRE_FIELDS.map((field) => ({
    before: `,${JSON.stringify(field.name)}:`,
    valueOf: wireValueOf(field),
    last: { value: undefined as string | null | undefined, text: '' },
  }));
  return ({ row, dateAdded }) => {
    let text = `{"row_index":${row.index}`;
    for (const field of fields) {
      const value = field.valueOf(row, dateAdded);
      if (value !== field.last.value) field.last = { value, text: field.before + JSON.stringify(value) };
      text += field.last.text;
    }
    return `${text}}`;
  };
}
