import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { DeliveryView, WebhookView } from '../../../src/contract/control/webhooks.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { MessageText } from '../../parts/message-text.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import lines from '../../parts/lines.module.css';

interface WebhookLineProps {
  readonly webhook: WebhookView;
  readonly now: number;
  readonly rotate: () => void;
  readonly remove: () => void;
}

export function WebhookLine({ webhook, now, rotate, remove }: WebhookLineProps) {
  const text = useTexts().settingsWebhooks;
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const test = useAction('webhook.test');
  const enable = useAction('webhook.enable');
  const { id: webhookId, name, shape, origin, disabled, waiting, failed, lastDelivery } = webhook;
  const isRetrying = lastDelivery?.state === 'waiting';
  const state = disabled !== null ? 'disabled' : isRetrying ? 'retrying' : 'other';
  const facts = [
    text.to({ shape: text.shape[shape], origin }),
    text.waiting({ count: waiting }),
    ...(failed > 0 ? [text.failedCount({ count: failed })] : []),
    lastDelivery?.lastAt == null ? text.never : text.last({ when: format.relative(lastDelivery.lastAt, now) }),
  ];
  return (
    <li className={lines['line']}>
      <div className={lines['ends']}>
        <div className={lines['what']}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge variant="default" tt="none">
              {text.state({ state })}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          {disabled !== null && (
            <Button size="xs" onClick={() => enable.mutate({ webhookId })} aria-label={text.enableNamed({ name })}>
              {text.enable}
            </Button>
          )}
          <RowMenu
            name={name}
            isPending={test.isPending}
            actions={[
              { label: text.test, act: () => test.mutate({ webhookId }), isDisabled: test.isPending },
              { label: isOpen ? text.hide : text.show, act: () => setOpen(!isOpen) },
              ...(shape === 'standard' ? [{ label: text.rotate, act: rotate }] : []),
              { label: text.remove, act: remove, isDestructive: true },
            ]}
          />
        </Group>
      </div>
      {disabled !== null && <MessageText message={disabled.why} isQuiet />}
      {disabled === null && isRetrying && lastDelivery.problem !== null && (
        <MessageText message={lastDelivery.problem} isQuiet />
      )}
      <div role="status">
        {test.data !== undefined && <Text size="sm">{text.tested({ origin, status: String(test.data.status) })}</Text>}
      </div>
      {[test, enable].map(
        ({ error }, place) => error !== null && <ErrorState key={place === 0 ? 'test' : 'enable'} failure={error} />,
      )}
      {isOpen && <Deliveries webhook={webhook} />}
    </li>
  );
}

/** The command line lists older ones. */
const SHOWN = 50;

function Deliveries({ webhook }: { readonly webhook: WebhookView }) {
  const text = useTexts().settingsWebhooks;
  const { id: webhookId, failed, disabled } = webhook;
  const { data: deliveries, error, refetch } = useAnswer('webhook.deliveries', { webhookId, limit: SHOWN });
  const resend = useAction('webhook.resend');
  if (deliveries === undefined) return <LoadingState height={80} failure={error} retry={refetch} />;
  return (
    <>
      {deliveries.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.noDeliveries}
        </Text>
      )}
      {failed > 0 && disabled === null && (
        <Button variant="default" size="xs" mt="xs" onClick={() => resend.mutate({ webhookId })}>
          {text.resendFailed}
        </Button>
      )}
      {resend.error !== null && <ErrorState failure={resend.error} />}
      <ul className={lines['list']}>
        {deliveries.map((delivery) => (
          <DeliveryLine
            key={delivery.sequence}
            delivery={delivery}
            resend={
              delivery.state === 'waiting' || disabled !== null
                ? null
                : () => resend.mutate({ webhookId, eventIds: [delivery.eventId] })
            }
          />
        ))}
      </ul>
    </>
  );
}

function DeliveryLine({ delivery, resend }: { readonly delivery: DeliveryView; readonly resend: (() => void) | null }) {
  const text = useTexts().settingsWebhooks;
  const format = useFormat();
  const { type, at, state, attempts, nextAt, problem } = delivery;
  const event = text.event[type];
  const when = format.moment(at);
  const facts = [
    text.delivery({
      state: state === 'waiting' ? 'other' : state,
      next: nextAt === null ? null : format.moment(nextAt),
    }),
    text.attempts({ count: attempts }),
  ];
  return (
    <li className={lines['line']}>
      <Group justify="space-between" gap="xs">
        <div className={lines['what']}>
          <Text size="sm">
            {event} · {when}
          </Text>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
        </div>
        {resend !== null && (
          <Button variant="subtle" size="compact-sm" onClick={resend} aria-label={text.resendNamed({ event, when })}>
            {text.resend}
          </Button>
        )}
      </Group>
      {problem !== null && <MessageText message={problem} isQuiet />}
    </li>
  );
}
