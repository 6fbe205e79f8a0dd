import { Text } from '@mantine/core';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import { useAction } from '../../control/use-control.ts';
import { useSourceTexts } from '../../kinds/use-kind-texts.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { ConsentSteps } from '../workbook/connect/consent-steps.tsx';
import { useSourceConsent } from './use-source-consent.ts';
import { useTexts } from '../../words/words.tsx';
import { SourceForm } from './add/source-form.tsx';

interface NewAccessProps {
  readonly connection: ConnectionView;
  readonly kind: SourceKindView;
  readonly close: () => void;
}

export function NewAccess(props: NewAccessProps) {
  const {
    connection: { id: connectionId, settings },
    kind,
    close,
  } = props;
  const text = useTexts().connections;
  const reauthorise = useAction('connection.reauthorise');
  if (kind.access?.asksInBrowser === true) return <AskAgain {...props} />;
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

/** With the key that is kept: all it takes is an answer on the bank's page. */
function AskAgain({ connection: { id: connectionId }, kind, close }: NewAccessProps) {
  const text = useTexts().connections;
  const say = useSourceTexts();
  const consent = useSourceConsent(close);
  const { name, question } = say(kind.id);
  if (consent.question !== null) return <ConsentSteps consent={consent} provider={name} />;
  return (
    <DialogForm
      submitLabel={text.newAccess}
      isPending={consent.isUnderWay}
      failure={consent.failure}
      isHeld={consent.isUnderWay}
      submit={() => consent.renew({ connectionId })}
      close={close}
    >
      <Text>{text.newAccessWhat}</Text>
      <Text>{question}</Text>
    </DialogForm>
  );
}
