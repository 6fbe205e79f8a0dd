import type { BankTransaction } from '../../bank-transaction.ts';
import type { MemoryEntry } from '../../memory.ts';
import type { Plan, PlannedAppend, PlannedClaim, PlannedSkip, PlannedUpdate } from '../../plan.ts';
import { rowValues, type RowValues } from '../../row.ts';
import { compileRules } from '../../rule-matcher.ts';
import { compareTexts, type Arrival, type Pair } from '../arrival.ts';
import { findDepartures } from './departures.ts';
import { createLookAlikeFinder } from './look-alike.ts';
import { claimedEntry, newEntry } from './new-entry.ts';
import type { AlreadyThere, Claim } from '../matching/already-there/already-there-match.ts';
import type { Repeat } from '../matching/occurrence/deliveries.ts';
import type { Planning } from '../planning.ts';
import { settleSameRow } from './same-row.ts';

/** A plan in the making: what the rules decided becomes cells, skips and memory entries. */
export class PlanBuilder {
  readonly #planning: Planning;
  readonly #appends: PlannedAppend[] = [];
  readonly #updates: PlannedUpdate[] = [];
  readonly #skips: PlannedSkip[] = [];
  readonly #memory: MemoryEntry[] = [];
  readonly #claims: PlannedClaim[] = [];
  /** Row numbers of what is claimed. */
  readonly #claimed = new Set<number>();

  constructor(planning: Planning) {
    this.#planning = planning;
  }

  /** These are rows, or were rows, that Pennyrow knows. */
  settle(pairs: readonly Pair[]): void {
    const { input, known } = this.#planning;
    for (const pair of pairs) {
      const { entry, update, skip } = settleSameRow(pair, input, known);
      if (update !== null) this.#updates.push(update);
      if (skip !== null) this.#skips.push(skip);
      if (entry !== pair.known.entry) this.#memory.push(entry);
      pair.arrival.transactionId = entry.transactionId;
    }
  }

  /** These are shown by other rows, of another connection or as a person said, or were until a person deleted those. */
  link(pairs: readonly Pair[]): void {
    const { input, ids } = this.#planning;
    for (const { arrival, known } of pairs) {
      const { transaction } = arrival;
      const transactionId = arrival.transactionId ?? ids.issue(arrival);
      const values = rowValues({ transaction, parts: null, transactionId, category: '', now: input.now.local });
      this.#memory.push(newEntry(transaction, values, known.transactionId, input));
      this.#skips.push({ transactionId, transaction, reason: known.row === null ? 'deleted' : 'elsewhere', kept: [] });
      arrival.transactionId = transactionId;
    }
  }

  /** The ids that rows of these would have; the same ones whatever a person answers. */
  issueIds(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) arrival.transactionId = this.#planning.ids.issue(arrival);
  }

  /** These a person does not want: as if they had deleted the rows right after, and to be put back in the same way. */
  decline(arrivals: readonly Arrival[]): void {
    if (arrivals.length === 0) return;
    const { input } = this.#planning;
    const rules = compileRules(input.snapshot.rules);
    for (const { transaction, transactionId } of arrivals) {
      const id = transactionId as string;
      const category = rules.match(transaction.description, transaction.amount)?.category ?? '';
      const values = this.#newRow(transaction, id, category);
      this.#memory.push({ ...newEntry(transaction, values, null, input), state: 'deleted' });
      this.#skips.push({ transactionId: id, transaction, reason: 'deleted', kept: [] });
    }
  }

  /** These are rows of the person's own. */
  claim(claims: readonly Claim[]): void {
    for (const { arrival, row } of claims) {
      const entry = claimedEntry(arrival, row, this.#planning.input);
      const { transactionId } = entry;
      const { transaction } = arrival;
      this.#memory.push(entry);
      this.#claims.push({ row, transactionId, transaction });
      this.#skips.push({ transactionId, transaction, reason: 'already-there', kept: [] });
      this.#claimed.add(row.index);
      arrival.transactionId = transactionId;
    }
  }

  /** These are new: by date, then as the source gave them. */
  append({ rest, mayBe }: Pick<AlreadyThere, 'rest' | 'mayBe'>): void {
    if (rest.length === 0) return;
    const { input } = this.#planning;
    const rules = compileRules(input.snapshot.rules);
    const findLookAlikes = createLookAlikeFinder(this.#planning, this.#claimed);
    for (const arrival of rest.toSorted(byDateThenSource)) {
      const { transaction } = arrival;
      const rule = rules.match(transaction.description, transaction.amount);
      const values = this.#newRow(transaction, arrival.transactionId as string, rule?.category ?? '');
      this.#appends.push({
        values,
        transaction,
        ruleRow: rule?.index ?? null,
        possibleDuplicateOf: input.answers?.has(values.transactionId)
          ? []
          : findLookAlikes(arrival, mayBe.get(arrival)),
      });
      this.#memory.push(newEntry(transaction, values, null, input));
    }
  }

  /** These came twice. */
  skipRepeats(repeats: readonly Repeat[]): void {
    for (const { arrival, of } of repeats) {
      this.#skips.push({
        transactionId: of.transactionId as string,
        transaction: arrival.transaction,
        reason: 'known',
        kept: [],
      });
    }
  }

  #newRow(transaction: BankTransaction, transactionId: string, category: string): RowValues {
    const { takesApart = false, now } = this.#planning.input;
    const parts = takesApart ? (transaction.parts ?? null) : null;
    return rowValues({ transaction, parts, transactionId, category, now: now.local });
  }

  finish(): Plan {
    const { entries, leftFeed } = findDepartures(this.#planning);
    return {
      appends: this.#appends,
      updates: this.#updates,
      claims: this.#claims.toSorted((a, b) => a.row.index - b.row.index),
      skips: this.#skips,
      leftFeed,
      memory: [...this.#memory, ...entries],
    };
  }
}

function byDateThenSource(a: Arrival, b: Arrival): number {
  return compareTexts(a.transaction.date, b.transaction.date) || a.order - b.order;
}
