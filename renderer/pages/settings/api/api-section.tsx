import { Stack, Code, Group, Text, Anchor, NativeSelect } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { NewToken } from '../../../../src/contract/control/tokens.ts';
import { useAccount, useAccountAnswer } from '../../../parts/account-context.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';
import type { AgentCallView } from '../../../../src/contract/control/agents.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAnswer } from '../../../base/control/use-control.tsx';
import { Card, Facts, LoadingState } from '../../../parts/layout.tsx';
import { MessageLine } from '../../../parts/message-text.tsx';
import { useAgo } from '../../../parts/use-now.ts';
import { Muted, PageLink, Copied, CopiedCode } from '../../../parts/links.tsx';
import lines from '../../../parts/line.module.css';
import { snippets } from './snippets.ts';

export function ApiSection() {
  const { account } = useAccount();
  return <ApiOf key={account.id} />;
}

function ApiOf() {
  const [fresh, setFresh] = useState<NewToken | null>(null);
  return (
    <Stack gap="lg">
      <Tokens fresh={fresh} setFresh={setFresh} />
      <Programs token={fresh?.token ?? null} />
      <AgentCalls />
      <Webhooks />
      <Certificate />
    </Stack>
  );
}

const SHOWN = 50;

function AgentCalls() {
  const { settingsApi: text, format } = useTexts();
  const ago = useAgo();
  const { data: calls = [] } = useAccountAnswer('agent.calls', { limit: SHOWN });
  const callerOf = (who: string, token: AgentCallView['token']): string =>
    token === null ? who : text.askedByToken({ who, token: token.name ?? token.id });
  if (calls.length === 0) return null;
  return (
    <Card title={text.calls}>
      <Stack component="ul" gap={0} mah="24rem" style={{ overflow: 'auto' }}>
        {calls.map(({ id, at, client, token, tool, input, problem }) => (
          <li key={id} className={lines['line']}>
            <Group justify="space-between" gap="xs">
              <Code>{input === '{}' ? tool : `${tool} ${input}`}</Code>
              <Muted>
                <time dateTime={at} title={format.moment(at)}>
                  {ago(at)}
                </time>
              </Muted>
            </Group>
            <Muted>{callerOf(client ?? text.unnamed, token)}</Muted>
            {problem !== null && (
              <Text size="sm">
                <MessageLine message={problem} />
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function Certificate() {
  const text = useTexts().settingsCertificate;
  const { data: certificate, error, refetch } = useAnswer('service.certificate', {});
  if (certificate === undefined) return <LoadingState height={160} failure={error} retry={refetch} />;
  const { caPath, fingerprint } = certificate;
  return (
    <Card title={text.title}>
      <Muted mb="sm">
        {text.about} <PageLink to="/help/api/trusting-the-certificate">{text.how}</PageLink>
      </Muted>
      <Facts
        facts={[
          [text.file, <Copied key="file" value={caPath} />],
          [
            text.fingerprint,
            <Code key="fingerprint" bg="none" p={0}>
              {fingerprint.split(/(?<=:)/).map((byte, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- bytes repeat.
                <Fragment key={place}>
                  {byte}
                  <wbr />
                </Fragment>
              ))}
            </Code>,
          ],
        ]}
      />
    </Card>
  );
}

const PLACEHOLDER = 'pennyrow_…';

function Programs({ token }: { readonly token: string | null }) {
  const { settingsApi: text, parts } = useTexts();
  const status = useAnswer('service.status', {});
  const certificate = useAnswer('service.certificate', {});
  const [chosenId, setChosenId] = useState('curl');
  if (status.data === undefined || certificate.data === undefined)
    return (
      <Card title={text.connect}>
        <LoadingState
          height={240}
          failure={status.error ?? certificate.error}
          retry={() => void Promise.all([status.refetch(), certificate.refetch()])}
        />
      </Card>
    );
  const { url } = status.data;
  const { caPath } = certificate.data;
  const all = snippets({ url: url ?? '', caPath, token: token ?? PLACEHOLDER });
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  if (url === null || chosen === undefined)
    return (
      <Card title={text.connect}>
        <Text c="dimmed">{text.noApi}</Text>
      </Card>
    );
  const variable = `NODE_EXTRA_CA_CERTS=${caPath}`;
  return (
    <Card title={text.connect}>
      <Stack gap="sm">
        <NativeSelect
          label={text.program}
          maw="20rem"
          value={chosen.id}
          onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
          data={all.map(({ id, name }) => ({ value: id, label: name ?? text.otherAgent }))}
        />
        <Text size="sm">
          {chosen.file !== null && chosen.file !== '' && text.inFile({ file: chosen.file })}{' '}
          {chosen.text.includes(PLACEHOLDER) && text.placeholder}
        </Text>
        <CopiedCode value={chosen.text} data-snippet={chosen.id} />
        {chosen.needsCertificate && (
          <>
            <Text size="sm">{text.trustAgent}</Text>
            <CopiedCode value={variable} />
          </>
        )}
        <Facts
          facts={[
            [parts.address, url],
            [
              text.openApi,
              <Anchor key="openapi" href={`${url}/api/openapi.json`} target="_blank" rel="noreferrer" inherit>
                {`${url}/api/openapi.json`}
              </Anchor>,
            ],
          ]}
        />
      </Stack>
    </Card>
  );
}
