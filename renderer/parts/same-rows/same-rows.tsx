import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PreviewLine } from '../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { Pager } from '../pager.tsx';
import type { SameRowAnswers } from './use-same-rows.ts';

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
