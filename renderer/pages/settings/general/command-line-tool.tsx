import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { CommandLineView } from '../../../../src/contract/control/desktop.ts';
import { useCommandLine, type CommandLine } from '../../../control/use-command-line.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { ToldText } from '../../../problems/told-text.tsx';
import { useTexts } from '../../../words/words.tsx';

/** The command for a terminal: where it is, what keeps a terminal from finding it, and its way there and back. */
export function CommandLineTool() {
  const text = useTexts().settings;
  const { view, change } = useCommandLine();
  return (
    <Stack gap="sm" component="section" aria-label={text.commandLine}>
      <Title order={3}>{text.commandLine}</Title>
      {view.data === undefined ? (
        <LoadingState height={60} failure={view.error} again={view.refetch} />
      ) : view.data === null ? (
        <Text size="sm" c="dimmed">
          {text.noCommandLine}
        </Text>
      ) : (
        <Tool view={view.data} change={change} />
      )}
      {change.error !== null && <ErrorState failure={change.error} />}
    </Stack>
  );
}

function Tool({ view, change }: { readonly view: CommandLineView; readonly change: CommandLine['change'] }) {
  const text = useTexts().settings;
  const { path, isInstalled, hint } = view;
  const line = hint?.params !== undefined && 'line' in hint.params ? hint.params.line : null;
  return (
    <>
      <Text size="sm" c="dimmed">
        {text.commandLineAbout}
      </Text>
      {isInstalled && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text.commandLineAt({ path })} {hint === null && text.commandLineReady}
        </Text>
      )}
      {hint !== null && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} role="status">
          <ToldText told={hint} />
          {typeof line === 'string' && <CopyButton value={line} mt="xs" />}
        </Alert>
      )}
      <Group>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate(!isInstalled)}>
          {isInstalled ? text.removeCommandLine : text.installCommandLine}
        </Button>
      </Group>
    </>
  );
}
