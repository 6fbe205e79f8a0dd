// Serves the v2 API, with the redirect from http on the same port. Argument: the database.
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createApi } from '../../src/api/app.ts';
import { createEventFeed } from '../../src/api/events/feed.ts';
import { listen } from '../../src/api/one-port.ts';
import { createPasses } from '../../src/api/authenticate.ts';
import { createCertificates } from '../../src/api/tls/certificates.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createVault } from '../../src/platform/vault.ts';
import { createSchedules } from '../../src/schedules/create-schedules.ts';
import { openStore } from '../../src/store/store.ts';
import type { Sync } from '../../src/sync/create-sync.ts';
import type { Freshness } from '../../src/sync/mirror/mirror-updater.ts';

const path = process.argv[2] as string;
const clock = systemClock;
const nothing = (): void => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const store = openStore({ path, backupFolder: `${path}-backups`, clock });

// Never checks the workbook, like the real sync in the seconds between two checks.
const fresh: Promise<Freshness> = Promise.resolve({ asOf: null, problem: null });
const sync: Sync = {
  request: () => ({ outcome: 'joined', runId: '', message: '' }),
  freshen: () => fresh,
  rebuildMirror: async () => {},
};

const boxes = new Map<string, Buffer>();
const certificates = await createCertificates({
  caPath: `${path}-ca.pem`,
  vault: createVault(randomBytes(32)),
  secrets: { get: (name) => boxes.get(name) ?? null, set: (name, sealed) => void boxes.set(name, sealed) },
  clock,
  log,
});
const schedules = createSchedules({ store, sync, clock, log });
const handler = createApi({
  store,
  clock,
  sync,
  schedules,
  limits: () => ({ perHour: 5, perDay: 24 }),
  passes: createPasses(clock),
  feed: createEventFeed({ store, sync, events: new EventEmitter(), attention: async () => [], report: console.error }),
  recognized: () => undefined,
  report: (problem) => console.error(problem),
});
const port = await listen({ port: 0, handler, certificates, log });
console.log(JSON.stringify({ url: port.url }));

process.once('SIGTERM', () => {
  void port.close(0).then(() => {
    certificates.close();
    store.close();
  });
});
