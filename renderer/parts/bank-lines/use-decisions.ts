import { useState } from 'react';
import type { PreviewLine, RowAnswer } from '../../../src/contract/control/runs.ts';
import { useSameRows, type SameRowAnswers } from '../same-rows/use-same-rows.ts';

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
}

export function useDecisions(lines: readonly PreviewLine[] = []): Decisions {
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [merged, setMerged] = useState<ReadonlyMap<string, string>>(new Map());
  const same = useSameRows(lines, out);
  const isOut = ({ transactionId }: PreviewLine): boolean => out.has(transactionId);
  const mergedWith = (line: PreviewLine): string => (isOut(line) ? '' : (merged.get(line.transactionId) ?? ''));
  const decided = lines.filter((line) => mayDecide(line) && (isOut(line) || mergedWith(line) !== ''));
  return {
    same,
    mayDecide,
    isOut,
    setOut: ({ transactionId }, isLeftOut) => {
      const next = new Set(out);
      if (isLeftOut) next.add(transactionId);
      else next.delete(transactionId);
      setOut(next);
    },
    mergedWith,
    merge: ({ transactionId }, rowId) => setMerged(new Map(merged).set(transactionId, rowId)),
    fewer: decided.length,
    answers: [
      ...same.answers,
      ...decided.map((line): RowAnswer => {
        const { transactionId } = line;
        return isOut(line)
          ? { transactionId, rowId: null, declined: true }
          : { transactionId, rowId: mergedWith(line) };
      }),
    ],
  };
}

function mayDecide({ what }: PreviewLine): boolean {
  return what === 'new' || what === 'possibly-twice';
}
