import type { Control } from '../control/control.ts';
import { toInstant } from '../core/calendar-date.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createRefresh } from '../platform/refresh.ts';
import type { Alarms } from '../schedules/alarms.ts';
import { removeEventsBefore } from '../store/webhook-events.ts';
import { listWebhooks } from '../store/webhooks.ts';
import type { HandlerOptions } from './manage.ts';
import { createSender, type Sender } from './sender.ts';

export interface WebhooksOptions extends Pick<
  HandlerOptions,
  'store' | 'clock' | 'secrets' | 'newId' | 'language' | 'network'
> {
  readonly log: Log;
}

const HOUR = 3_600_000;
const RETENTION_MS = 30 * 24 * HOUR;

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(options: WebhooksOptions) {
  const { store, clock, log, newId } = options;
  const closing = new AbortController();
  const listeners: ((accountId: string) => void)[] = [];
  const changed = (accountId: string): void => {
    for (const listener of listeners) listener(accountId);
  };
  let control: Control | null = null;
  let refreshedAtMs = 0;
  let delivery: ReturnType<typeof startDelivery> | null = null;

  function startDelivery(listened: Control, alarms: Alarms) {
    const refreshes = createRefresh(() => recordOrLog(sender), closing.signal);
    const sender = createSender({
      store,
      clock,
      alarms,
      log,
      changed,
      disabled: refreshes.request,
      attempt: async (webhook, event, signal) => {
        const { deliver } = await import('./deliver.ts');
        return deliver({ ...options, language: options.language() }, webhook, event, signal);
      },
    });
    const stops = [
      listened.subscribe((event) => {
        const isOfRun = event.type === 'run' && event.run.finishedAt !== null;
        if (isOfRun || event.type === 'mirror' || (event.type === 'changed' && event.what !== 'webhooks'))
          refreshes.request();
      }),
      // Checks every hour for problems that begin without an event of the service, such as a consent that ends soon.
      alarms.everyMinute(() => {
        const sinceMs = clock.now() - refreshedAtMs;
        if (sinceMs >= HOUR || sinceMs < 0) refreshes.request();
      }),
    ];
    refreshes.request();
    return {
      check: () => {
        sender.check();
        refreshes.request();
      },
      close: async () => {
        for (const stop of stops) stop();
        await Promise.all([sender.close(), refreshes.settled()]);
      },
    };
  }

  async function record(sender: Sender): Promise<void> {
    if (listWebhooks(store, null).length === 0) return;
    const { recordEndedRuns } = await import('./run-events.ts');
    if (closing.signal.aborted) return;
    recordEndedRuns(store, newId);
    await recordAttention(null);
    removeEventsBefore(store, toInstant(clock.now() - RETENTION_MS));
    sender.check();
  }

  async function recordAttention(firstWebhookOf: string | null): Promise<void> {
    if (control === null) return;
    const { recordAttentionEvents } = await import('./attention-events.ts');
    await recordAttentionEvents({ store, clock, newId, control, signal: closing.signal }, firstWebhookOf);
  }

  async function recordOrLog(sender: Sender): Promise<void> {
    refreshedAtMs = clock.now();
    try {
      await record(sender);
    } catch (thrown) {
      if (!closing.signal.aborted)
        log.error(
          { err: toPennyrowError(thrown) },
          'Webhook events could not be recorded; retrying with the next event or within the hour',
        );
    }
  }

  return {
    procedures: {
      handlers: async () =>
        (await import('./manage.ts')).createWebhookHandlers({
          ...options,
          signal: closing.signal,
          changed,
          markAttentionSeen: recordAttention,
          check: () => delivery?.check(),
        }),
      onChange: (listener: (accountId: string) => void) => listeners.push(listener),
    },
    /** Call this before `start`: deliveries ask `control` for the problems that need attention. */
    connect: (given: Control): void => {
      control = given;
    },
    start: (alarms: Alarms): void => {
      if (control !== null && !closing.signal.aborted) delivery = startDelivery(control, alarms);
    },
    close: async () => {
      closing.abort();
      await delivery?.close();
    },
  };
}
