import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * A checksum of each page of a database file, as it was when it was last closed. SQLite keeps none: a byte that a
 * disk changes inside a text is found by no check of its own.
 */
export interface PageSums {
  /** What the file was closed under: its `application_id` then. A file that was put in its place has another one. */
  readonly mark: number;
  readonly pages: Uint32Array;
}

const MAGIC = 'pennyrow sums 1\n';
const HEAD_BYTES = MAGIC.length + 4;
const PAGE = 4096;
/** Read at once; a few milliseconds of work. */
const STEP = 256 * PAGE;

export function pageSumsPath(database: string): string {
  return `${database}.sums`;
}

/** Null when there are none, as while the database is in use and after a crash, and when they are damaged themselves. */
export function readPageSums(database: string): PageSums | null {
  try {
    const bytes = readFileSync(pageSumsPath(database));
    const body = bytes.subarray(0, -4);
    if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC || crc32(body) !== bytes.readUInt32LE(bytes.length - 4))
      return null;
    return {
      mark: body.readInt32LE(MAGIC.length),
      pages: new Uint32Array(new Uint8Array(body.subarray(HEAD_BYTES)).buffer),
    };
  } catch {
    return null;
  }
}

/** Sums the closed file up. Not synced: sums that a power cut takes are missed by nobody but the next, slower, start. */
export function writePageSums(database: string, mark: number): void {
  const pages = new Uint32Array(Math.ceil(statSync(database).size / PAGE));
  const file = openSync(database, 'r');
  try {
    const buffer = Buffer.alloc(STEP);
    for (let first = 0; first < pages.length; first += STEP / PAGE) {
      const length = readSync(file, buffer, 0, STEP, first * PAGE);
      sumInto(pages, first, buffer.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 'latin1');
  head.writeInt32LE(mark, MAGIC.length);
  const body = Buffer.concat([head, Buffer.from(pages.buffer)]);
  const end = Buffer.alloc(4);
  end.writeUInt32LE(crc32(body));
  const temporary = `${pageSumsPath(database)}.tmp`;
  writeFileSync(temporary, Buffer.concat([body, end]), { mode: 0o600 });
  renameSync(temporary, pageSumsPath(database));
}

export function removePageSums(database: string): void {
  rmSync(pageSumsPath(database), { force: true });
}

/** The numbers, from 1, of the pages that are not as they were; those that are missing or too many as well. */
export function changedPages(database: string, { pages }: PageSums): number[] {
  const file = openSync(database, 'r');
  try {
    const buffer = Buffer.alloc(STEP);
    const changed: number[] = [];
    for (let first = 0, length = STEP; length === STEP; first += STEP / PAGE) {
      length = readSync(file, buffer, 0, STEP, first * PAGE);
      compare(pages, first, buffer.subarray(0, length), changed);
    }
    return [...changed, ...missing(pages, statSync(database).size)];
  } finally {
    closeSync(file);
  }
}

/** The same a piece at a time, others going on in between; nothing may write to the file meanwhile. */
export async function changedPagesLater(database: string, { pages }: PageSums, signal: AbortSignal): Promise<number[]> {
  const file = await open(database, 'r');
  try {
    const buffer = Buffer.alloc(STEP);
    const changed: number[] = [];
    for (let first = 0, length = STEP; length === STEP && !signal.aborted; first += STEP / PAGE) {
      length = (await file.read(buffer, 0, STEP, first * PAGE)).bytesRead;
      compare(pages, first, buffer.subarray(0, length), changed);
    }
    signal.throwIfAborted();
    return [...changed, ...missing(pages, (await file.stat()).size)];
  } finally {
    await file.close();
  }
}

function sumInto(pages: Uint32Array, first: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += PAGE) pages[first + at / PAGE] = crc32(bytes.subarray(at, at + PAGE));
}

function compare(pages: Uint32Array, first: number, bytes: Buffer, changed: number[]): void {
  for (let at = 0; at < bytes.length; at += PAGE) {
    const page = first + at / PAGE;
    if (pages[page] !== crc32(bytes.subarray(at, at + PAGE))) changed.push(page + 1);
  }
}

function missing(pages: Uint32Array, size: number): number[] {
  const there = Math.ceil(size / PAGE);
  return Array.from({ length: Math.max(0, pages.length - there) }, (_, index) => there + index + 1);
}
