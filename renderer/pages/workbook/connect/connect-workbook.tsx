import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import { useWords } from '../../../words/words.tsx';
import { FileForm } from './file-form.tsx';
import { GoogleForm } from './google-form.tsx';
import { words } from './words.ts';

const PLACES = ['file', 'google'] as const;

/** Where the transactions shall go: a file or a Google spreadsheet, new or there already. */
export function ConnectWorkbook({ account, replaces, done }: { readonly account: AccountView; readonly replaces: boolean; readonly done: () => void }) {
  const text = useWords(words);
  const [place, setPlace] = useState<(typeof PLACES)[number]>('file');
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
      {place === 'file' ? <FileForm accountId={account.id} done={done} /> : <GoogleForm account={account} done={done} />}
    </Stack>
  );
}
