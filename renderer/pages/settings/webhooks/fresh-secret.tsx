import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from './webhooks.module.css';

export interface Fresh {
  readonly name: string;
  readonly secret: string;
  /** Until when the one before signs as well; null for a new webhook. */
  readonly oldUntil: string | null;
}

/** The only time that a signing secret is seen. */
export function FreshSecret({ fresh, done }: { readonly fresh: Fresh; readonly done: () => void }) {
  const text = useTexts().settingsWebhooks;
  const format = useFormat();
  const { name, secret, oldUntil } = fresh;
  return (
    <Card title={text.secretTitle({ name })}>
      <Stack gap="sm">
        <Text>{text.secretAbout}</Text>
        {oldUntil !== null && <Text size="sm">{text.secretUntil({ when: format.moment(oldUntil) })}</Text>}
        <Code block data-secret className={classes['secret'] ?? ''}>
          {secret}
        </Code>
        <Group gap="sm">
          <CopyButton value={secret} label={text.copySecret} variant="filled" size="sm" />
          <Button variant="default" onClick={done}>
            {text.done}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
