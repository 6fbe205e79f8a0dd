import { Badge, Button, Group, Text } from '@mantine/core';
import type { WebhookView } from '../../../../src/contract/control/webhooks.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.ts';
import { MessageText } from '../../../parts/message-text.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import lines from '../../../parts/lines.module.css';

interface WebhookLineProps {
  readonly webhook: WebhookView;
  readonly now: number;
  readonly rotate: () => void;
  readonly remove: () => void;
}

export function WebhookLine({ webhook, now, rotate, remove }: WebhookLineProps) {
  const text = useTexts().settingsWebhooks;
  const format = useFormat();
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
    </li>
  );
}
