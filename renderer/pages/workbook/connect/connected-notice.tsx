import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import type { ConnectedView } from '../../../../src/contract/control/google.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';

/** That a spreadsheet is connected, and when Google ends that by itself. */
export function ConnectedNotice({
  connected: { permissionEndsAt },
  close,
}: {
  readonly connected: ConnectedView;
  readonly close: () => void;
}) {
  const text = useTexts().workbookConnect;
  const format = useFormat();
  const isLasting = permissionEndsAt === null;
  return (
    <Alert
      title={text.connected}
      icon={isLasting ? <IconCircleCheck aria-hidden /> : <IconClockExclamation aria-hidden />}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        {permissionEndsAt !== null && <Text size="sm">{text.testing({ until: format.moment(permissionEndsAt) })}</Text>}
        <Button variant="default" size="xs" onClick={close}>
          OK
        </Button>
      </Stack>
    </Alert>
  );
}
