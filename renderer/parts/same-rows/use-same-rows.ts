import type { PreviewLine, RowAnswer } from '../../../src/contract/control/runs.ts';
import { useKept } from '../use-kept.ts';

export interface SameRowAnswers {
  readonly questions: readonly PreviewLine[];
  /** How many questions have no answer. */
  readonly open: number;
  /** The row that it is, null for none, by transaction. */
  readonly chosen: ReadonlyMap<string, string | null>;
  /** `undefined` takes the answer back. */
  readonly choose: (transactionId: string, rowId: string | null | undefined) => void;
  readonly chooseAll: (what: 'same' | 'new') => void;
  readonly answers: RowAnswer[];
}

/** What a person has answered so far of what a preview `asked`. What is left `out` of it asks nothing. `keptAs`: see `useKept`. */
export function useSameRows(
  asked: readonly PreviewLine[],
  out: ReadonlySet<string>,
  keptAs: string | null,
): SameRowAnswers {
  const [kept, setKept] = useKept<readonly (readonly [string, string | null])[]>(keptAs, NONE);
  const chosen = new Map(kept);
  const setChosen = (next: ReadonlyMap<string, string | null>): void => setKept([...next]);
  const questions = asked.filter(({ transactionId }) => !out.has(transactionId));
  const answers = questions.flatMap(({ transactionId }) => {
    const rowId = chosen.get(transactionId);
    return rowId === undefined ? [] : [{ transactionId, rowId }];
  });
  return {
    questions,
    open: questions.length - answers.length,
    chosen,
    choose: (transactionId, rowId) => {
      const next = new Map(chosen);
      if (rowId === undefined) next.delete(transactionId);
      else next.set(transactionId, rowId);
      setChosen(next);
    },
    chooseAll: (what) => {
      const taken = new Set<string>();
      const next = new Map<string, string | null>();
      for (const { transactionId, mayBe } of questions) {
        const rowId = what === 'new' ? null : mayBe.find((row) => !taken.has(row.rowId))?.rowId;
        // Each row is one transaction: which of them is left is for the person to say.
        if (rowId === undefined) continue;
        if (rowId !== null) taken.add(rowId);
        next.set(transactionId, rowId);
      }
      setChosen(next);
    },
    answers,
  };
}

const NONE: readonly never[] = [];
