import {
  Box,
  type MantineColorScheme,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
  Alert,
  Button,
  Group,
  Switch,
  Title,
} from '@mantine/core';
import type { ReactNode } from 'react';
import type { Theme } from '../../../src/contract/control/theme.ts';
import { problem } from '../../../src/messages/problem.ts';
import { useI18n, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.tsx';
import { type Desktop, useDesktop, useCommandLine } from '../../base/control/use-desktop.ts';
import { Card, Facts, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { Copied, Muted, PageLink, CopyButton } from '../../parts/links.tsx';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import { IconInfoCircle } from '@tabler/icons-react';
import type { DesktopInput } from '../../../src/contract/control/desktop.ts';
import { MessageText } from '../../parts/message-text.tsx';

export function General() {
  const { settings: text, appearance } = useTexts();
  const desktop = useDesktop();
  return (
    <Stack gap="lg">
      <Card title={appearance.title}>
        <Stack gap="md" align="flex-start">
          <Colors desktop={desktop} />
          <LanguageChoice />
          <ErrorState failure={desktop?.change.error ?? null} />
        </Stack>
      </Card>
      {desktop !== null && (
        <Card title={text.desktop}>
          <OnDesktop desktop={desktop} />
        </Card>
      )}
      <About />
    </Stack>
  );
}

/** On the desktop, the colors apply to the whole app, including its menus. */
function Colors({ desktop }: { readonly desktop: Desktop | null }) {
  const { appearance } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosenTheme = desktop?.change.isPending === true ? desktop.change.variables.theme : undefined;
  const choose = (value: string): void => {
    if (desktop === null) setColorScheme(value as MantineColorScheme);
    else desktop.change.mutate({ theme: value as Theme });
  };
  return (
    <Box w="100%" maw="27rem">
      {/* Nothing is selected until the setting has loaded. */}
      <SegmentedControl
        aria-label={appearance.title}
        fullWidth
        value={desktop === null ? colorScheme : (chosenTheme ?? desktop.view.data?.theme ?? '')}
        onChange={choose}
        data={[
          { value: 'light', label: appearance.themes.light },
          { value: 'dark', label: appearance.themes.dark },
          { value: desktop === null ? 'auto' : 'system', label: appearance.themes.system },
        ]}
      />
    </Box>
  );
}

function About() {
  const { settings: text, checks, overview } = useTexts();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  return (
    <Card title={text.about}>
      {service === undefined ? (
        <LoadingState height={140} failure={error} retry={refetch} />
      ) : (
        <Facts
          facts={[
            [text.version, service.version],
            [checks.folder, <Copied key="folder" value={service.dataFolder} />],
          ]}
        />
      )}
      <Muted mt="sm">{text.dataFolderAbout}</Muted>
      <PageLink to="/welcome" mt="sm" display="inline-block">
        {overview.welcome}
      </PageLink>
    </Card>
  );
}

function OnDesktop({ desktop: { view: answer, change } }: { readonly desktop: Desktop }) {
  const text = useTexts().settings;
  const { localize } = useI18n();
  const { data: view, error, refetch } = answer;
  if (view === undefined) return <LoadingState height={260} failure={error} retry={refetch} />;
  // Shows the clicked value at once, and reverts if the change fails.
  const clicked: DesktopInput<'desktop.change'> = change.isPending ? change.variables : {};
  const { problems, newTransactions } = { ...view.notifications, ...clicked.notifications };
  const startsAtLogin = clicked.startsAtLogin ?? view.startsAtLogin;
  const looksForUpdates = clicked.looksForUpdates ?? view.looksForUpdates;
  const toggle = (isOn: boolean | undefined, label: string, to: (isOn: boolean) => typeof clicked, about?: string) => (
    <Switch
      label={label}
      description={about}
      checked={isOn}
      onChange={({ currentTarget }) => change.mutate(to(currentTarget.checked))}
    />
  );
  return (
    <Stack gap="lg">
      <Section title={text.notifications}>
        {toggle(problems, text.problems, (isOn) => ({ notifications: { problems: isOn } }))}
        {toggle(newTransactions, text.newTransactions, (isOn) => ({ notifications: { newTransactions: isOn } }))}
        {!view.canNotify && <Muted>{text.cannotNotify}</Muted>}
      </Section>
      {startsAtLogin === null ? (
        <Muted>{localize({ code: 'service_no_login_item', params: {} }, 'app').what}</Muted>
      ) : (
        toggle(startsAtLogin, text.startsAtLogin, (isOn) => ({ startsAtLogin: isOn }))
      )}
      {looksForUpdates === null ? (
        <Muted>{text.noUpdates}</Muted>
      ) : (
        toggle(looksForUpdates, text.looksForUpdates, (isOn) => ({ looksForUpdates: isOn }), text.looksForUpdatesAbout)
      )}
      <Section title={text.commandLine}>
        <CommandLineTool />
      </Section>
      <ErrorState failure={change.error} />
    </Stack>
  );
}

function CommandLineTool() {
  const text = useTexts().settings;
  const { localize } = useI18n();
  const commandLine = useCommandLine();
  if (commandLine === null) return null;
  const { view, change } = commandLine;
  const { data, error, refetch } = view;
  if (data === undefined) return <LoadingState height={60} failure={error} retry={refetch} />;
  if (data === null) return <Muted>{localize(problem('command_not_installable', {}), 'app').remedy}</Muted>;
  const { path, isInstalled, hint } = data;
  const line = hint?.params !== undefined && 'line' in hint.params ? hint.params.line : null;
  return (
    <>
      <Muted>{text.commandLineAbout}</Muted>
      {isInstalled && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text.commandLineAt({ path })}
        </Text>
      )}
      {hint !== null && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} role="status">
          <MessageText message={hint} />
          {typeof line === 'string' && <CopyButton value={line} mt="xs" />}
        </Alert>
      )}
      <Group>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ isInstalled: !isInstalled })}
        >
          {isInstalled ? text.removeCommandLine : text.installCommandLine}
        </Button>
      </Group>
      <ErrorState failure={change.error} />
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}
