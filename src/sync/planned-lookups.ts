import { isInSheet, type MemoryLookup, type SheetLookup } from '../core/planner/lookups.ts';
import type { SettledSheet } from '../store/settled.ts';
import type { WriteBatch } from './write-batch.ts';

/** Look-ups into a settled workbook, with what is known of its other sheets. */
export type SettledLookup = SheetLookup & SettledSheet;

/** Tells what the plans in a batch will have written too: each is planned on those before it. */
export function plannedMemory(memory: MemoryLookup, { changed }: WriteBatch): MemoryLookup {
  return { ...memory, get: (id) => changed.get(id) ?? memory.get(id), planned: () => changed.values() };
}

/** The same of the sheet. */
export function plannedSheet(sheet: SettledLookup, { appends }: WriteBatch): SettledLookup {
  return {
    ...sheet,
    ofDays: (days) => {
      const added = Array.from(appends.values(), ({ values }) => ({ ...values, id: values.transactionId }));
      return [...sheet.ofDays(days), ...added.filter(({ date }) => days.from <= date && date <= days.to)];
    },
    // What is appended by the same write is changed before it is written, and has no number yet.
    find: (entry) => (appends.has(entry.transactionId) && isInSheet(entry) ? 0 : sheet.find(entry)),
  };
}
