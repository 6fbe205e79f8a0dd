import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../control/use-control.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import { NEEDS_MAPPING } from '../needs-mapping.ts';
import { FileChoice } from './file-choice.tsx';

/** For servers, where nobody is there to be asked: a service account with which a spreadsheet is shared. */
export function KeyForm({ accountId, done }: { readonly accountId: string; readonly done: () => void }) {
  const text = useTexts().workbookConnect;
  const use = useAction('google.useServiceAccount');
  const [file, setFile] = useState<File | null>(null);
  const [spreadsheet, setSpreadsheet] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = async (event: React.SubmitEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (file === null || spreadsheet.trim() === '') return;
    use.mutate({ accountId, file: await file.text(), spreadsheet: spreadsheet.trim() }, { onSuccess: done });
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <FileChoice
          label={text.key}
          about={text.keyAbout}
          file={file}
          choose={setFile}
          problem={isTried && file === null ? text.keyMissing : null}
        />
        <TextInput
          label={text.link}
          placeholder={text.linkExample}
          value={spreadsheet}
          onChange={({ currentTarget }) => setSpreadsheet(currentTarget.value)}
          error={isTried && spreadsheet.trim() === '' && text.linkMissing}
          required
        />
        {use.error !== null && !NEEDS_MAPPING.has(use.error.code) && <ErrorState failure={use.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={use.isPending}>
            {text.connect}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
