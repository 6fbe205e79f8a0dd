import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { GoogleClientView } from '../../../../src/contract/control/google.ts';
import { useAction } from '../../../control/use-control.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import classes from '../workbook.module.css';
import { FileChoice } from './file-choice.tsx';

/** The person's own OAuth client: what it is, or how to come by one. */
export function GoogleClient({ client }: { readonly client: GoogleClientView | null }) {
  const text = useTexts().workbookConnect;
  const [isChanging, setChanging] = useState(false);
  if (client === null) {
    return (
      <Alert color="blue" title={text.client}>
        <Stack gap="sm">
          <Text size="sm">{text.clientNone}</Text>
          <List type="ordered" size="sm" spacing={4}>
            {Object.values(text.clientSteps).map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          <ClientFile done={() => setChanging(false)} />
        </Stack>
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed" className={classes['address'] ?? ''}>
        {text.clientSet({ id: client.clientId })} {client.from === 'environment' && text.clientEnvironment}
      </Text>
      {client.from === 'settings' && !isChanging && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setChanging(true)}
        >
          {text.clientChange}
        </Button>
      )}
      {isChanging && <ClientFile done={() => setChanging(false)} />}
    </Stack>
  );
}

function ClientFile({ done }: { readonly done: () => void }) {
  const text = useTexts().workbookConnect;
  const set = useAction('google.setClient');
  const [file, setFile] = useState<File | null>(null);
  const take = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    if (chosen !== null) set.mutate({ file: await chosen.text() }, { onSuccess: done });
  };
  return (
    <Stack gap="sm">
      <FileChoice
        label={text.clientFile}
        about={text.clientFileAbout}
        file={file}
        choose={(chosen) => void take(chosen)}
      />
      {set.error !== null && <ErrorState failure={set.error} />}
    </Stack>
  );
}
