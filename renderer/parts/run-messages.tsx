import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconX, type Icon } from '@tabler/icons-react';
import type { Run } from '../../src/contract/control/runs.ts';

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
      {messages.map(({ severity, message, remedy }, place) => {
        const [color, Sign] = SIGNS[severity];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the same may be said twice, and the list never changes.
          <Group key={place} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <Sign size={18} aria-hidden color={`var(--mantine-color-${color}-text)`} style={{ flexShrink: 0, marginTop: 2 }} />
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text size="sm">{message}</Text>
              {remedy !== null && (
                <Text size="sm" c="dimmed">
                  {remedy}
                </Text>
              )}
            </div>
          </Group>
        );
      })}
    </Stack>
  );
}
