import type { ReactNode } from 'react';
import { Alert, Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { CommandLineView, DesktopInput } from '../../../src/contract/control/desktop.ts';
import { useTexts } from '../../base/words.tsx';
import { type Desktop, useDesktop } from '../../base/control/use-desktop.ts';
import { Card, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCarrier } from '../../base/control/use-control.tsx';
import { Muted, PageLink } from '../../parts/links.tsx';
import type { ControlFailure } from '../../base/control/carrier.ts';

export function DesktopCard() {
  const text = useTexts().settings;
  const desktop = useDesktop();
  return (
    <Card title={text.desktop}>
      {desktop === null ? (
        <Muted>
          {text.onlyDesktop} <PageLink to="/help/running-on-a-server">{text.onServer}</PageLink>
        </Muted>
      ) : (
        <OnDesktop desktop={desktop} />
      )}
    </Card>
  );
}

function OnDesktop({ desktop: { settings, change } }: { readonly desktop: Desktop }) {
  const text = useTexts().settings;
  const { data: view, error, refetch } = settings;
  if (view === undefined) return <LoadingState height={260} failure={error} retry={refetch} />;
  // Shows the clicked value at once, and reverts if the change fails.
  const clicked: DesktopInput<'desktop.change'> = change.isPending ? change.variables : {};
  const { problems, newTransactions } = { ...view.notifications, ...clicked.notifications };
  const startsAtLogin = clicked.startsAtLogin ?? view.startsAtLogin;
  const looksForUpdates = clicked.looksForUpdates ?? view.looksForUpdates;
  return (
    <Stack gap="lg">
      <Section title={text.notifications}>
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
        <Muted>{view.canNotify ? text.systemDecides : text.cannotNotify}</Muted>
      </Section>
      <Section title={text.login}>
        {startsAtLogin === null ? (
          <Muted>{text.noLogin}</Muted>
        ) : (
          <Switch
            label={text.startsAtLogin}
            description={text.startsAtLoginAbout}
            checked={startsAtLogin}
            onChange={({ currentTarget }) => change.mutate({ startsAtLogin: currentTarget.checked })}
          />
        )}
      </Section>
      <Section title={text.updates}>
        {looksForUpdates === null ? (
          <Muted>{text.noUpdates}</Muted>
        ) : (
          <Switch
            label={text.looksForUpdates}
            description={text.looksForUpdatesAbout}
            checked={looksForUpdates}
            onChange={({ currentTarget }) => change.mutate({ looksForUpdates: currentTarget.checked })}
          />
        )}
      </Section>
      <CommandLineTool />
      {change.error !== null && change.variables.theme === undefined && <ErrorState failure={change.error} />}
      <Muted>{text.appVersion({ version: view.version })}</Muted>
    </Stack>
  );
}

function CommandLineTool() {
  const text = useTexts().settings;
  const { view, change } = useCommandLine();
  return (
    <Section title={text.commandLine}>
      {view.data === undefined ? (
        <LoadingState height={60} failure={view.error} retry={view.refetch} />
      ) : view.data === null ? (
        <Muted>{text.noCommandLine}</Muted>
      ) : (
        <Tool view={view.data} change={change} />
      )}
      <ErrorState failure={change.error} />
    </Section>
  );
}

function Tool({ view, change }: { readonly view: CommandLineView; readonly change: CommandLine['change'] }) {
  const text = useTexts().settings;
  const { path, isInstalled, hint } = view;
  const line = hint?.params !== undefined && 'line' in hint.params ? hint.params.line : null;
  return (
    <>
      <Muted>{text.commandLineAbout}</Muted>
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

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}
