import { Group, Text } from '@mantine/core';
import { useAnswer } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { FactList } from '../../../parts/fact-list.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';

export function About() {
  const text = useTexts().settings;
  const format = useFormat();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  if (service === undefined)
    return (
      <Card title={text.about}>
        {error === null ? <LoadingState height={140} /> : <ErrorState failure={error} again={() => void refetch()} />}
      </Card>
    );
  return (
    <Card title={text.about}>
      <FactList
        facts={[
          { name: text.version, value: service.version },
          { name: text.running, value: format.moment(service.startedAt) },
          { name: text.address, value: service.url === null ? text.notServing : <Copied value={service.url} /> },
          { name: text.dataFolder, value: <Copied value={service.dataFolder} /> },
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
