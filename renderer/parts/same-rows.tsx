import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PreviewLine, RowAnswer } from '../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../base/words.tsx';
import { Pager } from './pager.tsx';
import { useKept } from '../base/use-kept.ts';

/** A field for each of thousands would hold the page up for seconds. */
const SIZE = 20;

/** Transactions that look like rows of the person's own: which of them is it, or none? Nothing is guessed. */
export function SameRows({
  answers: { questions, open, chosen, choose, chooseAll },
}: {
  readonly answers: SameRowAnswers;
}) {
  const text = useTexts().sameRows;
  const [turned, turn] = useState(1);
  if (questions.length === 0) return null;
  // Fewer may be asked by now: what is left out of the import asks nothing.
  const page = Math.min(turned, Math.ceil(questions.length / SIZE));
  /** To the next page with one that has no answer, from the last page on to the first. */
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

interface Asked {
  readonly line: PreviewLine;
  /** Undefined where there is none yet. */
  readonly answer: string | null | undefined;
  readonly choose: (rowId: string | null | undefined) => void;
}

const NONE = 'none';

function Question({ line: { date, description, amount, currency, mayBe }, answer, choose }: Asked) {
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
  const [kept, setKept] = useKept<readonly (readonly [string, string | null])[]>(keptAs, NO_ANSWERS);
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

const NO_ANSWERS: readonly never[] = [];
