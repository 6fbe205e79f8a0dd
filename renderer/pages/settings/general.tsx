import { Box, type MantineColorScheme, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import type { Theme } from '../../../src/contract/control/theme.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.tsx';
import { type Desktop, useDesktop } from '../../base/control/use-desktop.ts';
import { Card, Facts, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { Copied } from '../../parts/copy-button.tsx';
import { Muted, PageLink } from '../../parts/links.tsx';
import { DesktopCard } from './desktop-card.tsx';
import { LanguageChoice } from '../../parts/language-choice.tsx';

export function General() {
  return (
    <Stack gap="lg">
      <Appearance />
      <DesktopCard />
      <About />
    </Stack>
  );
}

function Appearance() {
  const text = useTexts().settings;
  const desktop = useDesktop();
  return (
    <Card title={text.appearance}>
      <Stack gap="md" align="flex-start">
        {desktop === null ? <PageColors /> : <DesktopColors desktop={desktop} />}
        <LanguageChoice />
        <Muted>{desktop === null ? text.appearanceWhere : text.appearanceOnDesktop}</Muted>
        {desktop?.change.error != null && desktop.change.variables.theme !== undefined && (
          <ErrorState failure={desktop.change.error} />
        )}
      </Stack>
    </Card>
  );
}

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

function PageColors() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return <Choice value={colorScheme} values={SCHEMES} choose={setColorScheme} />;
}

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

/** Applies to the whole app, including its menus and this page. */
function DesktopColors({ desktop: { settings, change } }: { readonly desktop: Desktop }) {
  return (
    <Choice
      value={change.isPending ? (change.variables.theme ?? settings.data?.theme) : settings.data?.theme}
      values={THEMES}
      choose={(theme) => change.mutate({ theme })}
    />
  );
}

function Choice<Value extends MantineColorScheme | Theme>({
  value,
  values,
  choose,
}: {
  readonly value: Value | undefined;
  readonly values: readonly Value[];
  readonly choose: (value: Value) => void;
}) {
  const text = useTexts().settings;
  const id = useId();
  return (
    <Box w="100%" maw="27rem">
      <Text size="sm" fw={500} id={id} mb={4}>
        {text.theme}
      </Text>
      {/* Nothing is selected until the setting has loaded. */}
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        value={value ?? ('' as Value)}
        onChange={choose}
        data={values.map((each) => ({ value: each, label: text.themes[each] }))}
      />
    </Box>
  );
}

function About() {
  const text = useTexts().settings;
  const format = useFormat();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  return (
    <Card title={text.about}>
      {service === undefined ? (
        <LoadingState height={140} failure={error} retry={refetch} />
      ) : (
        <Facts
          facts={[
            [text.version, service.version],
            [text.running, format.moment(service.startedAt)],
            [text.address, service.url === null ? text.notServing : <Copied key="url" value={service.url} />],
            [text.dataFolder, <Copied key="folder" value={service.dataFolder} />],
          ]}
        />
      )}
      <Muted mt="sm">{text.dataFolderAbout}</Muted>
      <PageLink to="/welcome" mt="sm" display="inline-block">
        {text.welcome}
      </PageLink>
    </Card>
  );
}
