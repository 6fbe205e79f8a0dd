import { Code, Group, Text } from '@mantine/core';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useTexts } from '../../words/words.tsx';
import { snippet, type SnippetFacts, type SnippetLanguage } from './snippets.ts';

/** One ready program, to be copied. It scrolls on its own when a line is long, also by keyboard. */
export function SnippetView({ language, facts }: { readonly language: SnippetLanguage; readonly facts: SnippetFacts }) {
  const text = useTexts().tokens;
  const code = snippet(language, facts);
  const about = language === 'javascript' ? text.nodeAbout : language === 'python' ? text.pythonAbout : '';
  return (
    <>
      <Group justify="space-between" my="xs" gap="xs">
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <CopyButton value={code} label={text.copyCode} />
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard. */}
      <Code block tabIndex={0} role="region" aria-label={`${text.code}: ${language}`} data-snippet={language}>
        {code}
      </Code>
    </>
  );
}
