import type { Control } from '../control/control.ts';
import type { WebhookManager } from '../control/dependencies.ts';
import { toInstant } from '../core/calendar-date.ts';
import type { Clock } from '../platform/clock.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/vault.ts';
import type { Alarms, CancelAlarm } from '../schedules/alarms.ts';
import type { Writer } from '../store/database.ts';
import { removeEventsBefore } from '../store/webhook-events.ts';
import { listWebhooks } from '../store/webhooks.ts';
import { createManager } from './manage.ts';
import type { WebhookLine } from './post.ts';
import { createSender } from './sender.ts';

export interface WebhooksOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly newId: (kind: string) => string;
  /** In which messages for people are written: BCP 47, or like de_AT.UTF-8. Read when it is needed. */
  readonly language: () => string;
  readonly line?: WebhookLine | undefined;
}

export interface Webhooks {
  readonly manager: WebhookManager;
  /** Where it learns what needs attention; before anything else. */
  connect(control: Control): void;
  /** From now on events are made of what happens, and sent. */
  start(alarms: Alarms): void;
  close(): Promise<void>;
}

const HOUR = 3_600_000;
/** How long a person can look up what became of an event. */
const KEPT_MS = 30 * 24 * HOUR;

/**
 * Webhooks: what happens is recorded as events in the database, and sent by a service that serves. All that a start does
 * not need is loaded with the first event.
 */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { store, clock, log, newId } = options;
  const closing = new AbortController();
  const listeners: ((accountId: string) => void)[] = [];
  const changed = (accountId: string): void => {
    for (const listener of listeners) listener(accountId);
  };
  let control: Control | null = null;
  let looking: Promise<void> | null = null;
  let isOutdated = false;
  let lookedAtMs = 0;
  const stops: CancelAlarm[] = [];

  const sender = createSender({
    store,
    clock,
    log,
    changed,
    disabled: () => refresh(),
    attempt: async (webhook, event, signal) => {
      const { deliver } = await import('./deliver.ts');
      return deliver({ ...options, language: options.language() }, webhook, event, signal);
    },
  });

  /** Events of what has happened; then they are sent. */
  async function record(): Promise<void> {
    if (listWebhooks(store, null).length === 0) return;
    const { recordEndedRuns } = await import('./record-runs.ts');
    if (closing.signal.aborted) return;
    recordEndedRuns(store, newId);
    await watch(null);
    removeEventsBefore(store, toInstant(clock.now() - KEPT_MS));
    sender.check();
  }

  async function watch(countsAsTold: string | null): Promise<void> {
    if (control === null) return;
    const { watchNeeds } = await import('./watch-needs.ts');
    await watchNeeds({ store, clock, newId, control, signal: closing.signal }, countsAsTold);
  }

  /** One look at a time; what happens meanwhile is looked at after it. */
  function refresh(): void {
    isOutdated = true;
    looking ??= lookWhileOutdated();
  }

  async function lookWhileOutdated(): Promise<void> {
    while (isOutdated && !closing.signal.aborted) {
      isOutdated = false;
      lookedAtMs = clock.now();
      try {
        await record();
      } catch (thrown) {
        if (!closing.signal.aborted)
          log.error(
            { err: toPennyrowError(thrown) },
            'What webhooks are to be told could not be recorded; later again',
          );
      }
    }
    looking = null;
  }

  /** What only time brings, as the end of a consent, and what failed before. */
  function tick(): void {
    const sinceMs = clock.now() - lookedAtMs;
    if (sinceMs >= HOUR || sinceMs < 0) refresh();
  }

  return {
    manager: createManager({
      ...options,
      signal: closing.signal,
      changed,
      listen: (listener) => listeners.push(listener),
      becameTold: watch,
      check: () => {
        sender.check();
        if (stops.length > 0) refresh();
      },
    }),
    connect: (given) => {
      control = given;
    },
    start: (alarms) => {
      if (control === null || closing.signal.aborted) return;
      stops.push(
        control.subscribe((event) => {
          const isOfRun = event.type === 'run' && event.run.finishedAt !== null;
          if (isOfRun || event.type === 'mirror' || (event.type === 'changed' && event.what !== 'webhooks')) refresh();
        }),
        alarms.everyMinute(tick),
      );
      sender.start(alarms);
      refresh();
    },
    close: async () => {
      for (const stop of stops) stop();
      closing.abort();
      await Promise.all([sender.close(), looking]);
    },
  };
}
