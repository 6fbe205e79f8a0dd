import { Badge, Group, Stack, Text, NativeSelect, Radio, Code } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { IconKey, IconPlus, IconCheck } from '@tabler/icons-react';
import { useEffect, useState, useRef } from 'react';
import type { NewToken, TokenView } from '../../../../src/contract/control/tokens.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.tsx';
import { Card, EmptyState, LoadingState } from '../../../parts/layout.tsx';
import { Confirm, DialogForm, Dialog, useNameField } from '../../../parts/dialogs.tsx';
import { useAgo, useNow } from '../../../parts/use-now.ts';
import { Button, CopyButton, Muted } from '../../../parts/links.tsx';
import { Line } from '../../../parts/line.tsx';
import { useAccountAction, useAccountAnswer } from '../../../parts/account-context.tsx';

/** The last use is fetched this often. It causes no event, since scripts may use a token many times a second. */
const LAST_USE_MS = 15_000;

interface TokensProps {
  readonly fresh: NewToken | null;
  readonly setFresh: (token: NewToken | null) => void;
}

export function Tokens({ fresh, setFresh }: TokensProps) {
  const text = useTexts().settingsApi;
  const { data: tokens, error, refetch } = useAccountAnswer('token.list', {}, { refetchInterval: LAST_USE_MS });
  const [isCreating, { open, close }] = useDisclosure();
  const shownTokens = tokens?.filter(({ revokedAt }) => revokedAt === null).toReversed();
  const create = (
    <Button size="xs" icon={IconPlus} onClick={open}>
      {text.create}
    </Button>
  );
  return (
    <>
      {fresh !== null && (
        <NewSecret title={text.fresh({ name: fresh.name })} value={fresh.token} done={() => setFresh(null)} />
      )}
      <Card title={text.tokens} actions={shownTokens?.length !== 0 && create}>
        <Muted mb="sm">{text.tokensAbout}</Muted>
        {shownTokens === undefined ? (
          <LoadingState failure={error} retry={refetch} />
        ) : shownTokens.length === 0 ? (
          <EmptyState icon={IconKey} action={create}>
            {text.none}
          </EmptyState>
        ) : (
          <Stack component="ul" gap={0}>
            {shownTokens.map((token) => (
              <TokenLine key={token.id} token={token} forget={() => token.id === fresh?.id && setFresh(null)} />
            ))}
          </Stack>
        )}
      </Card>
      <Dialog title={text.create} isOpen={isCreating} close={close}>
        <CreateToken
          close={close}
          created={(token) => {
            setFresh(token);
            close();
          }}
        />
      </Dialog>
    </>
  );
}

function TokenLine({ token, forget }: { readonly token: TokenView; readonly forget: () => void }) {
  const { settingsApi: text, parts, format } = useTexts();
  const now = useNow();
  const ago = useAgo();
  const revoke = useAction('token.revoke');
  const [isAsking, { open, close }] = useDisclosure(false, { onOpen: revoke.reset });
  const { id: tokenId, name, scopes, createdAt, lastUsedAt, expiresAt } = token;
  const end =
    expiresAt !== null && Date.parse(expiresAt) <= now
      ? text.expired({ when: format.moment(expiresAt) })
      : text.expires({ when: expiresAt && format.moment(expiresAt) });
  const facts = [
    text.created({ when: format.moment(createdAt) }),
    parts.lastUsed({ when: lastUsedAt && ago(lastUsedAt) }),
    end,
  ];
  return (
    <Line
      title={name}
      badges={scopes.map((scope) => (
        <Badge key={scope} variant="default">
          {text.scope[scope]}
        </Badge>
      ))}
      facts={facts}
      actions={
        <Button variant="default" size="xs" onClick={open} aria-label={parts.named({ label: text.revoke, name })}>
          {text.revoke}
        </Button>
      }
    >
      <Confirm
        title={text.revokeTitle({ name })}
        confirmLabel={text.revoke}
        isOpen={isAsking}
        action={revoke}
        confirm={() => {
          revoke.mutate({ tokenId }, { onSuccess: close });
          forget();
        }}
        close={close}
      >
        {text.revokeWhat}
      </Confirm>
    </Line>
  );
}

const LIFETIMES = ['90', '30', '365', 'never'] as const;

const DAY_MS = 86_400_000;

/** Offers the common permissions and lifetimes; other tokens are created in a terminal. */
function CreateToken({ created, close }: { readonly created: (token: NewToken) => void; readonly close: () => void }) {
  const { settingsApi: text, parts, format } = useTexts();
  const create = useAccountAction('token.create');
  const [name, nameField, mayUse] = useNameField();
  const [mayChange, setMayChange] = useState(false);
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>('90');
  const submit = (): void => {
    if (!mayUse()) return;
    const expiresAt = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
    create.mutate({ name, scopes: mayChange ? ['read', 'write'] : ['read'], expiresAt }, { onSuccess: created });
  };
  return (
    <DialogForm submitLabel={text.create} action={create} submit={submit} close={close}>
      {nameField}
      <Radio.Group
        label={text.scopes}
        value={mayChange ? 'write' : 'read'}
        onChange={(value) => setMayChange(value === 'write')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="read" label={text.scope.read} description={text.mayReadAbout} />
          <Radio value="write" label={text.scope.write} description={text.mayChangeAbout} />
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={text.expiry}
        value={lifetime}
        onChange={({ currentTarget }) => setLifetime(currentTarget.value as (typeof LIFETIMES)[number])}
        data={LIFETIMES.map((value) => ({
          value,
          label: value === 'never' ? parts.never : format.distance(Number(value), 'day'),
        }))}
      />
    </DialogForm>
  );
}

const DIALOG_CLOSES_MS = 20;

export function NewSecret({ title, value, done }: Readonly<{ title: string; value: string; done: () => void }>) {
  const { settingsApi: text, parts } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  // Waits until the closing dialog has restored the focus, and then moves it here.
  useEffect(() => {
    const timer = setTimeout(() => place.current?.focus(), DIALOG_CLOSES_MS);
    return () => clearTimeout(timer);
  }, []);
  // The browser asks before it closes or reloads the window, because the token is never shown again.
  useWindowEvent('beforeunload', (event) => event.preventDefault());
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      <Card title={title}>
        <Stack gap="sm">
          <Text>{text.freshOnce}</Text>
          <Code block data-secret style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {value}
          </Code>
          <Group gap="sm">
            <CopyButton value={value} variant="filled" size="sm" />
            <Button variant="default" icon={IconCheck} onClick={done}>
              {parts.done}
            </Button>
          </Group>
        </Stack>
      </Card>
    </div>
  );
}
