import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHelp,
  IconPlayerStop,
  IconRefresh,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { Run } from '../../src/contract/control/runs.ts';
import { shownStatus } from '../../src/contract/control/shown-status.ts';
import { useTexts } from '../words/words.tsx';

/** Told by a word and a sign, and by a colour only beside them. */
const LOOKS: Readonly<Record<ReturnType<typeof shownStatus>, readonly [color: string, Icon]>> = {
  question: ['orange', IconHelp],
  queued: ['gray', IconClock],
  running: ['blue', IconRefresh],
  succeeded: ['teal', IconCheck],
  partial: ['orange', IconAlertTriangle],
  failed: ['red', IconX],
  cancelled: ['gray', IconPlayerStop],
};

export function RunStatus({ run }: { readonly run: Pick<Run, 'status' | 'messages'> }) {
  const text = useTexts().run;
  const status = shownStatus(run);
  const [color, Sign] = LOOKS[status];
  return (
    <Badge
      variant="default"
      tt="none"
      leftSection={<Sign size={12} aria-hidden color={`var(--mantine-color-${color}-text)`} />}
    >
      {text.status[status]}
    </Badge>
  );
}
