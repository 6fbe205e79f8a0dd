import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useTexts } from '../../words/words.tsx';
import { AdditionsChoice } from './mapping/additions-choice.tsx';
import { additionsOf, UNASKED, type Ticked } from './mapping/additions.ts';

/** What the workbook lacks is added when a person asks for it. */
export function AddMissing({ accountId }: { readonly accountId: string }) {
  const text = useTexts().additions;
  // The answer takes a look at the whole sheet, which may be at a service: not at each visit of the page.
  const [isAsked, setAsked] = useState(false);
  return (
    <Card title={text.title}>
      {isAsked ? (
        <Missing accountId={accountId} />
      ) : (
        <>
          <Text size="sm">{text.lookAbout}</Text>
          <Button variant="default" size="xs" mt="sm" onClick={() => setAsked(true)}>
            {text.look}
          </Button>
        </>
      )}
    </Card>
  );
}

function Missing({ accountId }: { readonly accountId: string }) {
  const text = useTexts().additions;
  const { data: missing, error, refetch } = useAnswer('workbook.missing', { accountId });
  const add = useAction('workbook.addMissing');
  const [ticked, setTicked] = useState<Ticked>(UNASKED);
  if (add.data !== undefined) return <FollowRun runId={add.data.runId} />;
  if (missing === undefined) return <LoadingState height={60} failure={error} again={refetch} />;
  if (missing.columns.length + missing.sheets.length === 0) return <Text size="sm">{text.nothing}</Text>;
  const wanted = additionsOf(missing, ticked);
  return (
    <>
      <AdditionsChoice missing={missing} ticked={ticked} tick={setTicked} />
      {add.error !== null && <ErrorState failure={add.error} />}
      <Button
        variant="default"
        size="xs"
        mt="sm"
        disabled={wanted === null}
        loading={add.isPending}
        onClick={() => wanted !== null && add.mutate({ accountId, add: wanted })}
      >
        {text.add}
      </Button>
    </>
  );
}
