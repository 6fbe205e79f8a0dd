import type { DescriptionParts } from '../../bank-transaction.ts';
import type { MemoryEntry } from '../../memory.ts';
import type { Plan, PlannedAppend, PlannedClaim, PlannedSkip, PlannedUpdate } from '../../plan.ts';
import { rowValues, type RowValues } from '../../row.ts';
import { compileRules } from '../../rule-matcher.ts';
import type { Rule } from '../../snapshot.ts';
import { compareTexts, type Arrival, type Pair } from '../arrival.ts';
import { createLookAlikeFinder } from './look-alike.ts';
import { entryOfRow, newEntry, placedEntry, settleSameRow } from './same-row.ts';
import type { AlreadyThere, Claim } from '../matching/already-there/already-there-match.ts';
import type { Repeat } from '../matching/identity-match.ts';
import type { Planning } from '../planning.ts';

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

  /** Plans the updates of known transactions from their arrivals. */
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

  /** Plans only memory entries, because another source already added the rows of these transactions. */
  link(pairs: readonly Pair[]): void {
    const { input, ids } = this.#planning;
    for (const { arrival, known } of pairs) {
      arrival.transactionId ??= ids.issue(arrival);
      this.#memory.push(newEntry(arrival.transaction, this.#valuesOf(arrival, '', null), known.transactionId, input));
      this.#skip(arrival, known.row === null ? 'deleted' : 'elsewhere');
    }
  }

  /** Call this before the user's answers are applied, because ids must not depend on the answers. */
  issueIds(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) arrival.transactionId = this.#planning.ids.issue(arrival);
  }

  /** Stores declined transactions like deleted rows, so that the user can restore them. */
  decline(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) {
      this.#memory.push({ ...this.#newRow(arrival, this.#ruleFor(arrival)).entry, state: 'deleted' });
      this.#skip(arrival, 'deleted');
    }
  }

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

  append({ rest, mayBe }: Pick<AlreadyThere, 'rest' | 'mayBe'>): void {
    if (rest.length === 0) return;
    const { input } = this.#planning;
    const findLookAlikes = createLookAlikeFinder(this.#planning, new Set(this.#claims.map(({ row }) => row.index)));
    const byDate = rest.toSorted((a, b) => compareTexts(a.transaction.date, b.transaction.date) || a.order - b.order);
    for (const arrival of byDate) {
      const { transaction } = arrival;
      const rule = this.#ruleFor(arrival);
      const { values, entry } = this.#newRow(arrival, rule);
      const isAnswered = input.answers?.has(values.transactionId) === true;
      const withSameId = isAnswered ? [] : this.#rowsWithSameId(arrival);
      this.#appends.push({
        values,
        transaction,
        ruleRow: rule?.index ?? null,
        possibleDuplicateOf: isAnswered ? [] : findLookAlikes(arrival, [...withSameId, ...(mayBe.get(arrival) ?? [])]),
        sameIdAs: withSameId,
      });
      this.#memory.push(entry);
    }
  }

  /** The numbers of rows with the same bank id that may or may not be this transaction: the user must decide. */
  #rowsWithSameId(arrival: Arrival): readonly number[] {
    const { known, sameId } = this.#planning;
    return sameId.findUnclear(arrival).flatMap(({ row, entry }) => {
      const shown = row ?? known.get(entry?.shownBy ?? '')?.row ?? null;
      return shown === null ? [] : [shown.index];
    });
  }

  skipRepeats(repeats: readonly Repeat[]): void {
    for (const { arrival, of } of repeats) this.#skip({ ...arrival, transactionId: of.transactionId }, 'known');
  }

  #skip({ transaction, transactionId }: Arrival, reason: PlannedSkip['reason']): void {
    this.#skips.push({ transactionId: transactionId as string, transaction, reason, kept: [] });
  }

  #ruleFor({ transaction: { description, amount, account } }: Arrival): Rule | null {
    this.#rules ??= compileRules(this.#planning.input.snapshot.rules);
    return this.#rules.match(description, amount, account.name);
  }

  #newRow(arrival: Arrival, rule: Rule | null): { readonly values: RowValues; readonly entry: MemoryEntry } {
    const { input } = this.#planning;
    const { transaction } = arrival;
    const payee = input.mayRename === true ? rule?.renameTo : undefined;
    const ownParts = input.hasSeparateNotes === true ? (transaction.parts ?? null) : null;
    const notes = input.hasSeparateNotes === true ? transaction.description : '';
    const category = rule?.category || input.categories?.get(arrival.transactionId ?? '') || '';
    const values = this.#valuesOf(arrival, category, payee === undefined ? ownParts : { payee, notes });
    const entry = newEntry(transaction, values, null, input);
    return { values, entry: payee === undefined ? entry : { ...entry, renamed: true } };
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

/** Entries of all connections whose rows the user deleted or restored, and pending entries missing from a complete feed. */
function findDepartures({ known, coverage, input }: Planning): MemoryEntry[] {
  const changed: MemoryEntry[] = [];
  for (const { entry, row, seen } of known.all) {
    if (entry === null || seen) continue;
    const gone =
      entry.status === 'pending' &&
      entry.connectionId === input.connectionId &&
      coverage.isComplete(entry.bankAccountId) &&
      entry.written.date >= input.since;
    const placed = placedEntry(entry, row, gone || entry.state === 'left-feed' ? 'left-feed' : 'in-sheet');
    if (placed !== entry) changed.push(placed);
  }
  return changed;
}
