import { join } from 'node:path';
import type { Sample } from './benchmark.ts';
import { startServer } from './server.ts';

const PROGRAM = join(import.meta.dirname, '../programs/fake-google.ts');

export type GoogleOrder =
  | { readonly do: 'introduce' }
  | { readonly do: 'consent'; readonly url: string }
  /** A user types a category. */
  | { readonly do: 'edit'; readonly spreadsheetId: string }
  /** Returns the requests since the last command of this kind. */
  | { readonly do: 'requests' };

/** A request that the fake received. Bytes count as transferred, `responseBytesUnpacked` without compression. */
export interface SeenCall {
  /** `oauth.token`, `sheets.spreadsheets.batchUpdate` and so on. */
  readonly call: string;
  readonly api: 'oauth' | 'drive' | 'sheets';
  readonly kind: 'read' | 'write' | 'oauth';
  readonly status: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly responseBytesUnpacked: number;
}

export interface FakeGoogleProcess {
  /** The control address, which accepts commands. */
  readonly address: string;
  /** The variables that make Pennyrow use the fake instead of Google. */
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** Starts a fake Google with an OAuth client in a separate process. */
export async function startFakeGoogleProcess(): Promise<FakeGoogleProcess> {
  const server = await startServer([PROGRAM]);
  const { root, clientId, clientSecret } = await order<{ root: string; clientId: string; clientSecret: string }>(
    server.url,
    { do: 'introduce' },
  );
  return {
    address: server.url,
    environment: {
      PENNYROW_GOOGLE_URL: root,
      PENNYROW_GOOGLE_CLIENT_ID: clientId,
      PENNYROW_GOOGLE_CLIENT_SECRET: clientSecret,
    },
    close: () => server.close(),
  };
}

export async function order<Answer = unknown>(address: string, given: GoogleOrder): Promise<Answer> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(given) });
  return (await answer.json()) as Answer;
}

/** Sums up the calls since the last check. Counts calls for tokens, one an hour, separately. Throws if a call failed. */
export async function traffic(address: string): Promise<Sample> {
  const seen = await order<readonly SeenCall[]>(address, { do: 'requests' });
  const refused = seen.find(({ status }) => status === 0 || status >= 400);
  if (refused !== undefined) throw new Error(`A call was refused: ${JSON.stringify(refused)}`);
  const calls = seen.filter(({ api }) => api !== 'oauth');
  const sum = (of: (call: SeenCall) => number): number => calls.reduce((total, call) => total + of(call), 0);
  return {
    calls: calls.length,
    driveCalls: sum(({ api }) => (api === 'drive' ? 1 : 0)),
    readCalls: sum(({ api, kind }) => (api === 'sheets' && kind === 'read' ? 1 : 0)),
    writeCalls: sum(({ api, kind }) => (api === 'sheets' && kind === 'write' ? 1 : 0)),
    tokenCalls: seen.filter(({ call }) => call === 'oauth.token').length,
    largestRequestBytes: Math.max(0, ...calls.map(({ requestBytes }) => requestBytes)),
    sentBytes: sum(({ requestBytes }) => requestBytes),
    receivedBytes: sum(({ responseBytes }) => responseBytes),
    receivedBytesUnpacked: sum(({ responseBytesUnpacked }) => responseBytesUnpacked),
  };
}
