import { Text } from '@mantine/core';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import { useAction } from '../../control/use-control.ts';
import { useTexts } from '../../words/words.tsx';
import { SourceForm } from './add/source-form.tsx';

export function NewAccess({
  connection: { id: connectionId, settings },
  kind,
  close,
}: {
  readonly connection: ConnectionView;
  readonly kind: SourceKindView;
  readonly close: () => void;
}) {
  const text = useTexts().connections;
  const reauthorise = useAction('connection.reauthorise');
  return (
    <>
      <Text mb="md">{text.newAccessWhat}</Text>
      <SourceForm
        kind={kind}
        part="secret"
        begun={settings}
        submitLabel={text.giveAccess}
        isPending={reauthorise.isPending}
        failure={reauthorise.error}
        submit={({ secret, anyway }) => reauthorise.mutate({ connectionId, secret, anyway }, { onSuccess: close })}
        cancel={close}
      />
    </>
  );
}
