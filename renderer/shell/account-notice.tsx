import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTexts } from '../words/words.tsx';
import { useChoice } from './account-context.tsx';

/** Says quietly that a link led to an account that is not there, and which one is shown instead. */
export function AccountNotice() {
  const { chosen, isStrayed, forgive } = useChoice();
  const text = useTexts().shell;
  const { close } = useTexts().parts;
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
      {text.strayed({ account: chosen.account.name })}
    </Alert>
  );
}
