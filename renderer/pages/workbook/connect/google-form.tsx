import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import { useAnswer } from '../../../control/use-control.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import { NEEDS_MAPPING } from '../needs-mapping.ts';
import { ConsentSteps } from './consent-steps.tsx';
import { GoogleClient } from './google-client.tsx';
import { KeyForm } from './key-form.tsx';
import { TellColumns } from './tell-columns.tsx';
import type { Consent } from './use-consent.ts';

const WAYS = ['new', 'existing', 'key'] as const;

/** A new spreadsheet, one that the person picks at Google, or one that is shared with a service account. */
export function GoogleForm({
  account,
  consent,
  done,
}: {
  readonly account: AccountView;
  readonly consent: Consent;
  readonly done: () => void;
}) {
  const text = useTexts().workbookConnect;
  const { data: client, error, refetch } = useAnswer('google.client', {});
  const { data: undecided } = useAnswer('google.undecided', { accountId: account.id });
  const [way, setWay] = useState<(typeof WAYS)[number]>('new');
  const [title, setTitle] = useState('');
  if (consent.isUnderWay) return <ConsentSteps consent={consent} />;
  if (undecided != null) return <TellColumns accountId={account.id} undecided={undecided} connected={consent.tell} />;
  if (client === undefined || undecided === undefined)
    return <LoadingState height={120} failure={error} again={refetch} />;
  const begin = (): void =>
    consent.begin(
      way === 'new' ? { kind: 'new', ...(title.trim() !== '' && { title: title.trim() }) } : { kind: 'existing' },
    );
  return (
    <Stack gap="md">
      <Radio.Group label={text.how} value={way} onChange={setWay}>
        <Stack gap="xs" mt="xs">
          {WAYS.map((each) => (
            <Radio key={each} value={each} label={text.way[each]} />
          ))}
        </Stack>
      </Radio.Group>
      {way === 'key' ? (
        <KeyForm accountId={account.id} done={done} />
      ) : (
        <>
          <GoogleClient client={client} />
          {client !== null && (
            <>
              {way === 'new' && (
                <TextInput
                  label={text.newTitle}
                  placeholder={text.titleExample({ account: account.name })}
                  value={title}
                  maxLength={200}
                  onChange={({ currentTarget }) => setTitle(currentTarget.value)}
                />
              )}
              <Text size="sm">{way === 'new' ? text.newAbout : text.existingAbout}</Text>
              {consent.failure !== null && !NEEDS_MAPPING.has(consent.failure.code) && (
                <ErrorState failure={consent.failure} />
              )}
              <Group justify="flex-end">
                <Button onClick={begin}>{text.toGoogle}</Button>
              </Group>
            </>
          )}
        </>
      )}
    </Stack>
  );
}
