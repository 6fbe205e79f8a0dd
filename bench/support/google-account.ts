import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import type { Source } from '../../src/sources/source.ts';
import { order } from './google-stand-in.ts';

/** A Pennyrow on a data folder, whose clock is turned by hand. */
export interface GoogleAccount {
  /** Connects a new spreadsheet; returns its id. */
  connect(): Promise<string>;
  /** Imports a statement and checks how many rows that added. */
  importStatement(path: string, added: number): Promise<void>;
  /** Waits for the run that was begun last. */
  lastRun(): Promise<{ readonly status: string; readonly counts: { readonly added: number } }>;
  /** Looks at the spreadsheet as the dashboard does, so that the mirror is of now. */
  look(): Promise<void>;
  /** What was found out a moment ago no longer counts. */
  waitAMinute(): void;
  /** Starts the service, with a bank that never has anything; returns the address and a token for the API. */
  serve(): Promise<{ readonly url: string; readonly token: string }>;
  close(): Promise<void>;
}

/** The environment names the stand-in; `standIn` is where it takes orders. */
export async function openGoogleAccount(folder: string, standIn: string): Promise<GoogleAccount> {
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
      await order(standIn, { do: 'consent', url });
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
