import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../words/words.tsx';

interface FileChoiceProps {
  readonly label: string;
  readonly about?: string | undefined;
  readonly problem: string | null;
  readonly read: (text: string) => void;
}

/** A small file of JSON or with a key, read by the page itself. */
export function FileChoice({ label, about, problem, read }: FileChoiceProps) {
  const text = useTexts().workbookConnect;
  const [name, setName] = useState<string | null>(null);
  const take = async (file: File | null): Promise<void> => {
    // Until the name is shown there is nothing to send, nor anything of an earlier file.
    setName(null);
    read('');
    if (file === null) return;
    read(await file.text());
    setName(file.name);
  };
  return (
    <Input.Wrapper label={label} labelElement="div" description={about} error={problem}>
      <Group gap="sm" mt={6}>
        <FileButton onChange={(file) => void take(file)} accept="application/json,.json,.pem,.key">
          {(props) => (
            <Button variant="default" size="xs" aria-label={`${text.choose}: ${label}`} {...props}>
              {text.choose}
            </Button>
          )}
        </FileButton>
        {name !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        )}
      </Group>
    </Input.Wrapper>
  );
}
