import { Code, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { TrustGuideView } from '../../../../src/contract/control/service.ts';
import type { Texts } from '../../../base/texts.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAnswer } from '../../../base/control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { LoadingState } from '../../../parts/states.tsx';

export function Certificate() {
  const text = useTexts().settingsCertificate;
  const { data: certificate, error, refetch } = useAnswer('service.certificate', {});
  const [guideId, setGuideId] = useState<string>(likelyGuide);
  if (certificate === undefined) return <LoadingState height={320} failure={error} retry={refetch} />;
  const { guides, caPath, fingerprint } = certificate;
  const guide = guides.find(({ id }) => id === guideId) ?? guides[0];
  return (
    <Card title={text.title}>
      <Stack gap="md">
        <Text size="sm">{text.about}</Text>
        <Facts
          facts={[
            [
              text.file,
              <Group key="file" gap="xs" component="span">
                <span>{caPath}</span>
                <CopyButton value={caPath} size="compact-xs" />
              </Group>,
            ],
            [text.fingerprint, <Code key="fingerprint">{fingerprint}</Code>],
          ]}
        />
        <NativeSelect
          label={text.program}
          maw="32rem"
          value={guide?.id ?? ''}
          onChange={({ currentTarget }) => setGuideId(currentTarget.value)}
          data={guides.map((each) => ({ value: each.id, label: guideTexts(each, text).title }))}
        />
        {guide !== undefined && <Guide guide={guide} />}
      </Stack>
    </Card>
  );
}

function Guide({ guide }: { readonly guide: TrustGuideView }) {
  const text = useTexts().settingsCertificate;
  const { steps, note } = guideTexts(guide, text);
  return (
    <Stack gap="md">
      {steps.length > 0 && (
        <List type="ordered" size="sm">
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      )}
      <Commands title={text.commands} lines={guide.commands} />
      <Commands title={text.undo} lines={guide.undo} />
      {note !== '' && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}

function Commands({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const all = lines.join('\n');
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={3}>{title}</Title>
        <CopyButton value={all} />
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {all}
      </Code>
    </section>
  );
}

function guideTexts({ id }: TrustGuideView, { guides }: Texts['settingsCertificate']) {
  const { title, steps, note } = guides[id as keyof typeof guides];
  return { title, steps: Object.values<string>(steps), note };
}

/** The guide for this browser's system. */
function likelyGuide(): string {
  const agent = navigator.userAgent;
  if (agent.includes('Firefox')) return 'firefox';
  return agent.includes('Windows') ? 'windows' : agent.includes('Mac OS') ? 'macos' : 'chromium-linux';
}
