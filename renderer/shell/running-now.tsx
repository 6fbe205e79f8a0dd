import { Loader, Text, UnstyledButton } from '@mantine/core';
import { Link } from 'wouter';
import { useAnswer } from '../control/use-control.ts';
import { useRunProgress } from '../control/use-run-progress.ts';
import { useTexts } from '../words/words.tsx';
import { useChosen } from './account-context.tsx';
import classes from './shell.module.css';

/** What the service is doing for the account, on every page: whoever reloads or comes back in the middle of it finds it. */
export function RunningNow({ isShort = false }: { readonly isShort?: boolean }) {
  const chosen = useChosen();
  return chosen === null ? null : <Running accountId={chosen.account.id} isShort={isShort} />;
}

function Running({ accountId, isShort }: { readonly accountId: string; readonly isShort: boolean }) {
  const text = useTexts().shell;
  const { kind, stages } = useTexts().run;
  const progress = useRunProgress(accountId);
  const { data: run } = useAnswer('run.get', progress === null ? null : { runId: progress.runId });
  if (progress === null || run === undefined || run.finishedAt !== null) return null;
  const stage = Object.hasOwn(stages, progress.stage) ? stages[progress.stage as keyof typeof stages] : null;
  return (
    <UnstyledButton
      component={Link}
      href={`/activity/${run.id}`}
      className={classes['running'] ?? ''}
      data-short={isShort}
    >
      <Loader size={14} aria-hidden />
      <span>
        <Text span size="sm" fw={600}>
          {text.running({ what: kind[run.kind] })}
        </Text>
        {!isShort && stage !== null && (
          <Text size="xs" c="dimmed">
            {stage}
          </Text>
        )}
      </span>
    </UnstyledButton>
  );
}
