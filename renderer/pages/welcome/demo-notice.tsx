import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTestPipe } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useTexts } from '../../base/words.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Confirm } from '../../parts/dialogs.tsx';

/** Loaded only in a demo, because the code of its dialog would be a seventh of the first page's size. */
export function DemoNotice() {
  const { demo: text } = useTexts().welcome;
  const { data: workbook } = useAccountAnswer('workbook.get');
  const [isAsking, { open, close }] = useDisclosure();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const leave = useAccountAction('demo.leave');
  const goOn = async (): Promise<void> => {
    // The welcome continues at a step that the service determines, so the cached one is stale.
    await queries.refetchQueries({ queryKey: ['welcome.get'] });
    close();
    navigate('/welcome');
  };
  const confirm = (): void => leave.mutate({}, { onSuccess: () => void goOn() });
  return (
    <>
      <Alert color="blue" title={text.notice} icon={<IconTestPipe aria-hidden />}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{text.noticeAbout}</Text>
          <Button size="xs" variant="default" onClick={open}>
            {text.leave}
          </Button>
        </Stack>
      </Alert>
      <Confirm
        title={text.leave}
        confirmLabel={text.leave}
        isOpen={isAsking}
        action={leave}
        confirm={confirm}
        close={close}
      >
        <Text>{text.leaveWhat}</Text>
        <Text mt="sm">
          {text.leaveFile}{' '}
          <span style={{ overflowWrap: 'anywhere' }}>
            {workbook != null && 'path' in workbook.place && workbook.place.path}
          </span>
        </Text>
      </Confirm>
    </>
  );
}
