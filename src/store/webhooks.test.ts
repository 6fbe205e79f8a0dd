import { expect, it } from 'vitest';
import { addQueuedRun, AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import { NO_COUNTS } from '../core/run.ts';
import { nextEndedRun, finishRun } from './runs.ts';
import { readSealedSecret, saveSealedSecret } from './settings.ts';
import { addWebhookEvent, nextDelivery } from './webhook-events.ts';
import { addWebhook, listReportedNeeds, removeWebhook, saveReportedNeed, secretOfWebhook } from './webhooks.ts';

const WEBHOOK = {
  id: 'w',
  accountId: 'a',
  name: 'Ledger',
  shape: 'standard',
  origin: 'http://localhost',
  events: ['run.finished'],
  allowsPrivate: false,
  createdAt: AT,
};
const DONE = { status: 'succeeded', counts: NO_COUNTS, messages: [] } as const;

it('a finished run is queued only if its account has a webhook', () => {
  const store = storeWithAccount();
  addQueuedRun(store, 'before');
  finishRun(store, 'before', AT, DONE);
  expect(nextEndedRun(store)).toBeNull();
  addWebhook(store, WEBHOOK);
  addQueuedRun(store, 'after');
  finishRun(store, 'after', AT, DONE);
  expect(nextEndedRun(store)?.runId).toBe('after');
});

it('removing a webhook removes its secret and its queued runs', () => {
  const store = storeWithAccount();
  addWebhook(store, WEBHOOK);
  saveSealedSecret(store, secretOfWebhook('w'), Buffer.from('sealed'));
  saveReportedNeed(store, 'a', 'key', {});
  addQueuedRun(store, 'run');
  finishRun(store, 'run', AT, DONE);
  addWebhookEvent(store, { id: 'msg', accountId: 'a', type: 'run.finished', at: AT, body: '{}' });
  expect(nextDelivery(store, 'w')?.eventId).toBe('msg');
  removeWebhook(store, 'w');
  expect(readSealedSecret(store, secretOfWebhook('w'))).toBeNull();
  expect(nextDelivery(store, 'w')).toBeNull();
  expect(nextEndedRun(store)).toBeNull();
  expect(listReportedNeeds(store, 'a').size).toBe(0);
});
