import type { KeptPreview } from '../../src/contract/control/previews.ts';
import type { PreviewLine, RowAnswer } from '../../src/contract/control/runs.ts';
import { readStoredState, useStoredState } from '../base/stored-state.ts';
import { type SameRowAnswers, useSameRows } from './same-rows.tsx';

/** The user's decisions on a preview. */
export interface Decisions {
  readonly same: SameRowAnswers;
  /** True if the line would be added, which the user may decline. */
  readonly mayDecide: (line: PreviewLine) => boolean;
  readonly isOut: (line: PreviewLine) => boolean;
  readonly setOut: (line: PreviewLine, isOut: boolean) => void;
  /** The merged row by `RowThere.rowId`; empty for none. */
  readonly mergedWith: (line: PreviewLine) => string;
  readonly merge: (line: PreviewLine, rowId: string) => void;
  /** The number of lines that these decisions leave out. */
  readonly fewer: number;
  readonly answers: RowAnswer[];
  /** Transactions with a decision, including those of earlier previews, which `preview.make` validates. */
  readonly decided: readonly string[];
}

interface Decision {
  readonly isOut: boolean;
  readonly mergedWith: string;
  readonly previewId: string;
}

/** The transactions with a decision before a reload. */
export function findDecided(storageName: string): string[] {
  return (readStoredState<readonly (readonly [string, Decision])[]>(`${storageName}.decisions`) ?? NONE).map(
    ([id]) => id,
  );
}

/** Decisions survive a repeated preview if it has the transaction too, and a reload under `keptAs`. */
export function useDecisions(preview: KeptPreview | undefined, storageName: string | null = null): Decisions {
  const [entries, setEntries] = useStoredState<readonly (readonly [string, Decision])[]>(
    storageName === null ? null : `${storageName}.decisions`,
    NONE,
  );
  const all = new Map(entries);
  const { previewId = '', decidable = NONE, questions = NONE } = preview ?? {};
  const still = new Set<string>(decidable);
  const counted = [...all].filter(([id, decision]) => decision.previewId === previewId || still.has(id));
  const out = new Set(counted.flatMap(([id, { isOut }]) => (isOut ? [id] : [])));
  const same = useSameRows(questions, out, storageName === null ? null : `${storageName}.same`);
  const of = ({ transactionId }: PreviewLine): Decision =>
    all.get(transactionId) ?? { isOut: false, mergedWith: '', previewId };
  const decide = (line: PreviewLine, news: Partial<Decision>): void =>
    setEntries([...new Map(all).set(line.transactionId, { ...of(line), ...news, previewId })]);
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
