import type { KeptPreview } from '../../src/contract/control/previews.ts';
import type { PreviewLine, RowAnswer } from '../../src/contract/control/runs.ts';
import { findKept, useKept } from '../base/use-kept.ts';
import { type SameRowAnswers, useSameRows } from './same-rows.tsx';

/** What a person decides of a preview before it becomes rows. */
export interface Decisions {
  /** The questions that need an answer. */
  readonly same: SameRowAnswers;
  /** Whether it would be added, which is for the person to say. */
  readonly mayDecide: (line: PreviewLine) => boolean;
  readonly isOut: (line: PreviewLine) => boolean;
  readonly setOut: (line: PreviewLine, isOut: boolean) => void;
  /** The row that it is merged with, by `RowThere.rowId`; empty for none. */
  readonly mergedWith: (line: PreviewLine) => string;
  readonly merge: (line: PreviewLine, rowId: string) => void;
  /** How many of the lines are not added by what was decided here. */
  readonly fewer: number;
  readonly answers: RowAnswer[];
  /** Transactions of which something was decided, also in earlier previews: for `preview.make` to say whether it still counts. */
  readonly decided: readonly string[];
}

interface Decision {
  readonly isOut: boolean;
  readonly mergedWith: string;
  /** The preview that it was made in. */
  readonly previewId: string;
}

/** Transactions of which something was decided before a reload. */
export function findDecided(keptAs: string): string[] {
  return (findKept<readonly (readonly [string, Decision])[]>(`${keptAs}.decisions`) ?? NONE).map(([id]) => id);
}

/**
 * What was decided is kept for a preview that is made again, and counts where that one has the transaction too. `keptAs`: also
 * for one after a reload.
 */
export function useDecisions(preview: KeptPreview | undefined, keptAs: string | null = null): Decisions {
  const [kept, setKept] = useKept<readonly (readonly [string, Decision])[]>(
    keptAs === null ? null : `${keptAs}.decisions`,
    NONE,
  );
  const all = new Map(kept);
  const { previewId = '', decidable = NONE, questions = NONE } = preview ?? {};
  const still = new Set<string>(decidable);
  const counted = [...all].filter(([id, decision]) => decision.previewId === previewId || still.has(id));
  const out = new Set(counted.flatMap(([id, { isOut }]) => (isOut ? [id] : [])));
  const same = useSameRows(questions, out, keptAs === null ? null : `${keptAs}.same`);
  const of = ({ transactionId }: PreviewLine): Decision =>
    all.get(transactionId) ?? { isOut: false, mergedWith: '', previewId };
  const decide = (line: PreviewLine, news: Partial<Decision>): void =>
    setKept([...new Map(all).set(line.transactionId, { ...of(line), ...news, previewId })]);
  const decided = counted.flatMap(([transactionId, { isOut, mergedWith }]): RowAnswer[] => {
    if (isOut) return [{ transactionId, rowId: null, declined: true }];
    return mergedWith === '' ? [] : [{ transactionId, rowId: mergedWith }];
  });
  return {
    same,
    mayDecide: ({ what }) => what === 'new' || what === 'possibly-twice',
    isOut: (line) => of(line).isOut,
    setOut: (line, isOut) => decide(line, { isOut }),
    mergedWith: (line) => (of(line).isOut ? '' : of(line).mergedWith),
    merge: (line, mergedWith) => decide(line, { mergedWith }),
    fewer: decided.length,
    answers: [...same.answers, ...decided],
    decided: [...all.keys()],
  };
}

const NONE: readonly never[] = [];
