import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import type { ConnectedView } from '../../../../src/contract/control/workbook.ts';
import { useKindText } from '../../../kinds/kind-text.ts';
import { useWorkbookKind } from '../../../kinds/use-kinds.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';

/** That a spreadsheet is connected, and when its service ends that by itself. */
export function ConnectedNotice({
  connected: { permissionEndsAt, place },
  close,
}: {
  readonly connected: ConnectedView;
  readonly close: () => void;
}) {
  const text = useTexts().workbookConnect;
  const format = useFormat();
  const say = useKindText();
  const ending = useWorkbookKind(place.kind)?.ending ?? null;
  const isLasting = permissionEndsAt === null;
  return (
    <Alert
      title={text.connected}
      icon={isLasting ? <IconCircleCheck aria-hidden /> : <IconClockExclamation aria-hidden />}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        {permissionEndsAt !== null && ending !== null && (
          <Text size="sm">{say(ending).replace('{until}', format.moment(permissionEndsAt))}</Text>
        )}
        <Button variant="default" size="xs" onClick={close}>
          OK
        </Button>
      </Stack>
    </Alert>
  );
}
