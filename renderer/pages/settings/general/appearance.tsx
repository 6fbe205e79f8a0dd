import {
  Box,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { useId } from 'react';
import type { Theme } from '../../../../src/contract/control/theme.ts';
import { useDesktop, type Desktop } from '../../../control/use-desktop.ts';
import { Card } from '../../../parts/card.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LANGUAGES, type Language } from '../../../../src/messages/speech.ts';
import { useSpeech, useTexts } from '../../../words/words.tsx';

export function Appearance() {
  const text = useTexts().settings;
  const { language, speak } = useSpeech();
  const desktop = useDesktop();
  return (
    <Card title={text.appearance}>
      <Stack gap="md" align="flex-start">
        {desktop === null ? <PageColours /> : <DesktopColours desktop={desktop} />}
        <NativeSelect
          label={text.language}
          w="14rem"
          value={language}
          onChange={({ currentTarget }) => speak(currentTarget.value as Language)}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
        <Text size="sm" c="dimmed">
          {desktop === null ? text.appearanceWhere : text.appearanceOnDesktop}
        </Text>
        {desktop?.change.error != null && desktop.change.variables.theme !== undefined && (
          <ErrorState failure={desktop.change.error} />
        )}
      </Stack>
    </Card>
  );
}

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

function PageColours() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return <Choice value={colorScheme} values={SCHEMES} choose={setColorScheme} />;
}

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

/** For the whole app: its menus and boxes, and by them this page. */
function DesktopColours({ desktop: { settings, change } }: { readonly desktop: Desktop }) {
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
      {/* Nothing is marked before it is known what was chosen. */}
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
