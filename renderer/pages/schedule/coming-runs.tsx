import { Alert, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ClockChangeView, ComingRuns as ComingRunsView } from '../../../src/contract/control/schedule.ts';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './schedule.module.css';

/** The next runs by the account's clock, and what becomes of one when that clock is changed. */
export function ComingRuns({
  coming: { nextRunsAt, timeZone, clockChange },
}: {
  readonly coming: Pick<ComingRunsView, 'nextRunsAt' | 'timeZone' | 'clockChange'>;
}) {
  const format = useFormat();
  const now = useNow();
  return (
    <Stack gap="sm">
      <ol className={classes['runs']}>
        {nextRunsAt.map((instant) => (
          <li key={instant}>
            <time dateTime={instant} data-figures>
              {format.momentIn(instant, timeZone)}
            </time>{' '}
            <Text span size="sm" c="dimmed">
              {format.relative(instant, now)}
            </Text>
          </li>
        ))}
      </ol>
      {clockChange !== null && <ClockChange change={clockChange} />}
    </Stack>
  );
}

function ClockChange({ change: { at, kind, before, after, times } }: { readonly change: ClockChangeView }) {
  const text = useTexts().schedule;
  const format = useFormat();
  return (
    <Alert
      color="blue"
      icon={<IconClock aria-hidden />}
      title={text.atDay({ day: format.moment(at) })}
      className={classes['change'] ?? ''}
    >
      {text[kind]({ before, after, times: format.list(times), count: times.length })}
    </Alert>
  );
}
