import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApi } from '../../src/api/app.ts';
import type { AttentionNote } from '../../src/api/events/events-since.ts';
import { createEventFeed } from '../../src/api/events/feed.ts';
import { listen } from '../../src/api/one-port.ts';
import { createPasses, type Passes } from '../../src/api/authenticate.ts';
import { createCertificates, type Certificates } from '../../src/api/tls/certificates.ts';
import type { Instant } from '../../src/core/calendar-date.ts';
import { listedCategories, listedRules, mirrorText } from '../../src/core/mirror-text.ts';
import type { Row } from '../../src/core/row.ts';
import type { Revision, Rule } from '../../src/core/snapshot.ts';
import { mintToken } from '../../src/platform/api-token.ts';
import { digest } from '../../src/platform/ids.ts';
import { createVault } from '../../src/platform/vault.ts';
import { createSchedules } from '../../src/schedules/create-schedules.ts';
import { saveAccount, type Account } from '../../src/store/accounts.ts';
import { saveMirror } from '../../src/store/mirror.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { addToken, type Scope, type Token } from '../../src/store/tokens.ts';
import type { SyncEvents } from '../../src/sync/runs/events.ts';
import { fakeSync, type FakeSync } from '../fakes/fake-sync.ts';
import { createClient, type Client } from './api-client.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ApiService {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly sync: FakeSync;
  readonly passes: Passes;
  readonly events: SyncEvents;
  notes: readonly AttentionNote[];
  /** Sends the heartbeat of event streams. */
  beat(): void;
  readonly url: string;
  readonly ca: string;
  /** The errors behind all 500 responses so far. */
  readonly reported: unknown[];
  readonly call: Client;
  /** Creates a token of the account and returns its text. */
  token(scopes: readonly Scope[], given?: Partial<Pick<Token, 'accountId' | 'expiresAt'>>): string;
  account(given: Partial<Account>): void;
  /** Stores this content as the cached workbook of an account. */
  show(
    content: {
      readonly rows?: readonly Row[];
      readonly categories?: readonly string[];
      readonly rules?: readonly Rule[];
    },
    accountId?: string,
  ): void;
}

const ACCOUNT: Account = {
  id: 'home',
  name: 'Home',
  timeZone: 'Europe/Berlin',
  entitlement: { kind: 'personal', endsAt: null },
  workbook: { kind: 'xlsx', path: '/nowhere/book.xlsx' },
  layout: null,
  createdAt: '2026-01-01T00:00:00.000Z' as Instant,
};

const nothing = (): void => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Serves the API over https on a free port, with a database in a temporary folder and one account with an empty workbook. */
export async function apiService(): Promise<ApiService> {
  const folder = temporaryFolder();
  const clock = manualClock();
  const store = openStore({ path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock });
  const sync = fakeSync(store);
  const passes = createPasses(clock);
  const events: SyncEvents = new EventEmitter();
  let beat = (): void => {};
  const reported: unknown[] = [];
  const feed = createEventFeed({
    store,
    sync,
    events,
    attention: async () => service.notes,
    report: (problem) => reported.push(problem),
    heart: (given) => {
      beat = given;
      return () => (beat = () => {});
    },
  });
  const api = createApi({
    recognized: () => undefined,
    store,
    clock,
    sync,
    schedules: createSchedules({ store, sync, clock, log }),
    limits: () => ({ perHour: 5, perDay: 24 }),
    passes,
    feed,
    report: (problem) => reported.push(problem),
  });
  const certificates = await testCertificates(folder);
  const port = await listen({ port: 0, hosts: ['127.0.0.1'], handler: api, certificates, log });
  onTestFinished(async () => {
    feed.close();
    await port.close(0);
    certificates.close();
    store.close();
  });

  const nowIso = (): Instant => new Date(clock.now()).toISOString() as Instant;
  const service: ApiService = {
    store,
    clock,
    sync,
    passes,
    events,
    notes: [],
    beat: () => beat(),
    url: port.url,
    ca: certificates.caPem(),
    reported,
    call: createClient(port.url, certificates.caPem()),
    token: (scopes, given = {}) => {
      const { id, token, secretHash } = mintToken();
      addToken(store, {
        id,
        accountId: 'home',
        name: 'test',
        scopes,
        createdAt: nowIso(),
        expiresAt: null,
        secretHash,
        ...given,
      });
      return token;
    },
    account: (given) => saveAccount(store, { ...ACCOUNT, ...given }),
    show: ({ rows = [], categories = [], rules = [] }, accountId = 'home') => {
      const { blocks, repeats } = mirrorText(rows, {
        digest,
        addedAt: () => null,
        toInstant: (local) => `${local}.000Z` as Instant,
        firstSeen: new Map(),
        now: nowIso(),
      });
      const lists = { categories: listedCategories(categories), budgets: [], rules: listedRules(rules), problems: [] };
      saveMirror(
        store,
        accountId,
        { revision: 'r1' as Revision, verifiedAt: nowIso(), ...lists, repeats, blocks },
        clock.now(),
      );
    },
  };
  service.account({});
  service.show({});
  return service;
}

let made: Promise<Certificates> | undefined;

/** One authority for all tests of a file, since creating one takes a moment. */
function testCertificates(folder: string): Promise<Certificates> {
  const boxes = new Map<string, Buffer>();
  made ??= createCertificates({
    caPath: join(folder, 'ca.pem'),
    vault: createVault(randomBytes(32)),
    secrets: { get: (name) => boxes.get(name) ?? null, set: (name, sealed) => void boxes.set(name, sealed) },
    clock: { now: () => Date.now() },
    log,
  });
  return made;
}
