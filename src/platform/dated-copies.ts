/** `generation` increases when a copy has an earlier time than the last one, so that copies sort by creation after clock changes. */
export interface DatedCopy {
  readonly takenAt: string;
  readonly generation: number;
}

export function newestFirst(one: DatedCopy, other: DatedCopy): number {
  return other.generation - one.generation || other.takenAt.localeCompare(one.takenAt);
}

export function nextCopy(nowMs: number, existing: readonly DatedCopy[]): DatedCopy {
  const takenAt = new Date(nowMs).toISOString();
  const [newest] = existing.toSorted(newestFirst);
  if (newest === undefined) return { takenAt, generation: 0 };
  return { takenAt, generation: newest.generation + (newest.takenAt < takenAt ? 0 : 1) };
}

export function generationEnding({ generation }: DatedCopy): string {
  return generation === 0 ? '' : `.${generation}`;
}
