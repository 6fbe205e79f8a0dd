import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useLine } from '../control/control-context.tsx';
import { useTexts } from '../words/words.tsx';

/** Says so while the service cannot be heard. */
export function LineNotice() {
  const { state } = useLine();
  const text = useTexts().shell;
  if (state === 'connected' || state === 'connecting') return null;
  const [title, what] = state === 'lost' ? [text.lost, text.lostWhat] : [text.signedOut, text.signedOutWhat];
  return (
    <Alert role="status" color="orange" title={title} icon={<IconPlugConnectedX aria-hidden />} mb="lg">
      {what}
    </Alert>
  );
}
