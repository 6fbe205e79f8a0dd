import { Button, Group, Text } from '@mantine/core';
import type { DeliveryView, WebhookView } from '../../../../src/contract/control/webhooks.ts';
import { useAction, useAnswer } from '../../../control/use-control.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { ToldText } from '../../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import lines from '../../../parts/lines.module.css';

/** As many as anyone looks through here; the command line lists the others. */
const SHOWN = 50;

/** What became of the newest events at a receiver. */
export function Deliveries({ webhook }: { readonly webhook: WebhookView }) {
  const text = useTexts().settingsWebhooks;
  const { id: webhookId, failed, disabled } = webhook;
  const { data: deliveries, error, refetch } = useAnswer('webhook.deliveries', { webhookId, limit: SHOWN });
  const resend = useAction('webhook.resend');
  if (deliveries === undefined) return <LoadingState height={80} failure={error} again={refetch} />;
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
      {problem !== null && <ToldText told={problem} isQuiet />}
    </li>
  );
}
