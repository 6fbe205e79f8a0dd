import { Button, Code, Group, Stack } from '@mantine/core';
import type { SourceKindView } from '../../../../src/contract/control/kinds.ts';
import { Guide } from '../../../kinds/guide.tsx';
import { useSourceTexts } from '../../../kinds/use-kind-texts.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { useTexts } from '../../../words/words.tsx';

interface TerminalWayProps {
  readonly kind: SourceKindView;
  readonly command: string;
  readonly close: () => void;
}

/** A kind that only a terminal sets up: what it is, and the command. */
export function TerminalWay({ kind, command, close }: TerminalWayProps) {
  const text = useTexts().connections;
  const { guide = {} } = useSourceTexts()(kind.id);
  return (
    <Stack gap="md">
      <Guide guide={guide} link={kind.guideLink} />
      <Code block>{command}</Code>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={command} size="sm" />
        <Button onClick={close}>{text.done}</Button>
      </Group>
    </Stack>
  );
}
