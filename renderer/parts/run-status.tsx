import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerStop,
  IconRefresh,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { Run } from '../../src/contract/control/runs.ts';
import { useTexts } from '../words/words.tsx';

/** Told by a word and a sign, and by a colour only beside them. */
const LOOKS: Readonly<Record<Run['status'], readonly [color: string, Icon]>> = {
  queued: ['gray', IconClock],
  running: ['blue', IconRefresh],
  succeeded: ['teal', IconCheck],
  partial: ['orange', IconAlertTriangle],
  failed: ['red', IconX],
  cancelled: ['gray', IconPlayerStop],
};

export function RunStatus({ status }: { readonly status: Run['status'] }) {
  const text = useTexts().run;
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
