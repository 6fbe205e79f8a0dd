import type { DescriptionParts } from '../../bank-transaction.ts';
import type { MemoryEntry } from '../../memory.ts';
import type { Plan, PlannedAppend, PlannedClaim, PlannedSkip, PlannedUpdate } from '../../plan.ts';
import { rowValues, type RowValues } from '../../row.ts';
import { compileRules } from '../../rule-matcher.ts';
import type { Rule } from '../../snapshot.ts';
import { compareTexts, type Arrival, type Pair } from '../arrival.ts';
import { findDepartures } from './departures.ts';
import { createLookAlikeFinder } from './look-alike.ts';
import { entryOfRow, newEntry } from './new-entry.ts';
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
  #rules: ReturnType<typeof compileRules> | null = null;

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
      arrival.transactionId ??= ids.issue(arrival);
      this.#memory.push(newEntry(arrival.transaction, this.#valuesOf(arrival, '', null), known.transactionId, input));
      this.#skip(arrival, known.row === null ? 'deleted' : 'elsewhere');
    }
  }

  /** The ids that rows of these would have; the same ones whatever a person answers. */
  issueIds(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) arrival.transactionId = this.#planning.ids.issue(arrival);
  }

  /** These a person does not want: as if they had deleted the rows right after, and to be put back in the same way. */
  decline(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) {
      const values = this.#newRow(arrival, this.#ruleFor(arrival)?.category ?? '');
      this.#memory.push({ ...newEntry(arrival.transaction, values, null, this.#planning.input), state: 'deleted' });
      this.#skip(arrival, 'deleted');
    }
  }

  /** These are rows of the person's own. */
  claim(claims: readonly Claim[]): void {
    for (const { arrival, row } of claims) {
      const { transaction } = arrival;
      const transactionId = row.transactionId === '' ? (arrival.transactionId as string) : row.transactionId;
      this.#memory.push({
        ...entryOfRow(row, transaction, { transactionId, parts: null }, this.#planning.input),
        claimed: true,
      });
      this.#claims.push({ row, transactionId, transaction });
      arrival.transactionId = transactionId;
      this.#skip(arrival, 'already-there');
    }
  }

  /** These are new: by date, then as the source gave them. */
  append({ rest, mayBe }: Pick<AlreadyThere, 'rest' | 'mayBe'>): void {
    if (rest.length === 0) return;
    const { input } = this.#planning;
    const findLookAlikes = createLookAlikeFinder(this.#planning, new Set(this.#claims.map(({ row }) => row.index)));
    for (const arrival of rest.toSorted(byDateThenSource)) {
      const { transaction } = arrival;
      const rule = this.#ruleFor(arrival);
      const values = this.#newRow(arrival, rule?.category ?? '');
      const isAnswered = input.answers?.has(values.transactionId) === true;
      const withSameId = isAnswered ? [] : this.#rowsWithSameId(arrival);
      this.#appends.push({
        values,
        transaction,
        ruleRow: rule?.index ?? null,
        possibleDuplicateOf: isAnswered ? [] : findLookAlikes(arrival, [...withSameId, ...(mayBe.get(arrival) ?? [])]),
        sameIdAs: withSameId,
      });
      this.#memory.push(newEntry(transaction, values, null, input));
    }
  }

  /** Numbers of rows of which only a person can tell whether they are the arrival, since the bank gave both the same id. */
  #rowsWithSameId(arrival: Arrival): readonly number[] {
    const { known, sameId } = this.#planning;
    return sameId.findUnclear(arrival).flatMap(({ row, entry }) => {
      const shown = row ?? known.get(entry?.shownBy ?? '')?.row ?? null;
      return shown === null ? [] : [shown.index];
    });
  }

  /** These came twice. */
  skipRepeats(repeats: readonly Repeat[]): void {
    for (const { arrival, of } of repeats) this.#skip({ ...arrival, transactionId: of.transactionId }, 'known');
  }

  #skip({ transaction, transactionId }: Arrival, reason: PlannedSkip['reason']): void {
    this.#skips.push({ transactionId: transactionId as string, transaction, reason, kept: [] });
  }

  #ruleFor({ transaction: { description, amount } }: Arrival): Rule | null {
    this.#rules ??= compileRules(this.#planning.input.snapshot.rules);
    return this.#rules.match(description, amount);
  }

  #newRow(arrival: Arrival, category: string): RowValues {
    const parts = this.#planning.input.hasSeparateNotes === true ? (arrival.transaction.parts ?? null) : null;
    return this.#valuesOf(arrival, category, parts);
  }

  #valuesOf({ transaction, transactionId }: Arrival, category: string, parts: DescriptionParts | null): RowValues {
    const { now } = this.#planning.input;
    return rowValues({ transaction, parts, transactionId: transactionId as string, category, now: now.local });
  }

  finish(): Plan {
    const departed = findDepartures(this.#planning);
    return {
      appends: this.#appends,
      updates: this.#updates,
      claims: this.#claims.toSorted((a, b) => a.row.index - b.row.index),
      skips: this.#skips,
      leftFeed: departed.filter(({ state }) => state === 'left-feed').map(({ transactionId }) => transactionId),
      memory: [...this.#memory, ...departed],
    };
  }
}

function byDateThenSource(a: Arrival, b: Arrival): number {
  return compareTexts(a.transaction.date, b.transaction.date) || a.order - b.order;
}
