import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import type { ConnectedView } from '../../../../src/contract/control/workbook.ts';
import { useWorkbookTexts } from '../../../kinds/use-kind-texts.ts';
import { useTexts } from '../../../words/words.tsx';

/** That a spreadsheet is connected, and when its service ends that on its own. */
export function ConnectedNotice({
  connected: { permissionEndsAt, place },
  close,
}: {
  readonly connected: ConnectedView;
  readonly close: () => void;
}) {
  const text = useTexts().workbookConnect;
  const say = useWorkbookTexts();
  const { ending } = say(place.kind);
  const isLasting = permissionEndsAt === null;
  return (
    <Alert
      title={text.connected}
      icon={isLasting ? <IconCircleCheck aria-hidden /> : <IconClockExclamation aria-hidden />}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        {permissionEndsAt !== null && ending !== undefined && (
          <Text size="sm">{ending.page({ until: permissionEndsAt })}</Text>
        )}
        <Button variant="default" size="xs" onClick={close}>
          OK
        </Button>
      </Stack>
    </Alert>
  );
}
