import { Text } from '@mantine/core';
import { useAction } from '../../control/use-control.ts';
import { useTexts } from '../../words/words.tsx';
import { TokenForm } from './add/token-form.tsx';

export function NewAccess({ connectionId, close }: { readonly connectionId: string; readonly close: () => void }) {
  const text = useTexts().connections;
  const reauthorise = useAction('connection.reauthorise');
  return (
    <>
      <Text mb="md">{text.newAccessWhat}</Text>
      <TokenForm
        submitLabel={text.giveAccess}
        isPending={reauthorise.isPending}
        failure={reauthorise.error}
        submit={(setupToken, _name, anyway) =>
          reauthorise.mutate({ connectionId, setupToken, anyway }, { onSuccess: close })
        }
        cancel={close}
      />
    </>
  );
}
