import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Run } from '../../../src/contract/control/runs.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { countsInWords } from '../../parts/count-words.ts';
import { RunProgress } from '../../parts/run-progress.tsx';
import { RunStatus } from '../../parts/run-status.tsx';
import { useNow } from '../../parts/use-now.ts';
import { ToldLine } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './activity.module.css';

const SECOND = 1000;

/** One run among others: what started it, how it ended, what it did. */
export function RunLine({ run }: { readonly run: Run }) {
  const text = useTexts().activity;
  const runText = useTexts().run;
  const format = useFormat();
  const now = useNow();
  const { id, trigger, status, startedAt, finishedAt, queuedAt, counts, messages, undoneBy } = run;
  const isEnded = finishedAt !== null;
  // What changed nothing is one line among those that did.
  const isQuiet = status === 'succeeded' && undoneBy === null && changesOf(counts) === 0;
  const tookMs = startedAt !== null && isEnded ? Date.parse(finishedAt) - Date.parse(startedAt) : null;
  const duration =
    tookMs === null ? null : tookMs < SECOND ? text.atOnce : text.took({ duration: format.duration(tookMs) });
  return (
    <li className={classes['run']}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Group gap="xs">
          <Anchor component={Link} href={`/activity/${id}`} fw={600}>
            {runText.title[trigger](run)}
          </Anchor>
          <RunStatus run={run} />
          {isQuiet && (
            <Text size="sm" c="dimmed">
              {runText.nothingNew}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <time dateTime={queuedAt}>{format.moment(queuedAt)}</time> ({format.relative(queuedAt, now)})
        </Text>
      </Group>
      {status === 'running' && <RunProgress accountId={run.accountId} runId={id} />}
      {status === 'queued' && <Text size="sm">{text.waiting}</Text>}
      {isEnded && !isQuiet && (
        <Text size="sm" c="dimmed">
          {whatCame()}
          {[duration, undoneBy === null ? null : text.undone].map((part) => (part === null ? null : ` · ${part}`))}
        </Text>
      )}
    </li>
  );

  function whatCame(): ReactNode {
    if (status === 'succeeded' || status === 'partial') return countsInWords(counts, runText, format);
    return messages[0] === undefined ? runText.status[shownStatus(run)] : <ToldLine told={messages[0]} />;
  }
}

function changesOf({ added, updated, removed, possibleDuplicates, leftFeed, balances = 0 }: Run['counts']): number {
  return added + updated + removed + possibleDuplicates + leftFeed + balances;
}
