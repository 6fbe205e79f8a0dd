import { Anchor, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectedView, ConsentView } from '../../../../src/contract/control/workbook.ts';
import { useTexts } from '../../../base/words.tsx';
import type { CallInput, CallOutput, ControlFailure } from '../../../base/control/carrier.ts';
import { useAction } from '../../../base/control/use-control.tsx';
import { ErrorState } from '../../../parts/layout.tsx';
import { type AccountInput, useAccountAction } from '../../../parts/account-context.tsx';

interface ConsentStepsProps {
  readonly consent: Pick<WorkbookConsent, 'question' | 'cancel'>;
  readonly provider: string;
}

export function ConsentSteps({ consent: { question, cancel }, provider }: ConsentStepsProps) {
  const { workbookConnect: text, parts, format } = useTexts();
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

/** The consent page redirects to the browser's own machine. If Pennyrow runs on another one, the user pastes the address here. */
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

/** A consent that the user gives on the service's page: begins it, opens the page, and waits for the answer. */
export function useConsent<Wait extends 'consent.wait' | 'connection.wait'>(
  waitName: Wait,
  done: (view: CallOutput<Wait>) => void,
) {
  const ask = useMutation<ConsentView, ControlFailure, () => Promise<ConsentView>>({ mutationFn: (begin) => begin() });
  const wait = useAction(waitName);
  const cancel = useAction('consent.cancel');
  const question = wait.isPending ? (ask.data ?? null) : null;
  return {
    begin: (begin: () => Promise<ConsentView>): void => {
      // Browsers open tabs only during a click, so the tab opens before its address is known. The desktop opens the system's browser.
      const tab = window.pennyrow === undefined ? window.open('', '_blank') : null;
      wait.reset();
      ask.mutate(begin, {
        onSuccess: ({ consentId, url }) => {
          if (window.pennyrow !== undefined) window.open(url, '_blank', 'noopener');
          if (tab !== null) {
            tab.opener = null;
            tab.location.replace(url);
          }
          wait.mutate({ consentId } as CallInput<Wait>, { onSuccess: done });
        },
        onError: () => tab?.close(),
      });
    },
    cancel: (): void => {
      if (ask.data !== undefined) cancel.mutate({ consentId: ask.data.consentId });
      ask.reset();
      // Keeps waiting for a workbook: the service may have created it already, and the page must then report it.
      if (waitName === 'connection.wait') wait.reset();
    },
    isUnderWay: ask.isPending || question !== null,
    question,
    failure: ask.error ?? wait.error,
  };
}

export type WorkbookConsent = ReturnType<typeof useWorkbookConsent>;

export function useWorkbookConsent() {
  const begin = useAccountAction('workbook.begin');
  const [connected, setConnected] = useState<ConnectedView | null>(null);
  const consent = useConsent('consent.wait', setConnected);
  return {
    ...consent,
    kind: begin.variables?.kind ?? null,
    begin: (filled: AccountInput<'workbook.begin'>): void => {
      setConnected(null);
      consent.begin(() => begin.mutateAsync(filled));
    },
    connected,
    setConnected,
    failure: consent.failure?.code === 'workbook_consent_cancelled' ? null : consent.failure,
  };
}
