import type { MemoryEntry } from '../core/memory.ts';
import type { Plan } from '../core/plan.ts';
import { isInSheet, type MemoryLookup, type SheetLookup, type ShownRow } from '../core/planner/lookups.ts';
import type { SettledSheet } from '../store/settled.ts';

/** Look-ups into a settled workbook, with what is known of its other sheets. */
export type SettledLookup = SheetLookup & SettledSheet;

/** Look-ups that tell what the plans so far will have written too: each batch is planned on those before it. */
export class PlannedLookups {
  readonly #memory: MemoryLookup;
  readonly #sheet: SettledLookup | null;
  readonly #changed = new Map<string, MemoryEntry>();
  readonly #appended = new Map<string, ShownRow>();

  constructor(memory: MemoryLookup, sheet: SettledLookup | null) {
    this.#memory = memory;
    this.#sheet = sheet;
  }

  add({ memory, appends }: Plan): void {
    for (const entry of memory) this.#changed.set(entry.transactionId, entry);
    for (const { values } of appends) this.#appended.set(values.transactionId, { ...values, id: values.transactionId });
  }

  get memory(): MemoryLookup {
    return {
      ...this.#memory,
      get: (id) => this.#changed.get(id) ?? this.#memory.get(id),
      planned: () => this.#changed.values(),
    };
  }

  get sheet(): SettledLookup | null {
    const lookup = this.#sheet;
    if (lookup === null) return null;
    return {
      ...lookup,
      ofDays: (days) => [
        ...lookup.ofDays(days),
        ...[...this.#appended.values()].filter(({ date }) => days.from <= date && date <= days.to),
      ],
      // What is appended by the same write is changed before it is written, and has no number yet.
      find: (entry) => (this.#appended.has(entry.transactionId) && isInSheet(entry) ? 0 : lookup.find(entry)),
    };
  }
}
