import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../base/words.tsx';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';

const DIALOG_CLOSES_MS = 20;

interface NewSecretProps {
  readonly title: string;
  readonly about: string;
  readonly value: string;
  readonly copyLabel: string;
  readonly done: () => void;
}

/** The only time that a token or a signing secret is visible. It exists only in the page's memory. */
export function NewSecret({ title, about, value, copyLabel, done }: NewSecretProps) {
  const text = useTexts().settingsApi;
  const place = useRef<HTMLDivElement>(null);
  // After the closing dialog has restored the focus.
  useEffect(() => {
    const timer = setTimeout(() => place.current?.focus(), DIALOG_CLOSES_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The browser asks before the window is closed or reloaded.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      <Card title={title}>
        <Stack gap="sm">
          <Text>{about}</Text>
          <Code block data-secret style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {value}
          </Code>
          <Group gap="sm">
            <CopyButton value={value} label={copyLabel} variant="filled" size="sm" />
            <Button variant="default" leftSection={<IconCheck size={16} aria-hidden />} onClick={done}>
              {text.saved}
            </Button>
          </Group>
        </Stack>
      </Card>
    </div>
  );
}
