import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PreviewLine, RowAnswer } from '../../src/contract/control/runs.ts';
import { useStoredState, readStoredState } from '../base/stored-state.ts';
import { useTexts } from '../base/words.tsx';
import { Muted } from './links.tsx';
import { Pager } from './pager.tsx';
import type { KeptPreview } from '../../src/contract/control/previews.ts';

/** Questions on one page: rendering thousands of fields would block the browser for seconds. */
const SIZE = 20;
const NONE = 'none';

/** Transactions that resemble rows the user typed: for each, the user chooses the matching row, or none. */
export function SameRows({ answers }: { readonly answers: SameRowAnswers }) {
  const { questions, open, chosen, choose, chooseAll } = answers;
  const { sameRows: text, bankLines, parts, format } = useTexts();
  const [turned, turn] = useState(1);
  if (questions.length === 0) return null;
  // The current page may be gone, because removing a file from the import removes its questions.
  const page = Math.min(turned, Math.ceil(questions.length / SIZE));
  return (
    <Stack gap="sm" component="section" aria-label={text.title}>
      <div>
        <Title order={3}>{text.title}</Title>
        <Text size="sm">{text.about({ count: questions.length })}</Text>
      </div>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={() => chooseAll('same')}>
          {text.allSame}
        </Button>
        <Button size="xs" variant="default" onClick={() => chooseAll('new')}>
          {text.allNew}
        </Button>
        <Muted role="status">{open > 0 && text.open({ count: open })}</Muted>
      </Group>
      {questions.slice((page - 1) * SIZE, page * SIZE).map(({ transactionId, date, mayBe, ...line }) => {
        const answer = chosen.get(transactionId);
        return (
          <NativeSelect
            key={transactionId}
            maw="40rem"
            label={[format.day(date), line.description, format.money(line.amount, line.currency)].join(', ')}
            value={answer === undefined ? '' : (answer ?? NONE)}
            data={[
              { value: '', label: parts.choose },
              ...mayBe.map(({ rowId, row, date: day, description }) => ({
                value: rowId,
                label: bankLines.sameAs({ row: format.number(row), day: format.day(day), description }),
              })),
              { value: NONE, label: bankLines.ownRow },
            ]}
            onChange={({ currentTarget: { value } }) =>
              choose(transactionId, value === '' ? undefined : value === NONE ? null : value)
            }
          />
        );
      })}
      <Pager total={questions.length} size={SIZE} page={page} turn={turn} />
    </Stack>
  );
}

type SameRowAnswers = ReturnType<typeof useSameRows>;

/** The user's answers to a preview's questions. Transactions in `out` are not imported, so they raise no question. */
function useSameRows(allQuestions: readonly PreviewLine[], out: ReadonlySet<string>, storageName: string | null) {
  const [entries, setEntries] = useStoredState<readonly (readonly [string, string | null])[]>(storageName, NOTHING);
  const chosen = new Map(entries);
  const setChosen = (next: ReadonlyMap<string, string | null>): void => setEntries([...next]);
  const questions = allQuestions.filter(({ transactionId }) => !out.has(transactionId));
  const answers = questions.flatMap(({ transactionId }) => {
    const rowId = chosen.get(transactionId);
    return rowId === undefined ? [] : [{ transactionId, rowId }];
  });
  return {
    questions,
    open: questions.length - answers.length,
    chosen,
    choose: (transactionId: string, rowId: string | null | undefined): void => {
      const next = new Map(chosen);
      if (rowId === undefined) next.delete(transactionId);
      else next.set(transactionId, rowId);
      setChosen(next);
    },
    chooseAll: (what: 'same' | 'new'): void => {
      const usedRows = new Set<string>();
      const next = new Map<string, string | null>();
      for (const { transactionId, mayBe } of questions) {
        const rowId = what === 'new' ? null : mayBe.find((row) => !usedRows.has(row.rowId))?.rowId;
        // A row can match only one transaction, so another question about the same row remains open.
        if (rowId === undefined) continue;
        if (rowId !== null) usedRows.add(rowId);
        next.set(transactionId, rowId);
      }
      setChosen(next);
    },
    answers,
  };
}

export type Decisions = ReturnType<typeof useDecisions>;

interface Decision {
  readonly isOut: boolean;
  readonly mergedWith: string;
  /** Chosen by the user; empty for none. */
  readonly category: string;
  readonly previewId: string;
}

export function findDecided(storageName: string): string[] {
  return (readStoredState<readonly (readonly [string, Decision])[]>(`${storageName}.decisions`) ?? NOTHING).map(
    ([id]) => id,
  );
}

/** Decisions survive a new preview with the same transactions; with a `storageName`, they also survive a reload. */
export function useDecisions(preview: KeptPreview | undefined, storageName: string | null = null) {
  const [entries, setEntries] = useStoredState<readonly (readonly [string, Decision])[]>(
    storageName === null ? null : `${storageName}.decisions`,
    NOTHING,
  );
  const all = new Map(entries);
  const { previewId = '', decidable = NOTHING, questions = NOTHING } = preview ?? {};
  const still = new Set<string>(decidable);
  const counted = [...all].filter(([id, decision]) => decision.previewId === previewId || still.has(id));
  const out = new Set(counted.flatMap(([id, { isOut }]) => (isOut ? [id] : [])));
  const same = useSameRows(questions, out, storageName === null ? null : `${storageName}.same`);
  const of = ({ transactionId }: Pick<PreviewLine, 'transactionId'>): Decision =>
    all.get(transactionId) ?? { isOut: false, mergedWith: '', category: '', previewId };
  function decide<Line extends Pick<PreviewLine, 'transactionId'>>(
    lines: readonly Line[],
    newsOf: (line: Line) => Partial<Decision>,
  ): void {
    const decisions = lines.map((line) => [line.transactionId, { ...of(line), ...newsOf(line), previewId }] as const);
    setEntries([...new Map([...all, ...decisions])]);
  }
  const decided = counted.flatMap(([transactionId, { isOut, mergedWith }]): RowAnswer[] => {
    if (isOut) return [{ transactionId, rowId: null, declined: true }];
    return mergedWith === '' ? [] : [{ transactionId, rowId: mergedWith }];
  });
  const categorized = counted.flatMap(([transactionId, { category }]): RowAnswer[] =>
    category.trim() === '' ? [] : [{ transactionId, category }],
  );
  return {
    same,
    mayDecide: ({ what }: PreviewLine): boolean => what === 'new' || what === 'possibly-twice',
    isOut: (line: PreviewLine): boolean => of(line).isOut,
    setOut: (lines: readonly PreviewLine[], isOut: boolean): void => decide(lines, () => ({ isOut })),
    // The `rowId` of the existing row with which the user merged the transaction; empty if there is none.
    mergedWith: (line: PreviewLine): string => (of(line).isOut ? '' : of(line).mergedWith),
    merge: (line: PreviewLine, mergedWith: string): void => decide([line], () => ({ mergedWith })),
    mayCategorize: (line: Pick<PreviewLine, 'transactionId'>): boolean => !of(line).isOut && of(line).mergedWith === '',
    categoryOf: (line: Pick<PreviewLine, 'transactionId'>): string => of(line).category,
    categorize: (lines: readonly Pick<PreviewLine, 'transactionId' | 'category'>[]): void =>
      decide(lines, ({ category }) => ({ category })),
    fewer: decided.length,
    answers: [...same.answers, ...decided, ...categorized],
    // Includes decisions of earlier previews, which `preview.make` validates.
    decided: [...all.keys()],
  };
}

const NOTHING: readonly never[] = [];
