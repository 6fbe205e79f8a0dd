import { onTestFinished } from 'vitest';
import { toInstant } from '../../src/core/calendar-date.ts';
import { createSecrets, openVault } from '../../src/platform/vault.ts';
import { saveAccount } from '../../src/store/accounts.ts';
import { sealedSecrets } from '../../src/store/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { addWebhookEvent, listDeliveries } from '../../src/store/webhook-events.ts';
import { addWebhook, findWebhook, type Webhook } from '../../src/store/webhooks.ts';
import { deliver } from '../../src/webhooks/deliver.ts';
import type { WebhookNetwork } from '../../src/webhooks/post.ts';
import { newSigningSecret, saveSecret } from '../../src/webhooks/secrets.ts';
import { createSender, type Sender } from '../../src/webhooks/sender.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import { eventually } from './eventually.ts';
import { silentLog } from './one-port.ts';
import { AT, storeWithAccount } from './store-with-account.ts';

/** A sender on a real database, with a manual clock. */
export interface WebhookBench {
  readonly store: Store;
  readonly time: MachineTime;
  readonly sender: Sender;
  readonly disabled: string[];
  /** Adds a webhook of the account "a", or of another one; returns its signing secret. */
  webhook(
    id: string,
    address: string,
    options?: { readonly accountId?: string; readonly shape?: string },
  ): Promise<string>;
  /** Records an event, which is sent immediately if possible. */
  happens(number: number, accountId?: string): void;
  /** Starts another sender, as after a crash. */
  restart(): Promise<void>;
  /** Advances the time in steps, and sends due messages after each step. */
  pass(milliseconds: number, step: number): Promise<void>;
  /** Waits until no request is in progress. */
  settled(): Promise<void>;
  states(id: string): string[];
  find(id: string): Webhook | null;
}

const KEY = Buffer.alloc(32, 7);

export function webhookBench(network: WebhookNetwork = {}, startMs = Date.now()): WebhookBench {
  const store = storeWithAccount();
  const time = machineTime(startMs);
  const secrets = createSecrets(() => openVault({ provideKey: async () => KEY }), sealedSecrets(store));
  const disabled: string[] = [];
  let underWay = 0;

  function start() {
    return createSender({
      store,
      clock: time,
      alarms: time,
      log: silentLog,
      changed: () => undefined,
      disabled: (accountId) => disabled.push(accountId),
      attempt: async (...attempt) => {
        underWay += 1;
        try {
          return await deliver({ secrets, clock: time, language: 'en', network }, ...attempt);
        } finally {
          underWay -= 1;
        }
      },
    });
  }

  let sender = start();
  onTestFinished(() => sender.close());
  const settled = async (): Promise<void> => {
    await eventually(() => {
      if (underWay > 0) throw new Error('attempts are under way');
    });
    // The sender records the answer and starts the next request in the following turns of the event loop.
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => void setImmediate(resolve));
    if (underWay > 0) await settled();
  };
  return {
    store,
    time,
    get sender() {
      return sender;
    },
    disabled,
    webhook: async (id, address, { accountId = 'a', shape = 'standard' } = {}) => {
      if (accountId !== 'a') saveAccount(store, { ...OTHER, id: accountId, name: accountId });
      const secret = newSigningSecret();
      await saveSecret(secrets, id, { address, keys: [{ secret, untilMs: null }] });
      const { origin } = new URL(address);
      addWebhook(store, {
        id,
        accountId,
        name: id,
        shape,
        origin,
        events: ['run.finished'],
        allowsPrivate: false,
        createdAt: AT,
      });
      return secret;
    },
    happens: (number, accountId = 'a') => {
      const at = toInstant(time.now());
      addWebhookEvent(store, {
        id: `msg_${accountId}_${number}`,
        accountId,
        type: 'run.finished',
        at,
        body: JSON.stringify({
          type: 'run.finished',
          version: 1,
          timestamp: at,
          account: { id: accountId, name: accountId },
          data: { status: 'succeeded', added: number, updated: 0, removed: 0 },
        }),
      });
      sender.check();
    },
    restart: async () => {
      await sender.close();
      sender = start();
    },
    pass: async (milliseconds, step) => {
      for (let passed = 0; passed < milliseconds; passed += step) {
        time.pass(step);
        await settled();
      }
    },
    settled,
    states: (id) =>
      listDeliveries(store, id, { limit: 1000 })
        .toReversed()
        .map(({ state }) => state),
    find: (id) => findWebhook(store, id),
  };
}

const OTHER = {
  timeZone: 'Europe/Berlin',
  entitlement: { kind: 'personal', endsAt: null },
  workbook: null,
  createdAt: AT,
} as const;
