import { Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconX, type Icon } from '@tabler/icons-react';
import type { Run } from '../../src/contract/control/runs.ts';
import { SolveLink } from '../problems/solve-link.tsx';
import { ToldText } from '../problems/told-text.tsx';

const SIGNS: Readonly<Record<Run['messages'][number]['severity'], readonly [color: string, Icon]>> = {
  info: ['blue', IconInfoCircle],
  warning: ['orange', IconAlertTriangle],
  problem: ['red', IconX],
};

/** What a run says, each with what to do about it. */
export function RunMessages({ messages }: { readonly messages: Run['messages'] }) {
  if (messages.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {messages.map((told, place) => {
        const [color, Sign] = SIGNS[told.severity];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the same may be said twice, and the list never changes.
          <Group key={place} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <Sign
              size={18}
              aria-hidden
              color={`var(--mantine-color-${color}-text)`}
              style={{ flexShrink: 0, marginTop: 2 }}
            />
            <div style={{ minWidth: 0 }}>
              <ToldText told={told} isQuiet />
              <SolveLink code={told.code} />
            </div>
          </Group>
        );
      })}
    </Stack>
  );
}
