import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ControlFailure } from '../control/failure.ts';
import { useWords } from '../words/words.tsx';
import { words } from './words.ts';

/** What happened and what to do, where the answer would have stood or below the button that asked. */
export function ErrorState({ failure, again }: { readonly failure: ControlFailure; readonly again?: () => void }) {
  const text = useWords(words);
  const { message, remedy } = wordsOf(failure, text);
  return (
    <Alert color="red" title={text.broken} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text size="sm">{message}</Text>
      {remedy !== '' && (
        <Text size="sm" mt={4}>
          {remedy}
        </Text>
      )}
      {again !== undefined && (
        <Button mt="sm" size="xs" variant="light" color="red" onClick={again}>
          {text.again}
        </Button>
      )}
    </Alert>
  );
}

/** What the page itself found wrong has no words yet. */
function wordsOf(failure: ControlFailure, text: (typeof words)['en']): { readonly message: string; readonly remedy: string } {
  if (failure.code === 'page_offline') return { message: text.offline, remedy: text.offlineRemedy };
  if (failure.code === 'page_signed_out') return { message: text.signedOut, remedy: text.signedOutRemedy };
  return failure;
}
