import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewWebhook, WebhookView } from '../../../../src/contract/control/webhooks.ts';
import {
  EVENT_TYPES,
  usualEvents,
  WEBHOOK_SHAPES,
  type WebhookShape,
} from '../../../../src/contract/webhooks/names.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAction, useAnswer } from '../../../base/control/use-control.ts';
import { useAccount } from '../../../parts/account-context.tsx';
import { Card } from '../../../parts/card.tsx';
import { Confirm, DialogForm } from '../../../parts/dialog-form.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { LoadingState } from '../../../parts/states.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { NewSecret } from './new-secret.tsx';
import { WebhookLine } from './webhook-line.tsx';
import lines from '../../../parts/lines.module.css';

export function Webhooks() {
  const text = useTexts().settingsWebhooks;
  const { account } = useAccount();
  const now = useNow();
  const format = useFormat();
  const { data: webhooks, error, refetch } = useAnswer('webhook.list', { accountId: account.id });
  const [isAdding, setAdding] = useState(false);
  const [newSecret, setNewSecret] = useState<ShownSecret | null>(null);
  const [pendingAction, setPendingAction] = useState<{
    readonly what: 'rotate' | 'remove';
    readonly webhook: WebhookView;
  } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const rotate = useAction('webhook.rotate');
  const remove = useAction('webhook.remove');
  const ask = (what: 'rotate' | 'remove', webhook: WebhookView): void => {
    rotate.reset();
    remove.reset();
    setPendingAction({ what, webhook });
    setAsking(true);
  };
  const confirm = (): void => {
    if (pendingAction === null) return;
    const { id: webhookId, name } = pendingAction.webhook;
    if (pendingAction.what === 'remove') remove.mutate({ webhookId }, { onSuccess: () => setAsking(false) });
    else
      rotate.mutate(
        { webhookId },
        {
          onSuccess: ({ secret, oldUntil }) => {
            setAsking(false);
            setNewSecret({ name, secret, oldUntil });
          },
        },
      );
  };
  if (webhooks === undefined)
    return (
      <Card title={text.title}>
        <LoadingState height={140} failure={error} retry={refetch} />
      </Card>
    );
  const name = pendingAction?.webhook.name ?? '';
  const isRotating = pendingAction?.what === 'rotate';
  return (
    <Stack gap="lg">
      {newSecret !== null && (
        <NewSecret
          title={text.secretTitle({ name: newSecret.name })}
          about={
            newSecret.oldUntil === null
              ? text.secretAbout
              : `${text.secretAbout} ${text.secretUntil({ when: format.moment(newSecret.oldUntil) })}`
          }
          value={newSecret.secret}
          copyLabel={text.copySecret}
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
        <Text size="sm" c="dimmed" mb="sm">
          {text.about({ account: account.name })}
        </Text>
        {webhooks.length === 0 && <Text size="sm">{text.none}</Text>}
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
      <Dialog title={text.add} isOpen={isAdding} close={() => setAdding(false)}>
        <AddWebhook
          accountId={account.id}
          close={() => setAdding(false)}
          added={(added) => {
            setAdding(false);
            if (added.secret !== null) setNewSecret({ name: added.name, secret: added.secret, oldUntil: null });
          }}
        />
      </Dialog>
      <Confirm
        title={isRotating ? text.rotateTitle({ name }) : text.removeTitle({ name })}
        confirmLabel={isRotating ? text.rotate : text.remove}
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

interface ShownSecret {
  readonly name: string;
  readonly secret: string;
  /** The end of the old secret's validity; null for a new webhook. */
  readonly oldUntil: string | null;
}

type Event = (typeof EVENT_TYPES)[number];

interface AddWebhookProps {
  readonly accountId: string;
  readonly added: (webhook: NewWebhook) => void;
  readonly close: () => void;
}

/** The receiver's defaults apply to the events until the user chooses some. */
function AddWebhook({ accountId, added, close }: AddWebhookProps) {
  const text = useTexts().settingsWebhooks;
  const add = useAction('webhook.add');
  const [name, setName] = useState('');
  const [shape, setShape] = useState<WebhookShape>('standard');
  const [address, setAddress] = useState('');
  const [allowsPrivate, setAllowsPrivate] = useState(false);
  const [chosenEvents, setChosenEvents] = useState<readonly Event[] | null>(null);
  const [wasSubmitted, setTried] = useState(false);
  const events = chosenEvents ?? usualEvents(shape);
  const wrong = {
    name: name.trim() === '' ? text.nameMissing : null,
    address: address.trim() === '' ? text.addressMissing : null,
    events: events.length === 0 ? text.eventsMissing : null,
  };
  const visibleProblem = (problem: string | null): string | false => wasSubmitted && (problem ?? false);
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
        error={visibleProblem(wrong.name)}
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
        error={visibleProblem(wrong.address)}
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
        error={visibleProblem(wrong.events)}
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
