import { Anchor, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { NewToken } from '../../../src/contract/control/tokens.ts';
import { useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';

const LANGUAGES: readonly (readonly [SnippetLanguage, string])[] = [
  ['curl', 'curl'],
  ['python', 'Python'],
  ['javascript', 'JavaScript'],
];

/** Complete example programs, which include the new token while it is visible. */
export function QuickStart({ fresh }: { readonly fresh: NewToken | null }) {
  const text = useTexts().tokens;
  const status = useAnswer('service.status', {});
  const certificate = useAnswer('service.certificate', {});
  const failed = [status, certificate].find(({ error, data }) => error !== null && data === undefined);
  return (
    <Card title={text.start}>
      {failed?.error != null ? (
        <ErrorState failure={failed.error} retry={() => void failed.refetch()} />
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

/** A scrollable code block with a copy button. */
function SnippetView({ language, facts }: { readonly language: SnippetLanguage; readonly facts: SnippetFacts }) {
  const text = useTexts().tokens;
  const code = snippet(language, facts);
  const about = language === 'javascript' ? text.nodeAbout : language === 'python' ? text.pythonAbout : '';
  return (
    <>
      <Group justify="space-between" my="xs" gap="xs">
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <CopyButton value={code} label={text.copyCode} />
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard. */}
      <Code block tabIndex={0} role="region" aria-label={`${text.code}: ${language}`} data-snippet={language}>
        {code}
      </Code>
    </>
  );
}

type SnippetLanguage = 'curl' | 'python' | 'javascript';

interface SnippetFacts {
  /** "https://localhost:28400" */
  readonly url: string;
  /** The full path of the CA certificate. */
  readonly caPath: string;
  readonly token: string;
  /** Selects an example that this token may run. */
  readonly mayRead: boolean;
}

/** A complete program for someone new to the API. */
function snippet(language: SnippetLanguage, facts: SnippetFacts): string {
  return SNIPPETS[language](facts);
}

const SNIPPETS: Readonly<Record<SnippetLanguage, (facts: SnippetFacts) => string>> = { curl, python, javascript };

function curl(facts: SnippetFacts): string {
  const isWindows = /^[a-z]:\\/i.test(facts.caPath);
  const end = isWindows ? ' `' : ' \\';
  return [
    `${isWindows ? 'curl.exe' : 'curl'} --cacert ${shellText(facts.caPath, isWindows)}${end}`,
    `  -H ${shellText(`Authorization: Bearer ${facts.token}`, isWindows)}${end}`,
    ...(facts.mayRead ? [] : [`  -X POST${end}`]),
    `  ${shellText(address(facts), isWindows)}`,
  ].join('\n');
}

function python(facts: SnippetFacts): string {
  return `import json
import ssl
import urllib.request

context = ssl.create_default_context(cafile=${JSON.stringify(facts.caPath)})
request = urllib.request.Request(
    ${JSON.stringify(address(facts))},
    headers={"Authorization": "Bearer ${facts.token}"},${facts.mayRead ? '' : '\n    method="POST",'}
)
with urllib.request.urlopen(request, context=context) as answer:
    print(json.dumps(json.load(answer), indent=2))
`;
}

function javascript(facts: SnippetFacts): string {
  return `import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';

const options = {
  method: '${facts.mayRead ? 'GET' : 'POST'}',
  ca: readFileSync(${JSON.stringify(facts.caPath)}),
  headers: { Authorization: 'Bearer ${facts.token}' },
};
request('${address(facts)}', options, async (answer) => {
  console.log(await json(answer));
}).end();
`;
}

function address({ url, mayRead }: SnippetFacts): string {
  return `${url}/api/v2/${mayRead ? 'transactions' : 'sync-transactions'}`;
}

/** Quotes for a POSIX shell, or for PowerShell, which doubles the quotation mark. */
function shellText(text: string, isWindows: boolean): string {
  return `'${text.replaceAll("'", isWindows ? "''" : String.raw`'\''`)}'`;
}
