import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Run } from '../../../src/contract/control/runs.ts';
import { useLine } from '../../control/control-context.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { RunProgress } from '../../parts/run-progress.tsx';
import { RunStatus } from '../../parts/run-status.tsx';
import { words as runWords } from '../../parts/run-words.ts';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useWords } from '../../words/words.tsx';
import classes from './activity.module.css';
import { words } from './words.ts';

const SECOND = 1000;

/** One run among others: what started it, how it ended, what it did. */
export function RunLine({ run }: { readonly run: Run }) {
  const text = useWords(words);
  const runText = useWords(runWords);
  const format = useFormat();
  const now = useNow();
  const { progress } = useLine();
  const { id, kind, trigger, status, startedAt, finishedAt, queuedAt, counts, messages, undoneBy } = run;
  const current = progress.get(run.accountId);
  const isEnded = finishedAt !== null;
  const tookMs = startedAt !== null && isEnded ? Date.parse(finishedAt) - Date.parse(startedAt) : null;
  const duration = tookMs === null ? null : tookMs < SECOND ? text.atOnce : text.took(format.duration(tookMs));
  return (
    <li className={classes['run']}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Group gap="xs">
          <Anchor component={Link} href={`/activity/${id}`} fw={600}>
            {runText.kind[kind]} {runText.trigger[trigger]}
          </Anchor>
          <RunStatus status={status} />
        </Group>
        <Text size="sm" c="dimmed">
          <time dateTime={queuedAt}>{format.moment(queuedAt)}</time> ({format.relative(queuedAt, now)})
        </Text>
      </Group>
      {status === 'running' && <RunProgress progress={current?.runId === id ? current : null} />}
      {status === 'queued' && <Text size="sm">{text.waiting}</Text>}
      {isEnded && (
        <Text size="sm" c="dimmed">
          {[whatCame(), duration, undoneBy === null ? null : text.undone].filter((part) => part !== null).join(' · ')}
        </Text>
      )}
    </li>
  );

  function whatCame(): string {
    return status === 'succeeded' || status === 'partial' ? countsInWords(counts, runText, format) : (messages[0]?.message ?? runText.status[status]);
  }
}
