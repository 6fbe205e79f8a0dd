import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { ControlFailure } from '../../control/failure.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { useWords } from '../../words/words.tsx';
import { ConsentSteps } from './connect/consent-steps.tsx';
import { useConsent } from './connect/use-consent.ts';
import { SetColumns } from './mapping/set-columns.tsx';
import { NEEDS_MAPPING } from './needs-mapping.ts';
import { words } from './words.ts';

/** Why the workbook cannot be read now, with what puts it right in place. */
export function Trouble({ accountId, workbook: { place, problem }, again }: { readonly accountId: string; readonly workbook: WorkbookView; readonly again: () => void }) {
  const consent = useConsent(accountId);
  const isLost = place.kind === 'google' && (place.grantLost || problem?.code === 'workbook_reconnect');
  if (isLost || consent.isUnderWay || consent.connected !== null) return <Reconnect consent={consent} />;
  if (problem === null) return null;
  if (NEEDS_MAPPING.has(problem.code)) return <Repair accountId={accountId} message={problem.message} />;
  return <ErrorState failure={new ControlFailure(problem)} again={again} />;
}

function Reconnect({ consent }: { readonly consent: ReturnType<typeof useConsent> }) {
  const text = useWords(words);
  const [isSeen, setSeen] = useState(false);
  if (consent.isUnderWay || consent.connected !== null) {
    return isSeen && consent.connected !== null ? null : (
      <Card title={text.reconnect}>
        <ConsentSteps consent={consent} done={() => setSeen(true)} />
      </Card>
    );
  }
  return (
    <Alert color="red" title={text.grantLost} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text.grantLostWhat}</Text>
        {consent.failure !== null && <ErrorState failure={consent.failure} />}
        <Button onClick={() => consent.begin({ kind: 'reconnect' })}>{text.reconnect}</Button>
      </Stack>
    </Alert>
  );
}

function Repair({ accountId, message }: { readonly accountId: string; readonly message: string }) {
  const text = useWords(words);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.repairTitle}>
      <Stack gap="md" align="stretch">
        <div role="alert">
          <Text>{message}</Text>
          <Text size="sm" c="dimmed" mt={4}>
            {text.repairWhat}
          </Text>
        </div>
        {isOpen ? (
          <SetColumns accountId={accountId} done={() => setOpen(false)} />
        ) : (
          <Button style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
            {text.repair}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
