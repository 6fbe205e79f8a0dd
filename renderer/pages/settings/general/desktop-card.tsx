import { Anchor, Stack, Switch, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { DesktopInput, DesktopView } from '../../../../src/contract/control/desktop.ts';
import { useDesktop, type Desktop } from '../../../control/use-desktop.ts';
import { Card } from '../../../parts/card.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import { CommandLineTool } from './command-line-tool.tsx';

/** What is the desktop app's own; a browser hears where it is to be found. */
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
  if (data === undefined) return <LoadingState height={260} failure={error} again={refetch} />;
  return <Choices view={data} desktop={desktop} />;
}

function Choices({ view, desktop: { change } }: { readonly view: DesktopView; readonly desktop: Desktop }) {
  const text = useTexts().settings;
  // What was clicked shows at once, and goes back if it could not be done.
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
