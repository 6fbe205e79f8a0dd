import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useLineState } from '../control/control-context.tsx';
import { useTexts } from '../words/words.tsx';

/** Says so while the service cannot be heard. */
export function LineNotice() {
  const state = useLineState();
  const text = useTexts().shell;
  if (state !== 'lost') return null;
  return (
    <Alert role="status" color="orange" title={text.lost} icon={<IconPlugConnectedX aria-hidden />} mb="lg">
      {text.lostWhat}
    </Alert>
  );
}
