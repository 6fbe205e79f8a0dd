import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewWebhook } from '../../../../src/contract/control/webhooks.ts';
import {
  EVENT_TYPES,
  usualEvents,
  WEBHOOK_SHAPES,
  type WebhookShape,
} from '../../../../src/contract/webhooks/names.ts';
import { useAction } from '../../../control/use-control.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { useTexts } from '../../../words/words.tsx';

type Event = (typeof EVENT_TYPES)[number];

interface AddWebhookProps {
  readonly accountId: string;
  readonly added: (webhook: NewWebhook) => void;
  readonly close: () => void;
}

/** Who receives, where, and of what. The events follow the receiver until a person chooses. */
export function AddWebhook({ accountId, added, close }: AddWebhookProps) {
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
