import { Anchor, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { NewToken } from '../../../src/contract/control/tokens.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useTexts } from '../../words/words.tsx';
import { SnippetView } from './snippet-view.tsx';
import type { SnippetLanguage } from './snippets.ts';

const LANGUAGES: readonly (readonly [SnippetLanguage, string])[] = [
  ['curl', 'curl'],
  ['python', 'Python'],
  ['javascript', 'JavaScript'],
];

/** Programs that run as they stand; with the new token in them as long as it is shown. */
export function QuickStart({ fresh }: { readonly fresh: NewToken | null }) {
  const text = useTexts().tokens;
  const status = useAnswer('service.status', {});
  const certificate = useAnswer('service.certificate', {});
  const failed = [status, certificate].find(({ error, data }) => error !== null && data === undefined);
  return (
    <Card title={text.start}>
      {failed?.error != null ? (
        <ErrorState failure={failed.error} again={() => void failed.refetch()} />
      ) : status.data === undefined || certificate.data === undefined ? (
        <LoadingState height={320} />
      ) : status.data.url === null ? (
        <Text c="dimmed">{text.noApi}</Text>
      ) : (
        <Programs url={status.data.url} caPath={certificate.data.caPath} fresh={fresh} />
      )}
    </Card>
  );
}

function Programs({
  url,
  caPath,
  fresh,
}: {
  readonly url: string;
  readonly caPath: string;
  readonly fresh: NewToken | null;
}) {
  const text = useTexts().tokens;
  const facts = { url, caPath, token: fresh?.token ?? 'pennyrow_…', mayRead: fresh?.scopes.includes('read') ?? true };
  return (
    <Stack gap="sm">
      <Text size="sm">
        {text.startAbout} {fresh === null ? text.startPlaceholder : text.startFresh}
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List>
          {LANGUAGES.map(([language, name]) => (
            <Tabs.Tab key={language} value={language}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map(([language]) => (
          <Tabs.Panel key={language} value={language}>
            <SnippetView language={language} facts={facts} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Fact name={text.address} value={url} />
      <Fact name={text.certificate} value={caPath} />
      <Group gap="lg">
        <Anchor href={`${url}/api/openapi.json`} target="_blank" rel="noreferrer" size="sm">
          {text.openApi}
        </Anchor>
        <Anchor component={Link} href="/settings" size="sm">
          {text.trust}
        </Anchor>
      </Group>
    </Stack>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Text size="sm">
      {name}: <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
    </Text>
  );
}
