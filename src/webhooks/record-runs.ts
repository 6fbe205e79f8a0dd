import type { EventMessage } from '../contract/webhooks/message.ts';
import type { Instant } from '../core/calendar-date.ts';
import { findAccount } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import { nextEndedRun, removeEndedRun, findRun, iterateRunItems } from '../store/runs.ts';
import { addWebhookEvent } from '../store/webhook-events.ts';
import { eventsOfRun } from './run-events.ts';

/** Makes events of the runs that have ended, each in one transaction: a crash leaves a run either way, never half told. */
export function recordEndedRuns(store: Writer, newId: (kind: string) => string): void {
  for (let ended = nextEndedRun(store); ended !== null; ended = nextEndedRun(store)) {
    const { sequence, runId } = ended;
    store.transaction(() => {
      const run = findRun(store, runId);
      const account = run === null ? null : findAccount(store, run.accountId);
      if (run !== null && account !== null && run.finishedAt !== null)
        for (const event of eventsOfRun(account, run, iterateRunItems(store, runId))) recordEvent(store, newId, event);
      removeEndedRun(store, sequence);
    });
  }
}

/** To be called in the transaction in which what it tells becomes so. */
export function recordEvent(store: Writer, newId: (kind: string) => string, event: EventMessage): void {
  addWebhookEvent(store, {
    id: newId('msg'),
    accountId: event.account.id,
    type: event.type,
    at: event.timestamp as Instant,
    body: JSON.stringify(event),
  });
}
