import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconSearch } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useSourceKinds } from '../../kinds/use-kinds.ts';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import type { Asked } from './use-preview.ts';

/** Whom it asks and what that costs, before anyone is asked. */
export function Ask({
  accountId,
  asked,
  ask,
  cancel,
}: {
  readonly accountId: string;
  readonly asked: Asked;
  readonly ask: () => void;
  readonly cancel: () => void;
}) {
  const text = useTexts().preview;
  const format = useFormat();
  const { data: connections, error, refetch } = useAnswer('connection.list', { accountId });
  const kinds = useSourceKinds();
  const live = connections?.filter(({ paused }) => !paused);
  const counts = kinds.flatMap(({ id, access }) =>
    access !== null && live?.some(({ source }) => source === id) === true ? [access.requestsPerDay] : [],
  );
  return (
    <Card title={text.before}>
      {live === undefined ? (
        <LoadingState height={120} failure={error} again={refetch} />
      ) : live.length === 0 ? (
        <EmptyState
          icon={MENU_ICONS.preview}
          action={
            <Button component={Link} href="/connections">
              {text.toConnections}
            </Button>
          }
        >
          {text.none}
        </EmptyState>
      ) : (
        <Stack gap="sm">
          <Text>{text.asks({ names: format.list(live.map(({ name }) => name)) })}</Text>
          <Text size="sm" c="dimmed">
            {counts.length > 0 ? text.counted({ requests: format.number(Math.min(...counts)) }) : text.free}
          </Text>
          <Group gap="sm">
            {asked.state === 'asking' ? (
              <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={cancel}>
                {text.cancel}
              </Button>
            ) : (
              <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={ask}>
                {asked.state === 'idle' ? text.ask : text.askAgain}
              </Button>
            )}
            {asked.state === 'asking' && <Loader size="sm" aria-hidden />}
            <Text size="sm" c="dimmed" role="status">
              {asked.state === 'asking' ? text.asking : asked.state === 'cancelled' ? text.cancelled : ''}
            </Text>
          </Group>
        </Stack>
      )}
    </Card>
  );
}
