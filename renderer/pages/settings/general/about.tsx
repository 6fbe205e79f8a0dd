import { Group, Text } from '@mantine/core';
import { useAnswer } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';

export function About() {
  const text = useTexts().settings;
  const format = useFormat();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  if (service === undefined)
    return (
      <Card title={text.about}>
        <LoadingState height={140} failure={error} again={refetch} />
      </Card>
    );
  return (
    <Card title={text.about}>
      <Facts
        facts={[
          [text.version, service.version],
          [text.running, format.moment(service.startedAt)],
          [text.address, service.url === null ? text.notServing : <Copied key="url" value={service.url} />],
          [text.dataFolder, <Copied key="folder" value={service.dataFolder} />],
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {text.dataFolderAbout}
      </Text>
    </Card>
  );
}

function Copied({ value }: { readonly value: string }) {
  return (
    <Group gap="xs" component="span">
      <span>{value}</span>
      <CopyButton value={value} size="compact-xs" />
    </Group>
  );
}
