import { Button, Checkbox, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { type Configuration, configurations } from './configurations.ts';
import classes from './agents.module.css';

const LIFE_MS = 90 * 86_400_000;
const PLACEHOLDER = 'pennyrow_…';

export function ConnectAgent({ accountId }: { readonly accountId: string }) {
  const text = useTexts().agents;
  const status = useAnswer('service.status', {});
  const certificate = useAnswer('service.certificate', {});
  const create = useAction('token.create');
  const [mayWrite, setMayWrite] = useState(false);
  const token = create.data?.token ?? null;
  const make = (): void =>
    create.mutate({
      accountId,
      name: text.tokenName,
      scopes: mayWrite ? ['read', 'write'] : ['read'],
      expiresAt: new Date(Date.now() + LIFE_MS).toISOString(),
    });
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
  return (
    <Card title={text.connect}>
      <Stack gap="sm">
        <Text size="sm">{text.connectAbout}</Text>
        {create.error !== null && <ErrorState failure={create.error} />}
        {token === null ? (
          <Group gap="md">
            <Button onClick={make} loading={create.isPending}>
              {text.makeToken}
            </Button>
            <Checkbox
              label={text.mayWrite}
              checked={mayWrite}
              onChange={({ currentTarget }) => setMayWrite(currentTarget.checked)}
            />
          </Group>
        ) : (
          <Text size="sm" role="status">
            {text.tokenMade}
          </Text>
        )}
        {url === null ? (
          <Text c="dimmed">{text.noApi}</Text>
        ) : (
          <Tabs defaultValue="claude-code" keepMounted={false}>
            <Tabs.List>
              {configurations({ url, token: PLACEHOLDER }).map(({ id, name }) => (
                <Tabs.Tab key={id} value={id}>
                  {id === 'other' ? text.otherProgram : name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {configurations({ url, token: token ?? PLACEHOLDER }).map((configuration) => (
              <Tabs.Panel key={configuration.id} value={configuration.id}>
                <ConfigurationView configuration={configuration} caPath={caPath} />
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </Stack>
    </Card>
  );
}

function ConfigurationView({
  configuration: { id, name, file, usesToken, text: code },
  caPath,
}: {
  readonly configuration: Configuration;
  readonly caPath: string;
}) {
  const text = useTexts().agents;
  const where = id === 'other' ? text.inProgram : file === null ? text.inTerminal : text.inFile({ file });
  return (
    <Stack gap="xs" mt="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{where}</Text>
        <CopyButton value={code} label={text.copy} />
      </Group>
      <Code block data-configuration={id} aria-label={name} className={classes['code'] ?? ''}>
        {code}
      </Code>
      {usesToken ? (
        <>
          <Text size="sm" c="dimmed">
            {text.certificate}
          </Text>
          <Group justify="space-between" gap="xs">
            <Code className={classes['code'] ?? ''}>{`NODE_EXTRA_CA_CERTS=${caPath}`}</Code>
            <CopyButton value={`NODE_EXTRA_CA_CERTS=${caPath}`} label={text.copyVariable} />
          </Group>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {text.startsItself}
        </Text>
      )}
    </Stack>
  );
}
