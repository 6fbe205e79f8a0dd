import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { NewToken } from '../../../src/contract/control/tokens.ts';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useTexts } from '../../words/words.tsx';
import classes from './tokens.module.css';

const DIALOG_CLOSES_MS = 20;

/** The only time that a token is seen. It is kept nowhere but in the page's memory. */
export function FreshToken({ token, done }: { readonly token: NewToken; readonly done: () => void }) {
  const text = useTexts().tokens;
  const place = useRef<HTMLDivElement>(null);
  // After the dialog that it was made in has given the focus back.
  useEffect(() => {
    const timer = setTimeout(() => place.current?.focus(), DIALOG_CLOSES_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={classes['fresh']}>
      <Card title={text.fresh({ name: token.name })}>
        <Stack gap="sm">
          <Text>{text.freshOnce}</Text>
          <Code block data-token className={classes['token'] ?? ''}>
            {token.token}
          </Code>
          <Group gap="sm">
            <CopyButton value={token.token} label={text.copyToken} variant="filled" size="sm" />
            <Button variant="default" leftSection={<IconCheck size={16} aria-hidden />} onClick={done}>
              {text.done}
            </Button>
          </Group>
        </Stack>
      </Card>
    </div>
  );
}
