import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PreviewLine, RowAnswer } from '../../src/contract/control/runs.ts';
import { useStoredState } from '../base/stored-state.ts';
import { useFormat, useTexts } from '../base/words.tsx';
import { Pager } from './pager.tsx';

/** Rendering thousands of fields would block the page for seconds. */
const SIZE = 20;

/** Transactions that resemble rows of the user's own: the user chooses the matching row, or none. */
export function SameRows({
  answers: { questions, open, chosen, choose, chooseAll },
}: {
  readonly answers: SameRowAnswers;
}) {
  const text = useTexts().sameRows;
  const [turned, turn] = useState(1);
  if (questions.length === 0) return null;
  // The list may shrink when files leave the import.
  const page = Math.min(turned, Math.ceil(questions.length / SIZE));
  /** Goes to the next page with an open question, wrapping around. */
  const showNext = (): void => {
    const places = questions.flatMap(({ transactionId }, place) => (chosen.has(transactionId) ? [] : [place]));
    const next = places.find((place) => place >= page * SIZE) ?? places[0] ?? 0;
    turn(Math.floor(next / SIZE) + 1);
  };
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
        <Text size="sm" c="dimmed" role="status">
          {open > 0 && text.open({ count: open })}
        </Text>
        {open > 0 && questions.length > SIZE && (
          <Button size="xs" variant="subtle" onClick={showNext}>
            {text.next}
          </Button>
        )}
      </Group>
      {questions.slice((page - 1) * SIZE, page * SIZE).map((line) => (
        <Question
          key={line.transactionId}
          line={line}
          answer={chosen.get(line.transactionId)}
          choose={(rowId) => choose(line.transactionId, rowId)}
        />
      ))}
      <Pager total={questions.length} size={SIZE} page={page} turn={turn} />
    </Stack>
  );
}

interface QuestionProps {
  readonly line: PreviewLine;
  /** Undefined if unanswered. */
  readonly answer: string | null | undefined;
  readonly choose: (rowId: string | null | undefined) => void;
}

const NONE = 'none';

function Question({ line: { date, description, amount, currency, mayBe }, answer, choose }: QuestionProps) {
  const text = useTexts().sameRows;
  const format = useFormat();
  return (
    <NativeSelect
      maw="40rem"
      label={text.question({ day: format.day(date), description, amount: format.money(amount, currency) })}
      value={answer === undefined ? '' : (answer ?? NONE)}
      data={[
        { value: '', label: text.choose },
        ...mayBe.map((row) => ({
          value: row.rowId,
          label: text.same({
            row: format.number(row.row),
            day: format.day(row.date),
            description: row.description,
          }),
        })),
        { value: NONE, label: text.another },
      ]}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : value === NONE ? null : value)}
    />
  );
}

export interface SameRowAnswers {
  readonly questions: readonly PreviewLine[];
  /** The number of unanswered questions. */
  readonly open: number;
  /** The matching row by transaction; null for none. */
  readonly chosen: ReadonlyMap<string, string | null>;
  /** Undefined removes the answer. */
  readonly choose: (transactionId: string, rowId: string | null | undefined) => void;
  readonly chooseAll: (what: 'same' | 'new') => void;
  readonly answers: RowAnswer[];
}

/** The user's answers to a preview's questions. Transactions left `out` ask nothing. `keptAs`: see `useKept`. */
export function useSameRows(
  asked: readonly PreviewLine[],
  out: ReadonlySet<string>,
  storageName: string | null,
): SameRowAnswers {
  const [entries, setEntries] = useStoredState<readonly (readonly [string, string | null])[]>(storageName, NO_ANSWERS);
  const chosen = new Map(entries);
  const setChosen = (next: ReadonlyMap<string, string | null>): void => setEntries([...next]);
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
        // Each row matches one transaction, so later claims of a row remain open.
        if (rowId === undefined) continue;
        if (rowId !== null) taken.add(rowId);
        next.set(transactionId, rowId);
      }
      setChosen(next);
    },
    answers,
  };
}

const NO_ANSWERS: readonly never[] = [];
