import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import type { Source } from '../../src/sources/source.ts';
import { order } from './fake-google.ts';

/** Pennyrow on a data folder, with a manual clock. */
export interface GoogleAccount {
  /** Connects a new spreadsheet; returns its id. */
  connect(): Promise<string>;
  /** Imports a statement and checks the number of added rows. */
  importStatement(path: string, added: number): Promise<void>;
  /** Waits for the most recently started run. */
  lastRun(): Promise<{ readonly status: string; readonly counts: { readonly added: number } }>;
  /** Makes the service read the spreadsheet, like a page of the dashboard. */
  look(): Promise<void>;
  /** Advances the clock, so that cached reads expire. */
  waitAMinute(): void;
  /** Starts the service with a bank without transactions; returns the address and an API token. */
  serve(): Promise<{ readonly url: string; readonly token: string }>;
  close(): Promise<void>;
}

/** Environment variables must name the fake Google; `control` is its control address. */
export async function openGoogleAccount(folder: string, control: string): Promise<GoogleAccount> {
  let later = 0;
  const clock = { now: () => Date.now() + later };
  const openSource = async (): Promise<Source> => ({
    fetch: async () => ({ transactions: [], completeAccountIds: [], messages: [], balances: [] }),
    close: async () => {},
  });
  const service = await createService(readConfig({ dataDir: folder, timeZone: 'UTC', port: '0' }), {
    clock,
    openSource,
  });
  const { signal } = new AbortController();
  const call = <Answer>(name: string, input: unknown): Promise<Answer> =>
    service.control.call(name, input, signal, 'trusted') as Promise<Answer>;
  const [{ id: accountId }] = await call<[{ id: string }]>('account.list', {});
  return {
    connect: async () => {
      const { consentId, url } = await call<{ consentId: string; url: string }>('workbook.begin', {
        accountId,
        kind: 'google',
        way: 'new',
      });
      const connected = call<{ place: { spreadsheetId: string } }>('consent.wait', { consentId });
      await order(control, { do: 'consent', url });
      return (await connected).place.spreadsheetId;
    },
    importStatement: async (path, added) => {
      const { runId } = await call<{ runId: string }>('run.import', { accountId, paths: [path] });
      const run = await call<{ status: string; counts: { added: number } }>('run.wait', { runId });
      if (run.status !== 'succeeded' || run.counts.added !== added) throw new Error(`${path}: ${JSON.stringify(run)}`);
    },
    lastRun: async () => {
      const [run] = await call<[{ id: string }]>('run.list', { accountId, limit: 1 });
      return call('run.wait', { runId: run.id });
    },
    look: async () => {
      const view = await call<{ problem: unknown }>('workbook.get', { accountId });
      if (view.problem !== null) throw new Error(JSON.stringify(view.problem));
    },
    waitAMinute: () => {
      later += 60_000;
    },
    serve: async () => {
      await call('connection.add', { accountId, kind: 'demo' });
      const { token } = await call<{ token: string }>('token.create', {
        accountId,
        name: 'bench',
        scopes: ['read', 'write'],
      });
      return { url: (await service.serve()).url, token };
    },
    close: () => service.close(),
  };
}
