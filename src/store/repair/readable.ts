import { unpack } from '../packing.ts';
import type { Record } from './source.ts';

/** Columns whose text is JSON. */
const STRUCTURED: Readonly<{ [table: string]: readonly string[] }> = {
  account: ['workbook', 'layout'],
  connection: ['settings', 'problem'],
  run: ['counts', 'messages'],
  journal: ['outcome', 'forgets'],
  setting: ['value'],
  csv_mapping: ['mapping'],
};

const PACKED: Readonly<{ [table: string]: string }> = { run_items: 'items', planned_memory: 'entries' };

const DAYS: Readonly<{ [table: string]: string }> = { memory: 'date', balance: 'date', balance_row: 'date' };

/** What stands for bytes that are no UTF-8, and characters that no text of a bank or a person holds. */
const GARBLED = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]|\ufffd/u;

/** Whether a row of a damaged table is one that Pennyrow can have written. */
export function isReadable(table: string, row: Record): boolean {
  return (
    Object.entries(row).every(([, value]) => typeof value !== 'string' || !GARBLED.test(value)) && hasShape(table, row)
  );
}

function hasShape(table: string, row: Record): boolean {
  try {
    for (const column of STRUCTURED[table] ?? []) {
      const value = row[column];
      if (typeof value === 'string') JSON.parse(value);
    }
    const packed = row[PACKED[table] ?? ''];
    if (packed instanceof Buffer) unpack(packed);
    const day = row[DAYS[table] ?? ''];
    return typeof day !== 'string' || !Number.isNaN(Date.parse(day));
  } catch {
    return false;
  }
}
