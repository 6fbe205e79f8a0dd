import { Progress, Text } from '@mantine/core';
import type { Texts } from '../base/texts.ts';
import { useFormat, useTexts } from '../base/words.tsx';
import { useRunProgress } from '../base/control/use-control.ts';

type Stage = keyof Texts['run']['stages'];

/** Stages in order. Each fills an equal part of the bar. */
const STAGES: readonly Stage[] = [
  'settling',
  'fetching',
  'reading',
  'planning',
  'recording',
  'writing',
  'confirming',
  'mirroring',
];

/** The progress of a run, or of any run of the account if `runId` is null. */
export function RunProgress({ accountId, runId }: { readonly accountId: string; readonly runId: string | null }) {
  const current = useRunProgress(accountId);
  const progress = runId === null || current?.runId === runId ? current : null;
  const text = useTexts().parts;
  const { stages } = useTexts().run;
  const format = useFormat();
  const stage = STAGES.find((known) => known === progress?.stage) ?? 'settling';
  const within = progress?.total == null || progress.total === 0 ? 0 : progress.done / progress.total;
  const value = ((STAGES.indexOf(stage) + within) / STAGES.length) * 100;
  const done = progress !== null && progress.done > 0 ? format.number(progress.done) : null;
  const total = progress?.total == null ? null : format.number(progress.total);
  return (
    <div aria-live="polite">
      <Progress value={Math.max(value, 3)} aria-label={stages[stage]} />
      <Text size="sm" mt={6}>
        {stages[stage]}
        {done !== null && `: ${total === null ? text.step({ done }) : text.of({ done, total })}`}
      </Text>
    </div>
  );
}
