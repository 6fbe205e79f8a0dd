/**
 * When a dated copy was made. The clock may be set back between two copies: the next one then begins another generation, so that
 * copies keep the order in which they were made, whatever their dates say.
 */
export interface DatedCopy {
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  /** 0 is left out of names. */
  readonly generation: number;
}

/** For `sort`. */
export function newestFirst(one: DatedCopy, other: DatedCopy): number {
  return other.generation - one.generation || other.takenAt.localeCompare(one.takenAt);
}

/** The copy that is made now, beside those that are there. */
export function nextCopy(nowMs: number, existing: readonly DatedCopy[]): DatedCopy {
  const takenAt = new Date(nowMs).toISOString();
  const [newest] = existing.toSorted(newestFirst);
  if (newest === undefined) return { takenAt, generation: 0 };
  return { takenAt, generation: newest.generation + (newest.takenAt < takenAt ? 0 : 1) };
}

/** What ends a name: ".2", or nothing for the first generation. */
export function generationEnding({ generation }: DatedCopy): string {
  return generation === 0 ? '' : `.${generation}`;
}
