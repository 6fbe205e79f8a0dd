import { Text } from '@mantine/core';
import type { AuthorisedConnectionView, ConnectionView } from '../../../src/contract/control/connections.ts';
import type { Input } from '../../../src/contract/control/index.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import type { ConsentView } from '../../../src/contract/control/workbook.ts';
import { useTexts } from '../../base/words.tsx';
import type { ControlFailure } from '../../base/control/failure.ts';
import { useAction } from '../../base/control/use-control.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useSourceTexts } from '../../parts/kinds/use-kinds.ts';
import { openServicePage } from '../../parts/open-service-page.ts';
import { ConsentSteps } from '../workbook/connect/consent-steps.tsx';
import { SourceForm } from './source-form.tsx';

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
        initial={settings}
        submitLabel={text.giveAccess}
        isPending={reauthorise.isPending}
        failure={reauthorise.error}
        submit={({ secret, anyway }) => reauthorise.mutate({ connectionId, secret, anyway }, { onSuccess: close })}
        cancel={close}
      />
    </>
  );
}

/** For a stored key: only the confirmation on the bank's page is needed. */
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
      isBusy={consent.isUnderWay}
      submit={() => consent.renew({ connectionId })}
      close={close}
    >
      <Text>{text.newAccessWhat}</Text>
      <Text>{question}</Text>
    </DialogForm>
  );
}

/** A consent request on a bank's page, in its own tab. */
interface SourceConsent {
  readonly add: (filled: Input<'connection.begin'>) => void;
  readonly renew: (filled: Input<'connection.renew'>) => void;
  readonly cancel: () => void;
  readonly isUnderWay: boolean;
  /** Null until the page's address is known. */
  readonly question: ConsentView | null;
  readonly failure: ControlFailure | null;
}

export function useSourceConsent(done: (connection: AuthorisedConnectionView) => void): SourceConsent {
  const begin = useAction('connection.begin');
  const renew = useAction('connection.renew');
  const wait = useAction('connection.wait');
  const cancel = useAction('consent.cancel');
  const handlers = () => {
    wait.reset();
    const page = openServicePage();
    return {
      onSuccess: ({ consentId, url }: ConsentView) => {
        page.show(url);
        wait.mutate({ consentId }, { onSuccess: done });
      },
      onError: () => page.close(),
    };
  };
  const question = begin.data ?? renew.data ?? null;
  return {
    add: (filled) => begin.mutate(filled, handlers()),
    renew: (filled) => renew.mutate(filled, handlers()),
    cancel: () => {
      if (question !== null) cancel.mutate({ consentId: question.consentId });
      for (const action of [wait, begin, renew]) action.reset();
    },
    isUnderWay: begin.isPending || renew.isPending || wait.isPending,
    question: wait.isPending ? question : null,
    failure: begin.error ?? renew.error ?? wait.error,
  };
}
