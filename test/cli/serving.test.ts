import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { get } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { StatusView } from '../../src/contract/control/service.ts';
import type { Run } from '../../src/core/run.ts';
import { readConfig } from '../../src/platform/config.ts';
import { errorOf } from '../../src/platform/errors.ts';
import { createService, type Overrides, type Service } from '../../src/service/service.ts';
import type { Source } from '../../src/sources/source.ts';
import { IS_WINDOWS } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, pennyrow, spawnPennyrow, startService, statementFile } from './pennyrow.ts';

test.skipIf(IS_WINDOWS)(
  'serve prints its address, as JSON or text, and exits cleanly on SIGTERM and on Ctrl-C',
  async () => {
    const folder = temporaryFolder();
    const service = await startService(folder, '--json');
    const ready = JSON.parse(service.firstLine) as { url: string; ca: string };
    expect(Object.keys(ready)).toEqual(['url', 'ca']);
    expect(ready.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const answer = once(get(`${ready.url}/api/v2/transactions`, { ca: readFileSync(ready.ca) }), 'response');
    expect((await answer)[0]).toMatchObject({ statusCode: 401 });
    expect(await service.stop('SIGTERM')).toBe(0);

    const again = await startService(folder);
    expect(again.firstLine).toMatch(/https:\/\/127\.0\.0\.1:\d+$/);
    expect(await again.stop('SIGINT')).toBe(0);
  },
);

test('a command prints the same output with and without a running service', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, ['Green Grocer']);
  await pennyrow(folder, 'import', file);
  const questions = [
    ['export', '--format', 'json'],
    ['runs'],
    ['import', file, '--dry-run'],
    ['import', join(folder, 'nowhere.ofx')],
    ['schedule', 'show'],
    ['account', 'add', 'Home', '--time-zone', 'Nowhere/Land'],
  ];
  // The commands start together, so that without a service they also wait for each other.
  const ask = () => Promise.all(questions.map((question) => outputOf(folder, question)));
  const without = await ask();
  await startService(folder);
  expect(await ask()).toEqual(without);
  expect((await pennyrow(folder, 'status', '--json')).json<StatusView>().url).toMatch(/^https:/);

  // Checks that a path is relative to the folder of the command, not of the service.
  statementFile(folder, ['Green Grocer', 'Corner Café'], 'february.ofx');
  expect((await pennyrow(folder, 'import', 'february.ofx', '--json')).json<Run>()).toMatchObject({
    status: 'succeeded',
    counts: { added: 1 },
  });
});

async function outputOf(folder: string, question: readonly string[]) {
  const { code, stdout, stderr } = await pennyrow(folder, ...question, '--json');
  return { question, code, stdout, stderr };
}

test('a second service on the same data folder reports the running one and exits', async () => {
  const folder = temporaryFolder();
  await startService(folder);
  const second = await pennyrow(folder, 'serve', '--port', '0');
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toBe(
    `pennyrow: Another Pennyrow is using the data folder ${folder}.\n  Stop the other one, or choose another folder with --data-dir.\n`,
  );
});

test('a port in use is reported with its number, without a stack trace', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const refused = await pennyrow(temporaryFolder(), 'serve', '--port', String(port), '--json');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(refused.stderr)).toMatchObject({
    error: { code: 'service_port_taken', message: expect.stringContaining(String(port)) },
  });
});

test('the dashboard link needs a running service, and the certificate command does not', async () => {
  const folder = temporaryFolder();
  const early = await pennyrow(folder, 'open', '--json');
  expect(early.code).toBe(1);
  expect(JSON.parse(early.stderr)).toMatchObject({ error: { code: 'service_not_running' } });
  const certificate = (await pennyrow(folder, 'certificate', '--json')).json<{
    caPath: string;
    fingerprint: string;
    guides: { id: string }[];
  }>();
  expect(certificate.caPath).toBe(join(folder, 'ca.pem'));
  expect(statSync(certificate.caPath).size).toBeGreaterThan(0);
  expect(certificate.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(certificate.guides.map(({ id }) => id)).toContain('curl');
  await startService(folder);
  expect((await pennyrow(folder, 'open')).stdout).toMatch(
    /^https:\/\/localhost:\d+\/dashboard\/sign-in#[\w-]{43}\nIt works once, until /,
  );
});

test.skipIf(IS_WINDOWS)('Ctrl-C cancels the run for which the command waits', async () => {
  const folder = temporaryFolder();
  const { promise: fetching, resolve: begin } = Promise.withResolvers<void>();
  await serveHere(folder, {
    openSource: async () => endlessSource(begin),
  });
  await pennyrow(folder, 'connection', 'add', 'demo');
  const child = spawnPennyrow(folder, ['sync', '--json']);
  const outcome = ended(child);
  await fetching;
  child.kill('SIGINT');
  const { code, json } = await outcome;
  expect(code).toBe(130);
  expect(json<Run>()).toMatchObject({ status: 'cancelled' });
});

test('a partly successful run exits with 1', async () => {
  const folder = temporaryFolder();
  let fetches = 0;
  await serveHere(folder, {
    openSource: async () => {
      fetches += 1;
      if (fetches === 1)
        throw errorOf({ code: 'source_refused', message: 'The bank said no.', remedy: 'Sign in again.' });
      return {
        fetch: async () => ({ transactions: [], completeAccountIds: [], messages: [], balances: [] }),
        close: async () => {},
      };
    },
  });
  await pennyrow(folder, 'connection', 'add', 'demo');
  await pennyrow(folder, 'connection', 'add', 'demo', '--name', 'Second');
  const partial = await pennyrow(folder, 'sync');
  expect(partial.code).toBe(1);
  expect(partial.stdout).toContain('Sync partly succeeded: no changes.\n  ! The bank said no.\n    Sign in again.\n');
});

test('a service that exits while a command waits for it is reported as stopped', async () => {
  const folder = temporaryFolder();
  const { promise: fetching, resolve: begin } = Promise.withResolvers<void>();
  const service = await serveHere(folder, {
    openSource: async () => endlessSource(begin),
  });
  await pennyrow(folder, 'connection', 'add', 'demo');
  const outcome = pennyrow(folder, 'sync', '--json');
  await fetching;
  await service.close();
  const { code, stderr } = await outcome;
  expect(code).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'service_gone' } });
});

/** A service in this process, with sources that the test controls. */
async function serveHere(folder: string, overrides: Overrides): Promise<Service> {
  const service = await createService(readConfig({ dataDir: folder, port: '0' }), overrides);
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await service.close();
    isClosed = true;
  };
  onTestFinished(close);
  await service.serve();
  return { ...service, close };
}

/** A bank that never answers, and calls `begin` on a request. */
function endlessSource(begin: () => void): Source {
  return {
    fetch: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        begin();
      }),
    close: async () => {},
  };
}
