import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useTexts } from '../../../words/words.tsx';
import classes from '../workbook.module.css';

interface FileChoiceProps {
  readonly label: string;
  readonly about: string;
  readonly file: File | null;
  readonly choose: (file: File | null) => void;
  readonly problem?: string | null;
}

/** A small JSON file of Google's, read by the page itself. */
export function FileChoice({ label, about, file, choose, problem = null }: FileChoiceProps) {
  const text = useTexts().workbookConnect;
  return (
    <Input.Wrapper label={label} labelElement="div" description={about} error={problem}>
      <Group gap="sm" mt={6}>
        <FileButton onChange={choose} accept="application/json,.json">
          {(props) => (
            <Button variant="default" size="xs" aria-label={`${text.choose}: ${label}`} {...props}>
              {text.choose}
            </Button>
          )}
        </FileButton>
        {file !== null && (
          <Text size="sm" className={classes['address'] ?? ''}>
            {file.name}
          </Text>
        )}
      </Group>
    </Input.Wrapper>
  );
}
