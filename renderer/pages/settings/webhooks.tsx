import { Button, Checkbox, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewWebhook, WebhookView } from '../../../src/contract/control/webhooks.ts';
import { EVENT_TYPES, usualEvents, WEBHOOK_SHAPES, type WebhookShape } from '../../../src/contract/webhooks/names.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Confirm, DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { WebhookLine } from './webhook-line.tsx';
import lines from '../../parts/lines.module.css';
import classes from './settings.module.css';

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

interface Fresh {
  readonly name: string;
  readonly secret: string;
  /** Until when the one before signs as well; null for a new webhook. */
  readonly oldUntil: string | null;
}

/** The only time that a signing secret is seen. */
function FreshSecret({ fresh, done }: { readonly fresh: Fresh; readonly done: () => void }) {
  const text = useTexts().settingsWebhooks;
  const format = useFormat();
  const { name, secret, oldUntil } = fresh;
  return (
    <Card title={text.secretTitle({ name })}>
      <Stack gap="sm">
        <Text>{text.secretAbout}</Text>
        {oldUntil !== null && <Text size="sm">{text.secretUntil({ when: format.moment(oldUntil) })}</Text>}
        <Code block data-secret className={classes['secret'] ?? ''}>
          {secret}
        </Code>
        <Group gap="sm">
          <CopyButton value={secret} label={text.copySecret} variant="filled" size="sm" />
          <Button variant="default" onClick={done}>
            {text.done}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

type Event = (typeof EVENT_TYPES)[number];

interface AddWebhookProps {
  readonly accountId: string;
  readonly added: (webhook: NewWebhook) => void;
  readonly close: () => void;
}

/** Who receives, where, and of what. The events follow the receiver until a person chooses. */
function AddWebhook({ accountId, added, close }: AddWebhookProps) {
  const text = useTexts().settingsWebhooks;
  const add = useAction('webhook.add');
  const [name, setName] = useState('');
  const [shape, setShape] = useState<WebhookShape>('standard');
  const [address, setAddress] = useState('');
  const [allowsPrivate, setAllowsPrivate] = useState(false);
  const [chosen, setChosen] = useState<readonly Event[] | null>(null);
  const [isTried, setTried] = useState(false);
  const events = chosen ?? usualEvents(shape);
  const wrong = {
    name: name.trim() === '' ? text.nameMissing : null,
    address: address.trim() === '' ? text.addressMissing : null,
    events: events.length === 0 ? text.eventsMissing : null,
  };
  const shown = (problem: string | null): string | false => isTried && (problem ?? false);
  const submit = (): void => {
    setTried(true);
    if (Object.values(wrong).some((problem) => problem !== null)) return;
    add.mutate(
      { accountId, name, shape, address: address.trim(), allowsPrivate, events: [...events] },
      { onSuccess: added },
    );
  };
  return (
    <DialogForm submitLabel={text.add} isPending={add.isPending} failure={add.error} submit={submit} close={close}>
      <TextInput
        label={text.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={100}
        error={shown(wrong.name)}
        data-autofocus
        required
      />
      <NativeSelect
        label={text.shapeLabel}
        value={shape}
        onChange={({ currentTarget }) => setShape(currentTarget.value as WebhookShape)}
        data={WEBHOOK_SHAPES.map((value) => ({ value, label: text.shape[value] }))}
      />
      <TextInput
        label={text.address}
        description={text.addressAbout}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        maxLength={2000}
        error={shown(wrong.address)}
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
        onChange={(values) => setChosen(EVENT_TYPES.filter((type) => values.includes(type)))}
        error={shown(wrong.events)}
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
