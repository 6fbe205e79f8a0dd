import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { MailCycle, MailServer } from '../../src/contract/control/mail.ts';
import type { AccountNeeds, Need } from '../../src/contract/control/service.ts';
import type { Amount } from '../../src/core/amount.ts';
import { toInstant, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { NO_COUNTS, type RunItem } from '../../src/core/run.ts';
import { createMail, type Mail } from '../../src/mail/create-mail.ts';
import { dueSlot } from '../../src/mail/slots.ts';
import { newId } from '../../src/platform/ids.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { openVault } from '../../src/platform/vault.ts';
import { findMailDigest, type MailDigest } from '../../src/store/mail-digests.ts';
import { packNow } from '../../src/store/packing.ts';
import { addRunItems, finishRun } from '../../src/store/runs.ts';
import { sealedSecrets } from '../../src/store/secrets.ts';
import type { Store } from '../../src/store/store.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import { LOGIN, MAILBOX, type SmtpServer } from '../fakes/smtp/smtp-server.ts';
import { silentLog } from './one-port.ts';
import { eventually } from './patience.ts';
import { addQueuedRun, storeWithAccount } from './store-with-account.ts';

/** Digests of the account "a" in Berlin, on a real database, with the time in the test's hands. */
export interface MailBench {
  readonly store: Store;
  readonly time: MachineTime;
  readonly mail: Mail;
  /** What needs attention, and whose consents end, from now on. */
  state: { needs: readonly Need[]; connections: AccountNeeds['connections']; running: boolean };
  /** Asks for a digest, daily at 07:00 unless said otherwise. */
  set(changes?: Partial<MailCycle> & { readonly server?: Partial<MailServer> }): Promise<void>;
  /** A run adds these transactions, each of 12.50 that goes out, unless said otherwise. */
  adds(...what: readonly (string | Partial<RowValues>)[]): void;
  /** A run takes the transaction of this id away. */
  removes(transactionId: string): void;
  /** Another process takes over, as after a crash. */
  restart(): Promise<void>;
  /** Lets time pass in steps, whatever is due being made and sent in between. */
  pass(milliseconds: number, step?: number): Promise<void>;
  settled(): Promise<void>;
  digest(): MailDigest | null;
}

const KEY = Buffer.alloc(32, 9);

/** It is Monday, 9 March 2026, noon in Berlin. */
const BEGINS = Date.parse('2026-03-09T11:00:00Z');

export function mailBench(server: SmtpServer, { timeoutMs = 60_000 }: { readonly timeoutMs?: number } = {}): MailBench {
  const store = storeWithAccount();
  const time = machineTime(BEGINS);
  const secrets = createSecrets(() => openVault({ provideKey: async () => KEY }), sealedSecrets(store));
  let runs = 0;
  /** How often it was asked what needs attention, and up to the last step of time. */
  let looks = 0;
  let looksBefore = 0;

  function start(): Mail {
    const mail = createMail({
      store,
      clock: time,
      log: silentLog,
      secrets,
      newId: (kind) => newId(kind, time),
      line: { ca: server.ca, timeoutMs },
    });
    mail.connect({
      call: async () => {
        looks += 1;
        return [{ accountId: 'a', ...bench.state }];
      },
      receive: () => Promise.reject(new Error('nothing is received here')),
      subscribe: () => () => undefined,
    });
    mail.start(time);
    return mail;
  }

  function run(items: readonly RunItem[]): void {
    runs += 1;
    const id = `run_${String(runs).padStart(4, '0')}`;
    addQueuedRun(store, id);
    addRunItems(store, id, packNow(items));
    const counts = { ...NO_COUNTS, added: items.length };
    finishRun(store, id, toInstant(time.now()), { status: 'succeeded', counts, messages: [] });
  }

  const bench: MailBench = {
    store,
    time,
    get mail() {
      return mail;
    },
    state: { needs: [], connections: [], running: false },
    set: async ({ server: other = {}, ...cycle } = {}) => {
      await mail.manager.set({
        accountId: 'a',
        server: { host: 'localhost', port: server.port, security: 'tls', user: LOGIN.user, ...other },
        password: LOGIN.password,
        from: LOGIN.user,
        to: MAILBOX,
        cycle: 'daily',
        weekday: 1,
        time: '07:00',
        language: 'en',
        listsTransactions: true,
        ...cycle,
      });
    },
    adds: (...what) =>
      run(
        what.map((one, place) => ({
          kind: 'added',
          connectionId: 'c',
          values: {
            ...VALUES,
            transactionId: `t${runs}-${place}`,
            ...(typeof one === 'string' ? { description: one } : one),
          },
          ruleRow: null,
          possibleDuplicateOf: [],
          raw: {},
        })),
      ),
    removes: (transactionId) => run([{ kind: 'removed', values: { ...VALUES, transactionId } }]),
    restart: async () => {
      await mail.close();
      mail = start();
    },
    pass: async (milliseconds, step = 3_600_000) => {
      for (let passed = 0; passed < milliseconds; passed += step) {
        looksBefore = looks;
        time.pass(step);
        await bench.settled();
      }
    },
    settled: async () => {
      await eventually(() => {
        const digest = findMailDigest(store, 'a');
        if (digest === null) return;
        const { waiting, nextAtMs, cycle, lastSlotMs } = digest;
        const isDue =
          waiting === null
            ? // While a run is under way it stays due: then the look has to be over that the step led to.
              dueSlot(cycle, 'Europe/Berlin', lastSlotMs, time.now()) !== null &&
              !(bench.state.running && looks > looksBefore)
            : nextAtMs === null || nextAtMs <= time.now();
        if (isDue) throw new Error('a digest is under way');
      });
      await turn();
    },
    digest: () => findMailDigest(store, 'a'),
  };
  let mail = start();
  onTestFinished(() => mail.close());
  return bench;
}

const VALUES: RowValues = {
  date: '2026-03-09' as CalendarDate,
  description: 'Green Grocer',
  notes: '',
  amount: '-12.50' as Amount,
  category: '',
  account: 'Everyday ••4321',
  accountId: 'everyday',
  transactionId: 't',
  dateAdded: '2026-03-09T12:00:00' as RowValues['dateAdded'],
  currency: 'EUR',
};
