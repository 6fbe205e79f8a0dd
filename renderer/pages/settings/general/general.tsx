import { NativeSelect, SegmentedControl, Stack, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { Card } from '../../../parts/card.tsx';
import { LANGUAGES, useSpeech, useWords, type Language } from '../../../words/words.tsx';
import { words } from '../words.ts';
import { About } from './about.tsx';
import { Limits } from './limits.tsx';

export function General() {
  return (
    <Stack gap="lg">
      <Appearance />
      <Limits />
      <About />
    </Stack>
  );
}

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

function Appearance() {
  const text = useWords(words);
  const { language, speak } = useSpeech();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const themeId = useId();
  return (
    <Card title={text.appearance}>
      <Stack gap="md" align="flex-start">
        <div>
          <Text size="sm" fw={500} id={themeId} mb={4}>
            {text.theme}
          </Text>
          <SegmentedControl aria-labelledby={themeId} value={colorScheme} onChange={setColorScheme} data={SCHEMES.map((value) => ({ value, label: text.themes[value] }))} />
        </div>
        <NativeSelect label={text.language} w="14rem" value={language} onChange={({ currentTarget }) => speak(currentTarget.value as Language)} data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))} />
        <Text size="sm" c="dimmed">
          {text.appearanceWhere}
        </Text>
      </Stack>
    </Card>
  );
}
