import { describe, expect, it } from 'vitest';
import type { EventType } from '../../src/contract/webhooks/names.ts';
import type { Instant } from '../../src/core/calendar-date.ts';
import { problem, report } from '../../src/messages/problem.ts';
import { eventSchema } from '../../src/contract/webhooks/events.ts';
import { rememberInConnection } from '../../src/store/connections.ts';
import type { Writer } from '../../src/store/database.ts';
import { openStore } from '../../src/store/store.ts';
import { addWebhook, disableWebhook, saveReportedNeed } from '../../src/store/webhooks.ts';
import { webhookReceiver, type Received, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { noon } from '../fakes/simplefin/bank.ts';
import { home, type Home } from '../simplefin/home.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { later, type ServiceInUse } from '../support/service-in-use.ts';

const DAY = 86_400_000;

interface Watched extends Home {
  readonly receiver: WebhookReceiver;
  readonly webhookId: string;
  /** The types of the received events, without those of runs and transactions. */
  eventTypes(): EventType[];
}

async function watched(options: { readonly before?: (at: Home) => Promise<void> } = {}): Promise<Watched> {
  const at = await home();
  await options.before?.(at);
  const receiver = await webhookReceiver();
  const { client, accountId } = at.service;
  const { id } = await client.call('webhook.add', {
    accountId,
    name: 'Ledger',
    shape: 'standard',
    address: receiver.url,
  });
  return {
    ...at,
    receiver,
    webhookId: id,
    eventTypes: () => {
      for (const { message } of receiver.accepted) eventSchema.parse(message);
      return receiver.accepted
        .map(({ message }) => message.type)
        .filter((type) => !type.startsWith('run.') && !type.startsWith('transactions.'));
    },
  };
}

describe('a problem that needs attention', () => {
  it('causes one event, and another event when it is resolved', async () => {
    const { server, service, eventTypes, receiver, connectionId } = await watched();
    await service.sync();
    server.always = { status: 403 };
    await syncLater(service);
    await eventually(() => expect(eventTypes()).toEqual(['attention.needed']));
    await syncLater(service);
    server.always = null;
    await syncLater(service);
    await eventually(() => expect(eventTypes()).toEqual(['attention.needed', 'attention.resolved']));
    const [needed, resolved] = receiver.accepted.filter(({ message }) => message.type.startsWith('attention.'));
    expect(needed?.message.data).toMatchObject({
      about: 'connection',
      code: 'source_reauthorise',
      connection: { id: connectionId },
    });
    expect(resolved?.message.data).toMatchObject({ key: keyOf(needed), about: 'connection' });
  });

  it('causes no event for a webhook that is added later, until the problem is resolved', async () => {
    const { server, service, eventTypes } = await watched({
      before: async ({ server: bank, service: begun }) => {
        bank.always = { status: 403 };
        await begun.sync();
      },
    });
    server.always = null;
    await syncLater(service);
    await eventually(() => expect(eventTypes()).toEqual(['attention.resolved']));
  });

  it('causes an event at the next start if it occurred while no service was running', async () => {
    const { service, eventTypes } = await watched();
    await service.sync();
    await service.service.close();
    changeDatabase(service, (store) =>
      saveReportedNeed(store, service.accountId, 'an end that nobody told', { resolved: null }),
    );
    changeDatabase(service, (store) => disable(store, service.accountId));
    await service.restart();
    await eventually(() => expect(eventTypes()).toEqual(['attention.needed']));
  });

  it('of a disabled webhook causes an event for the other webhooks', async () => {
    const { service, eventTypes, receiver } = await watched();
    const gone = await webhookReceiver();
    gone.answer = 410;
    const { client, accountId } = service;
    await client.call('webhook.add', { accountId, name: 'Gone', shape: 'standard', address: gone.url });
    await service.sync();
    await eventually(() => expect(eventTypes()).toEqual(['attention.needed']));
    expect(receiver.accepted.at(-1)?.message.data).toMatchObject({ about: 'webhook', code: 'webhook_disabled' });
    const { accounts } = await client.call('service.status', {});
    expect(accounts[0]?.notes.map(({ about, message }) => [about, message])).toEqual([
      ['webhook', expect.stringContaining('Nothing is sent to the webhook “Gone” any more')],
    ]);
  });
});

describe('a consent for bank access', () => {
  it('causes an event 14 days before its end, and again before the end of its renewal', async () => {
    const { service, connectionId, eventTypes, receiver } = await watched();
    const endsIn = async (days: number): Promise<void> => {
      await service.service.close();
      const consentEndsAt = new Date(service.time.now() + days * DAY).toISOString();
      changeDatabase(service, (store) => rememberInConnection(store, connectionId, { consentEndsAt }));
    };
    await endsIn(20);
    const next = await service.restart();
    service.time.pass(3 * DAY);
    await next.client.call('service.status', {});
    expect(eventTypes()).toEqual([]);
    service.time.pass(4 * DAY);
    await eventually(() => expect(eventTypes()).toEqual(['consent.ending']));
    service.time.pass(DAY);
    await next.client.call('service.status', {});
    expect(eventTypes()).toEqual(['consent.ending']);
    expect(receiver.accepted[0]?.message.data).toMatchObject({ connection: { id: connectionId }, days: 13 });
  });
});

describe('a bank account', () => {
  it('causes an event with the difference if its rows no longer match the balance', async () => {
    const { server, service, eventTypes, receiver } = await watched();
    await service.sync();
    service.time.passUntil(Date.parse('2026-03-11T09:00:00Z'));
    await service.sync();
    server.bank.accounts[0]?.transactions.push({
      id: 'T-9',
      posted: noon('2026-03-12'),
      amount: '-20.00',
      description: 'BOOKS',
    });
    service.time.passUntil(Date.parse('2026-03-13T09:00:00Z'));
    await service.sync();
    server.bank.accounts[0]?.transactions.push({
      id: 'T-10',
      posted: noon('2026-03-14'),
      amount: '-5.00',
      description: 'PENS',
    });
    service.time.passUntil(Date.parse('2026-03-15T09:00:00Z'));
    await service.sync();
    expect(eventTypes()).toEqual([]);
    const place = (await service.rows()).findIndex(({ Description: description }) => description === 'BOOKS');
    expect(place).toBeGreaterThan(0);
    await service.person.deleteRow('Transactions', place + 2);
    later(service);
    await service.sync();
    await eventually(() => expect(eventTypes()).toContain('account.differs'));
    expect(receiver.accepted.find(({ message }) => message.type === 'account.differs')?.message.data).toMatchObject({
      bank_account_identifier: 'Everyday ••4321',
      currency: 'EUR',
      difference: '-20.00',
      code: 'balance_differs',
    });
  });
});

function keyOf(received: Received | undefined): string {
  if (received?.message.type !== 'attention.needed') throw new Error('nothing was needed');
  return received.message.data.key;
}

/** Syncs a minute later, because runs with the same start time have no defined order. */
async function syncLater(service: ServiceInUse): Promise<void> {
  service.time.pass(60_000);
  await service.sync();
}

/** Changes the database of a stopped service. */
function changeDatabase({ service, folder }: ServiceInUse, change: (store: Writer) => void): void {
  const store = openStore({ path: service.dataFolder.database, backupFolder: folder, clock: manualClock() });
  change(store);
  store.close();
}

function disable(store: Writer, accountId: string): void {
  const createdAt = '2026-03-10T09:00:00.000Z' as Instant;
  const other = { id: 'other', accountId, name: 'Other', shape: 'standard', origin: 'http://localhost', createdAt };
  addWebhook(store, { ...other, events: ['run.finished'], allowsPrivate: false });
  disableWebhook(
    store,
    other.id,
    createdAt,
    report(problem('webhook_disabled', { name: 'Other', host: 'localhost', reason: 'other' })),
  );
}
