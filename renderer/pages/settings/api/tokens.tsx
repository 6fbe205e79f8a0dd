import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { NewToken, TokenView } from '../../../../src/contract/control/tokens.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAction, useAnswer } from '../../../base/control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/dialog-form.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { EmptyState, LoadingState } from '../../../parts/states.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { CreateToken } from './create-token.tsx';
import { NewSecret } from './new-secret.tsx';
import lines from '../../../parts/lines.module.css';

/** Using a token emits no event, since scripts may do so many times a second. */
const LAST_USE_MS = 15_000;

interface TokensProps {
  readonly accountId: string;
  readonly fresh: NewToken | null;
  readonly setFresh: (token: NewToken | null) => void;
}

/** Tokens that were not revoked, newest first. */
export function Tokens({ accountId, fresh, setFresh }: TokensProps) {
  const text = useTexts().settingsApi;
  const now = useNow();
  const { data: tokens, error, refetch } = useAnswer('token.list', { accountId });
  const [isCreating, { open, close }] = useDisclosure();
  const [isAsking, { open: ask, close: stopAsking }] = useDisclosure();
  const [target, setTarget] = useState<TokenView | null>(null);
  const revoke = useAction('token.revoke');
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LAST_USE_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  const shownTokens = tokens?.filter(({ revokedAt }) => revokedAt === null).toReversed();
  const create = (
    <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {text.create}
    </Button>
  );
  return (
    <>
      {fresh !== null && (
        <NewSecret
          title={text.fresh({ name: fresh.name })}
          about={text.freshOnce}
          value={fresh.token}
          copyLabel={text.copyToken}
          done={() => setFresh(null)}
        />
      )}
      <Card title={text.tokens} actions={shownTokens?.length !== 0 && create}>
        {shownTokens === undefined ? (
          <LoadingState failure={error} retry={refetch} />
        ) : shownTokens.length === 0 ? (
          <EmptyState icon={IconKey} action={create}>
            {text.none}
          </EmptyState>
        ) : (
          <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
            {shownTokens.map((token) => (
              <TokenLine
                key={token.id}
                token={token}
                now={now}
                revoke={() => {
                  revoke.reset();
                  setTarget(token);
                  ask();
                }}
              />
            ))}
          </Stack>
        )}
      </Card>
      <Dialog title={text.create} isOpen={isCreating} close={close}>
        <CreateToken
          accountId={accountId}
          close={close}
          created={(token) => {
            setFresh(token);
            close();
          }}
        />
      </Dialog>
      <Confirm
        title={text.revokeTitle({ name: target?.name ?? '' })}
        confirmLabel={text.revoke}
        isOpen={isAsking}
        isPending={revoke.isPending}
        failure={revoke.error}
        confirm={() => {
          if (target !== null) revoke.mutate({ tokenId: target.id }, { onSuccess: stopAsking });
          if (target?.id === fresh?.id) setFresh(null);
        }}
        close={stopAsking}
      >
        {text.revokeWhat}
      </Confirm>
    </>
  );
}

function TokenLine({
  token: { name, scopes, createdAt, lastUsedAt, expiresAt },
  now,
  revoke,
}: {
  readonly token: TokenView;
  readonly now: number;
  readonly revoke: () => void;
}) {
  const text = useTexts().settingsApi;
  const format = useFormat();
  const end =
    expiresAt === null
      ? text.neverExpires
      : Date.parse(expiresAt) > now
        ? text.expires({ when: format.moment(expiresAt) })
        : text.expired({ when: format.moment(expiresAt) });
  const facts = [
    text.created({ when: format.moment(createdAt) }),
    lastUsedAt === null ? text.neverUsed : text.used({ when: format.relative(lastUsedAt, now) }),
    end,
  ];
  return (
    <li className={`${lines['line']} ${lines['ends']}`}>
      <div className={lines['what']}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {scopes.map((scope) => (
            <Badge key={scope} variant="default" tt="none">
              {text.scope[scope]}
            </Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={revoke} aria-label={text.revokeNamed({ name })}>
        {text.revoke}
      </Button>
    </li>
  );
}
