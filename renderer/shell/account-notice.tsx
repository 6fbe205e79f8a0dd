import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { words as partWords } from '../parts/words.ts';
import { useWords } from '../words/words.tsx';
import { useChoice } from './account-context.tsx';
import { words } from './words.ts';

/** Says quietly that a link led to an account that is not there, and which one is shown instead. */
export function AccountNotice() {
  const { chosen, isStrayed, forgive } = useChoice();
  const text = useWords(words);
  const { close } = useWords(partWords);
  if (!isStrayed || chosen === null) return null;
  return (
    <Alert
      role="status"
      color="gray"
      icon={<IconInfoCircle aria-hidden />}
      mb="lg"
      withCloseButton
      closeButtonLabel={close}
      onClose={forgive}
    >
      {text.strayed(chosen.account.name)}
    </Alert>
  );
}
