import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import { useTexts } from '../../../words/words.tsx';
import { FileForm } from './file-form.tsx';
import { GoogleForm } from './google-form.tsx';
import type { Consent } from './use-consent.ts';

const PLACES = ['file', 'google'] as const;

type Place = (typeof PLACES)[number];

interface ConnectWorkbookProps {
  readonly account: AccountView;
  readonly consent: Consent;
  readonly replaces: boolean;
  readonly beginsAt: Place;
  /** Where a new file is proposed; nowhere by default. */
  readonly suggestedPath?: string;
  readonly done: () => void;
}

/** Where the transactions shall go: a file or a Google spreadsheet, new or there already. */
export function ConnectWorkbook({
  account,
  consent,
  replaces,
  beginsAt,
  suggestedPath = '',
  done,
}: ConnectWorkbookProps) {
  const text = useTexts().workbookConnect;
  const [place, setPlace] = useState<Place>(beginsAt);
  return (
    <Stack gap="md">
      {replaces && <Text size="sm">{text.replaces}</Text>}
      <Radio.Group label={text.where} value={place} onChange={setPlace}>
        <Stack gap="xs" mt="xs">
          {PLACES.map((each) => (
            <Radio key={each} value={each} label={text.place[each]} />
          ))}
        </Stack>
      </Radio.Group>
      {place === 'file' ? (
        <FileForm accountId={account.id} suggestedPath={suggestedPath} done={done} />
      ) : (
        <GoogleForm account={account} consent={consent} done={done} />
      )}
    </Stack>
  );
}
