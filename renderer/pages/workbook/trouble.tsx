import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { ControlFailure } from '../../control/failure.ts';
import { useWorkbookKind } from '../../kinds/use-kinds.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import type { Told } from '../../problems/telling.ts';
import { ToldText } from '../../problems/told-text.tsx';
import { useTexts } from '../../words/words.tsx';
import type { Consent } from './connect/use-consent.ts';
import { SetColumns } from './mapping/set-columns.tsx';
import { NEEDS_MAPPING } from './needs-mapping.ts';

interface TroubleProps {
  readonly accountId: string;
  readonly workbook: WorkbookView;
  readonly consent: Consent;
  readonly again: () => void;
}

/** Why the workbook cannot be read now, with what puts it right in place. */
export function Trouble({ accountId, workbook: { place, problem }, consent, again }: TroubleProps) {
  if (!('path' in place) && (place.grantLost || problem?.code === 'workbook_reconnect'))
    return <Reconnect kind={place.kind} consent={consent} />;
  if (problem === null) return null;
  if (NEEDS_MAPPING.has(problem.code)) return <Repair accountId={accountId} problem={problem} />;
  return <ErrorState failure={new ControlFailure(problem)} again={again} />;
}

function Reconnect({ kind: id, consent }: { readonly kind: string; readonly consent: Consent }) {
  const text = useTexts().workbook;
  const kind = useWorkbookKind(id);
  const way = kind?.ways.find(({ reconnects }) => reconnects);
  if (kind === null) return null;
  return (
    <Alert
      color="red"
      title={text.grantLost({ provider: kind.provider ?? '' })}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text.grantLostWhat}</Text>
        {consent.failure !== null && <ErrorState failure={consent.failure} />}
        {way !== undefined && (
          <Button onClick={() => consent.begin({ kind: id, way: way.id })} disabled={consent.isUnderWay}>
            {text.reconnect}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Repair({ accountId, problem }: { readonly accountId: string; readonly problem: Told }) {
  const text = useTexts().workbook;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.repairTitle}>
      <Stack gap="md" align="stretch">
        <div role="alert">
          <ToldText told={problem} remedy={text.repairWhat} isQuiet />
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
