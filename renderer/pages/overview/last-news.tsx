import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../control/use-control.ts';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './syncing.module.css';

/** When rows came last: runs since then may have found nothing new, and the last one alone would hide it. */
export function LastNews({ accountId, lastRunId }: { readonly accountId: string; readonly lastRunId: string }) {
  const text = useTexts().overviewSync;
  const format = useFormat();
  const now = useNow();
  const { data: runs } = useAnswer('run.list', { accountId, withNews: true, limit: 1 });
  const [run] = runs ?? [];
  return (
    <Line name={text.news}>
      {runs !== undefined && run === undefined && text.noNews}
      {run !== undefined &&
        text.added({
          count: format.number(run.counts.added),
          when: run.id === lastRunId ? text.sameRun : format.relative(run.finishedAt ?? run.queuedAt, now),
        })}
      {run !== undefined && run.id !== lastRunId && (
        <>
          {' '}
          <Anchor component={Link} href={`/activity/${run.id}`} size="sm">
            {text.report}
          </Anchor>
        </>
      )}
    </Line>
  );
}

/** A name and what it stands for, on one line where there is room. */
export function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <Text size="sm" fw={600}>
        {name}:
      </Text>
      <Text size="sm">{children}</Text>
    </div>
  );
}
