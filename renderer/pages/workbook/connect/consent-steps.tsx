import { Anchor, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectedView } from '../../../../src/contract/control/workbook.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.tsx';
import { ErrorState } from '../../../parts/layout.tsx';
import { type AccountInput, useAccountAction } from '../../../parts/account-context.tsx';
import { consentHandlers } from '../../../parts/consent-handlers.ts';

interface ConsentStepsProps {
  readonly consent: Pick<Consent, 'question' | 'cancel'>;
  readonly provider: string;
}

export function ConsentSteps({ consent: { question, cancel }, provider }: ConsentStepsProps) {
  const { workbookConnect: text, parts } = useTexts();
  const format = useFormat();
  return (
    <Stack gap="md">
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text>{text.waiting({ provider })}</Text>
      </Group>
      {question !== null && (
        <>
          <Text size="sm">{text.waitingAbout({ until: format.moment(question.expiresAt) })}</Text>
          <Anchor href={question.url} target="_blank" rel="noopener noreferrer" size="sm">
            {text.openTab({ provider })}
          </Anchor>
          <PastedAddress consentId={question.consentId} />
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={cancel}>
          {parts.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

/** The service redirects to the machine of the browser, which may not be the one that runs Pennyrow. */
function PastedAddress({ consentId }: { readonly consentId: string }) {
  const text = useTexts().workbookConnect;
  const receive = useAction('consent.receive');
  const [address, setAddress] = useState('');
  return (
    <details>
      <summary>{text.elsewhere}</summary>
      <Stack gap="sm" mt="sm">
        <Text size="sm">{text.elsewhereAbout}</Text>
        <TextInput
          label={text.address}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <ErrorState failure={receive.error} />
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          disabled={address.trim() === ''}
          loading={receive.isPending}
          onClick={() => receive.mutate({ consentId, address: address.trim() })}
        >
          {text.send}
        </Button>
      </Stack>
    </details>
  );
}

export type Consent = ReturnType<typeof useConsent>;

export function useConsent() {
  const begin = useAccountAction('workbook.begin');
  const wait = useAction('consent.wait');
  const cancel = useAction('consent.cancel');
  const [connected, tell] = useState<ConnectedView | null>(null);
  return {
    kind: begin.variables?.kind ?? null,
    begin: (filled: AccountInput<'workbook.begin'>): void => {
      wait.reset();
      tell(null);
      begin.mutate(
        filled,
        consentHandlers((consentId) => wait.mutate({ consentId }, { onSuccess: tell })),
      );
    },
    // The pending request still ends, and may report a spreadsheet that was already created.
    cancel: (): void => {
      if (begin.data !== undefined) cancel.mutate({ consentId: begin.data.consentId });
      begin.reset();
    },
    isUnderWay: begin.isPending || (wait.isPending && begin.data !== undefined),
    question: wait.isPending ? (begin.data ?? null) : null,
    connected,
    tell,
    failure: begin.error ?? (wait.error?.code === 'workbook_consent_cancelled' ? null : wait.error),
  };
}
