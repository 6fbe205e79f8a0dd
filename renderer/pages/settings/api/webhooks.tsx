import { Button, Checkbox, NativeSelect, Stack, Text, TextInput, Badge, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { NewWebhook, WebhookView } from '../../../../src/contract/control/webhooks.ts';
import {
  EVENT_TYPES,
  usualEvents,
  WEBHOOK_SHAPES,
  type WebhookShape,
} from '../../../../src/contract/webhooks/names.ts';
import { capitalized } from '../../../../src/messages/shared-words.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../../parts/account-context.tsx';
import { Card, LoadingState, ErrorState } from '../../../parts/layout.tsx';
import { Confirm, DialogForm, Dialog, useNameField } from '../../../parts/dialogs.tsx';
import { useAgo } from '../../../parts/use-now.ts';
import { NewSecret } from './tokens.tsx';
import { Muted } from '../../../parts/links.tsx';
import { MessageText } from '../../../parts/message-text.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { Line } from '../../../parts/line.tsx';

export function Webhooks() {
  const text = useTexts().settingsWebhooks;
  const { account } = useAccount();
  const { data: webhooks, error, refetch } = useAccountAnswer('webhook.list');
  const [isAdding, setAdding] = useState(false);
  const [newSecret, setNewSecret] = useState<NewWebhook | null>(null);
  return (
    <Stack gap="lg">
      {newSecret?.secret != null && (
        <NewSecret
          title={text.secretTitle({ name: newSecret.name })}
          value={newSecret.secret}
          done={() => setNewSecret(null)}
        />
      )}
      <Card
        title={text.title}
        actions={
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        }
      >
        <Muted mb={webhooks?.length === 0 ? 0 : 'sm'}>{text.about({ account: account.name })}</Muted>
        {webhooks === undefined && <LoadingState height={140} failure={error} retry={refetch} />}
        <Stack component="ul" gap={0}>
          {webhooks?.map((webhook) => (
            <WebhookLine key={webhook.id} webhook={webhook} />
          ))}
        </Stack>
      </Card>
      <Dialog title={text.add} isOpen={isAdding} close={() => setAdding(false)}>
        <AddWebhook
          close={() => setAdding(false)}
          added={(added) => {
            setAdding(false);
            if (added.secret !== null) setNewSecret(added);
          }}
        />
      </Dialog>
    </Stack>
  );
}

const RECEIVERS: Readonly<Record<Exclude<WebhookShape, 'standard'>, string>> = {
  ntfy: 'ntfy',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  'home-assistant': 'Home Assistant',
};

function receiverName(shape: WebhookShape, program: string): string {
  return shape === 'standard' ? program : RECEIVERS[shape];
}

type Event = (typeof EVENT_TYPES)[number];

/** Until the user chooses events, the receiver's default events apply. */
function AddWebhook({ added, close }: { readonly added: (webhook: NewWebhook) => void; readonly close: () => void }) {
  const { settingsWebhooks: text, parts } = useTexts();
  const add = useAccountAction('webhook.add');
  const [name, nameField, mayUseName] = useNameField();
  const [shape, setShape] = useState<WebhookShape>('standard');
  const [address, setAddress] = useState('');
  const [allowsPrivate, setAllowsPrivate] = useState(false);
  const [chosenEvents, setChosenEvents] = useState<readonly Event[] | null>(null);
  const [wasSubmitted, setTried] = useState(false);
  const events = chosenEvents ?? usualEvents(shape);
  const isMissing = { address: address.trim() === '', events: events.length === 0 };
  const submit = (): void => {
    setTried(true);
    if (!mayUseName() || isMissing.address || isMissing.events) return;
    add.mutate({ name, shape, address: address.trim(), allowsPrivate, events: [...events] }, { onSuccess: added });
  };
  return (
    <DialogForm submitLabel={text.add} action={add} submit={submit} close={close}>
      {nameField}
      <NativeSelect
        label={text.shapeLabel}
        value={shape}
        onChange={({ currentTarget }) => setShape(currentTarget.value as WebhookShape)}
        data={WEBHOOK_SHAPES.map((value) => ({ value, label: receiverName(value, text.program) }))}
      />
      <TextInput
        label={parts.address}
        description={text.addressAbout}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        maxLength={2000}
        error={wasSubmitted && isMissing.address && parts.required}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Checkbox
        label={text.localNetwork}
        description={text.localNetworkAbout}
        checked={allowsPrivate}
        onChange={({ currentTarget }) => setAllowsPrivate(currentTarget.checked)}
      />
      <Checkbox.Group
        label={text.events}
        value={[...events]}
        onChange={(values) => setChosenEvents(EVENT_TYPES.filter((type) => values.includes(type)))}
        error={wasSubmitted && isMissing.events && parts.required}
      >
        <Stack gap="xs" mt="xs">
          {EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={text.event[type]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}

function WebhookLine({ webhook }: { readonly webhook: WebhookView }) {
  const { settingsWebhooks: text, parts, webhook: webhookText } = useTexts();
  const ago = useAgo();
  const test = useAction('webhook.test');
  const enable = useAction('webhook.enable');
  const remove = useAction('webhook.remove');
  const [isAsking, { open, close }] = useDisclosure(false, { onOpen: remove.reset });
  const { id: webhookId, name, shape, origin, disabled, waiting, failed, lastDelivery } = webhook;
  const isRetrying = lastDelivery?.state === 'waiting';
  const problem = disabled === null && isRetrying ? lastDelivery.problem : disabled?.why;
  const state = disabled !== null ? 'disabled' : isRetrying ? 'retrying' : 'other';
  const facts = [
    receiverName(shape, text.program),
    origin,
    ...(waiting > 0 ? [text.waiting({ count: waiting })] : []),
    ...(failed > 0 ? [text.failedCount({ count: failed })] : []),
    text.last({ when: lastDelivery?.lastAt == null ? null : ago(lastDelivery.lastAt) }),
  ];
  return (
    <Line
      title={name}
      badges={<Badge variant="default">{capitalized(webhookText.state({ state }))}</Badge>}
      facts={facts}
      actions={
        <Group gap="xs">
          {disabled !== null && (
            <Button
              size="xs"
              onClick={() => enable.mutate({ webhookId })}
              aria-label={parts.named({ label: text.enable, name })}
            >
              {text.enable}
            </Button>
          )}
          <RowMenu
            name={name}
            isPending={test.isPending}
            actions={[
              { label: text.test, act: () => test.mutate({ webhookId }), isDisabled: test.isPending },
              { label: parts.remove, act: open, isDestructive: true },
            ]}
          />
        </Group>
      }
    >
      {problem != null && <MessageText message={problem} isQuiet />}
      <div role="status">
        {test.data !== undefined && (
          <Text size="sm">{webhookText.tested({ origin, status: String(test.data.status) })}</Text>
        )}
      </div>
      <ErrorState failure={test.error} />
      <ErrorState failure={enable.error} />
      <Confirm
        title={parts.removeTitle({ name })}
        confirmLabel={parts.remove}
        isOpen={isAsking}
        action={remove}
        confirm={() => remove.mutate({ webhookId }, { onSuccess: close })}
        close={close}
      >
        {text.removeWhat}
      </Confirm>
    </Line>
  );
}
