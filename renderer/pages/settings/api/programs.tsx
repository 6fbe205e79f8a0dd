import { Anchor, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../base/words.tsx';
import { useAnswer } from '../../../base/control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { LoadingState } from '../../../parts/states.tsx';
import { snippets } from './snippets.ts';

const PLACEHOLDER = 'pennyrow_…';

/** Texts for scripts and for programs of agents, with the new token while it is visible. */
export function Programs({ token }: { readonly token: string | null }) {
  const text = useTexts().settingsApi;
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
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {chosen.file === null
              ? text.inTerminal
              : chosen.file === ''
                ? text.inProgram
                : text.inFile({ file: chosen.file })}{' '}
            {chosen.text.includes(PLACEHOLDER) && text.placeholder}
          </Text>
          <CopyButton value={chosen.text} />
        </Group>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard. */}
        <Code block tabIndex={0} role="region" aria-label={chosen.name ?? text.otherAgent} data-snippet={chosen.id}>
          {chosen.text}
        </Code>
        {chosen.needsCertificate && (
          <>
            <Text size="sm">{text.trustAgent}</Text>
            <Group justify="space-between" gap="xs">
              <Code style={{ overflowWrap: 'anywhere' }}>{variable}</Code>
              <CopyButton value={variable} label={text.copyVariable} />
            </Group>
          </>
        )}
        <Facts
          facts={[
            [text.address, url],
            [
              text.reference,
              <Anchor key="openapi" href={`${url}/api/openapi.json`} target="_blank" rel="noreferrer" inherit>
                {text.openApi}
              </Anchor>,
            ],
          ]}
        />
      </Stack>
    </Card>
  );
}
