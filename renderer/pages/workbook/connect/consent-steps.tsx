import { Anchor, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../control/use-control.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import type { Consent } from './use-consent.ts';

/** Waiting for a person's answer at a service. */
export function ConsentSteps({
  consent: { question, cancel },
  provider,
}: {
  readonly consent: Pick<Consent, 'question' | 'cancel'>;
  readonly provider: string;
}) {
  const text = useTexts().workbookConnect;
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
          {text.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

/** The service sends the browser to the machine that it runs on, which may be another one than Pennyrow's. */
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
        {receive.error !== null && <ErrorState failure={receive.error} />}
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
