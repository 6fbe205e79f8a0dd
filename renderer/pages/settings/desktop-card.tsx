import { Alert, Anchor, Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { CommandLineView, DesktopInput, DesktopView } from '../../../src/contract/control/desktop.ts';
import { useTexts } from '../../base/words.tsx';
import { type Desktop, useDesktop } from '../../base/control/use-desktop.ts';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCarrier } from '../../base/control/control-context.tsx';
import type { ControlFailure } from '../../base/control/failure.ts';

/** Settings of the desktop app; a browser shows where to find them. */
export function DesktopCard() {
  const text = useTexts().settings;
  const desktop = useDesktop();
  return (
    <Card title={text.desktop}>
      {desktop === null ? (
        <Text size="sm" c="dimmed">
          {text.onlyDesktop}{' '}
          <Anchor component={Link} href="/help/running-on-a-server" inherit>
            {text.onServer}
          </Anchor>
        </Text>
      ) : (
        <OnDesktop desktop={desktop} />
      )}
    </Card>
  );
}

function OnDesktop({ desktop }: { readonly desktop: Desktop }) {
  const { data, error, refetch } = desktop.settings;
  if (data === undefined) return <LoadingState height={260} failure={error} retry={refetch} />;
  return <Choices view={data} desktop={desktop} />;
}

function Choices({ view, desktop: { change } }: { readonly view: DesktopView; readonly desktop: Desktop }) {
  const text = useTexts().settings;
  // Shows the clicked value at once, and reverts if the change fails.
  const clicked: DesktopInput<'desktop.change'> = change.isPending ? change.variables : {};
  const { problems, newTransactions } = { ...view.notifications, ...clicked.notifications };
  const startsAtLogin = clicked.startsAtLogin ?? view.startsAtLogin;
  const looksForUpdates = clicked.looksForUpdates ?? view.looksForUpdates;
  return (
    <Stack gap="lg">
      <Stack gap="sm" component="section" aria-label={text.notifications}>
        <Title order={3}>{text.notifications}</Title>
        <Switch
          label={text.problems}
          description={text.problemsAbout}
          checked={problems}
          onChange={({ currentTarget }) => change.mutate({ notifications: { problems: currentTarget.checked } })}
        />
        <Switch
          label={text.newTransactions}
          description={text.newTransactionsAbout}
          checked={newTransactions}
          onChange={({ currentTarget }) => change.mutate({ notifications: { newTransactions: currentTarget.checked } })}
        />
        <Text size="sm" c="dimmed">
          {view.canNotify ? text.systemDecides : text.cannotNotify}
        </Text>
      </Stack>
      <Stack gap="sm" component="section" aria-label={text.login}>
        <Title order={3}>{text.login}</Title>
        {startsAtLogin === null ? (
          <Text size="sm" c="dimmed">
            {text.noLogin}
          </Text>
        ) : (
          <Switch
            label={text.startsAtLogin}
            description={text.startsAtLoginAbout}
            checked={startsAtLogin}
            onChange={({ currentTarget }) => change.mutate({ startsAtLogin: currentTarget.checked })}
          />
        )}
      </Stack>
      <Stack gap="sm" component="section" aria-label={text.updates}>
        <Title order={3}>{text.updates}</Title>
        {looksForUpdates === null ? (
          <Text size="sm" c="dimmed">
            {text.noUpdates}
          </Text>
        ) : (
          <Switch
            label={text.looksForUpdates}
            description={text.looksForUpdatesAbout}
            checked={looksForUpdates}
            onChange={({ currentTarget }) => change.mutate({ looksForUpdates: currentTarget.checked })}
          />
        )}
      </Stack>
      <CommandLineTool />
      {change.error !== null && change.variables.theme === undefined && <ErrorState failure={change.error} />}
      <Text size="sm" c="dimmed">
        {text.appVersion({ version: view.version })}
      </Text>
    </Stack>
  );
}

/** The terminal command: its location, problems with PATH, and buttons to install and remove it. */
function CommandLineTool() {
  const text = useTexts().settings;
  const { view, change } = useCommandLine();
  return (
    <Stack gap="sm" component="section" aria-label={text.commandLine}>
      <Title order={3}>{text.commandLine}</Title>
      {view.data === undefined ? (
        <LoadingState height={60} failure={view.error} retry={view.refetch} />
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
          <MessageText message={hint} />
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

interface CommandLine {
  readonly view: UseQueryResult<CommandLineView | null, ControlFailure>;
  readonly change: UseMutationResult<CommandLineView, ControlFailure, boolean>;
}

const VIEW = ['desktop.commandLine', {}];

/** The command that the desktop app puts where terminals look; for its window only. */
function useCommandLine(): CommandLine {
  const carrier = useCarrier();
  const queries = useQueryClient();
  const view = useQuery<CommandLineView | null, ControlFailure>({
    queryKey: VIEW,
    queryFn: ({ signal }) => carrier.call('desktop.commandLine', {}, signal) as Promise<CommandLineView | null>,
    enabled: carrier.isDesktop,
  });
  const change = useMutation<CommandLineView, ControlFailure, boolean>({
    mutationFn: (isInstalled) => carrier.call('desktop.changeCommandLine', { isInstalled }) as Promise<CommandLineView>,
    onSuccess: (changed) => queries.setQueryData(VIEW, changed),
  });
  return { view, change };
}
