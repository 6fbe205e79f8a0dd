import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WebhookView } from '../../../../src/contract/control/webhooks.ts';
import { useAction, useAnswer } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { useAccount } from '../../../shell/account-context.tsx';
import { useTexts } from '../../../words/words.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { FreshSecret, type Fresh } from './fresh-secret.tsx';
import { WebhookLine } from './webhook-line.tsx';
import lines from '../../../parts/lines.module.css';

/** Who is told of what happens to the account, and what became of it. */
export function Webhooks() {
  const text = useTexts().settingsWebhooks;
  const { account } = useAccount();
  const now = useNow();
  const { data: webhooks, error, refetch } = useAnswer('webhook.list', { accountId: account.id });
  const [isAdding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<Fresh | null>(null);
  const [asked, setAsked] = useState<{ readonly what: 'rotate' | 'remove'; readonly webhook: WebhookView } | null>(
    null,
  );
  const [isAsking, setAsking] = useState(false);
  const rotate = useAction('webhook.rotate');
  const remove = useAction('webhook.remove');
  const ask = (what: 'rotate' | 'remove', webhook: WebhookView): void => {
    rotate.reset();
    remove.reset();
    setAsked({ what, webhook });
    setAsking(true);
  };
  const confirm = (): void => {
    if (asked === null) return;
    const { id: webhookId, name } = asked.webhook;
    if (asked.what === 'remove') remove.mutate({ webhookId }, { onSuccess: () => setAsking(false) });
    else
      rotate.mutate(
        { webhookId },
        {
          onSuccess: ({ secret, oldUntil }) => {
            setAsking(false);
            setFresh({ name, secret, oldUntil });
          },
        },
      );
  };
  if (webhooks === undefined)
    return (
      <Card title={text.title}>
        <LoadingState height={140} failure={error} again={refetch} />
      </Card>
    );
  const name = asked?.webhook.name ?? '';
  const isRotating = asked?.what === 'rotate';
  return (
    <Stack gap="lg">
      {fresh !== null && <FreshSecret fresh={fresh} done={() => setFresh(null)} />}
      <Card
        title={text.title}
        actions={
          webhooks.length > 0 && (
            <Button size="xs" onClick={() => setAdding(true)}>
              {text.add}
            </Button>
          )
        }
      >
        <Text size="sm" c="dimmed" mb="sm">
          {text.about({ account: account.name })}
        </Text>
        {webhooks.length === 0 && (
          <EmptyState action={<Button onClick={() => setAdding(true)}>{text.add}</Button>}>{text.none}</EmptyState>
        )}
        <ul className={lines['list']}>
          {webhooks.map((webhook) => (
            <WebhookLine
              key={webhook.id}
              webhook={webhook}
              now={now}
              rotate={() => ask('rotate', webhook)}
              remove={() => ask('remove', webhook)}
            />
          ))}
        </ul>
      </Card>
      <Dialog title={text.addTitle} isOpen={isAdding} close={() => setAdding(false)}>
        <AddWebhook
          accountId={account.id}
          close={() => setAdding(false)}
          added={(added) => {
            setAdding(false);
            if (added.secret !== null) setFresh({ name: added.name, secret: added.secret, oldUntil: null });
          }}
        />
      </Dialog>
      <Confirm
        title={isRotating ? text.rotateTitle({ name }) : text.removeTitle({ name })}
        yes={isRotating ? text.rotate : text.remove}
        isOpen={isAsking}
        isPending={rotate.isPending || remove.isPending}
        failure={rotate.error ?? remove.error}
        confirm={confirm}
        close={() => setAsking(false)}
      >
        {isRotating ? text.rotateWhat : text.removeWhat}
      </Confirm>
    </Stack>
  );
}
