import type { Clock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Sleep } from '../../platform/sleep.ts';
import type { Workbook } from '../workbook.ts';
import { createClientSettings, type ClientSettings } from './client-settings.ts';
import type { ConsentTarget } from './consent/redirect.ts';
import type { GoogleEndpoints } from './endpoints.ts';
import type { FileState, GoogleApi } from './google-api.ts';
import type { Failure } from './failure.ts';
import { reconnect, retryNotice, tooSlow, type Grantee } from './google-errors.ts';
import { createGrants, type Forgotten, type Undecided } from './grants.ts';
import type { GoogleGrant, OAuthClient } from './grant.ts';
import { lazyWorkbook } from './lazy-workbook.ts';
import { createQuota } from './quota.ts';
import { withTimeout } from './with-timeout.ts';

/** All that has to do with Google in this process: the accounts' spreadsheets, their grants, one quota for all. */
export interface GoogleDesk {
  readonly clients: ClientSettings;
  /** A connected spreadsheet. Google is spoken to, and its library loaded, at the first use. */
  open(accountId: string, address: { readonly spreadsheetId: string; readonly grantLost: boolean }): Workbook;
  /** Asks a person by way of a browser. Throws `workbook_google_no_client`. */
  ask(target: ConsentTarget): Promise<Question>;
  /** `key`: the JSON file of a service account. Throws `input_google_key`. */
  useKey(key: string): Promise<Candidate>;
  /** See `readClientFile`. */
  setClientFile(text: string): Promise<void>;
  setClient(client: OAuthClient): Promise<void>;
  /** The spreadsheet whose columns the account's person has yet to tell; null when there is none. */
  undecided(accountId: string): Promise<(Undecided & { readonly candidate: Candidate }) | null>;
  /** That spreadsheet is not wanted, or has become the account's workbook, whose grant then stays. */
  dropUndecided(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /** The account needs no grant any more. `others`: accounts that may have one. */
  forget(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /** Waits for nothing and nobody any longer. */
  close(): void;
}

export interface Question {
  readonly url: string;
  readonly expiresAt: number;
  /** `endsAt`: see `Granted`. */
  readonly granted: Promise<{
    readonly candidate: Candidate;
    readonly endsAt: number | null;
    readonly picked: readonly string[];
  }>;
  receive(address: string): void;
  end(): void;
}

/** A grant that no account has yet. */
export interface Candidate {
  /** The address that a spreadsheet must be shared with; null for a person's grant. */
  readonly serviceAccount: string | null;
  look(spreadsheetId: string, signal?: AbortSignal): Promise<FileState>;
  create(spreadsheet: NewSpreadsheet): Promise<{ readonly spreadsheetId: string; readonly title: string }>;
  open(spreadsheetId: string): Workbook;
  /** From now on it is the account's. What it answers ends the grant that the account had before. */
  keep(accountId: string): Promise<{ retireOld(others: readonly string[]): Promise<Forgotten> }>;
  /** Is kept while a person decides, over restarts too, in place of what was undecided before. */
  hold(accountId: string, undecided: Undecided, others: readonly string[]): Promise<void>;
  discard(others: readonly string[]): Promise<Forgotten>;
}

interface NewSpreadsheet {
  readonly title: string;
  readonly rules: readonly { readonly description: string; readonly category: string }[];
  /** IANA zone. */
  readonly timeZone: string;
}

export interface GoogleDeskOptions {
  readonly secrets: Secrets;
  readonly endpoints: GoogleEndpoints;
  readonly clientFromEnvironment: OAuthClient | null;
  readonly clock: Clock;
  /** Never set back: the quota counts by it. */
  readonly steadyClock: Clock;
  readonly sleep: Sleep;
  readonly onGrantLost: (accountId: string) => void;
  /** Why somebody waits, and for how long, in a sentence. */
  readonly onRetry?: (notice: string) => void;
}

/** Scripts wait for this look before they get the mirror, which they get without it too. A sync looks for itself, and has more patience. */
const LONGEST_LOOK_MS = 8000;

export function createGoogleDesk(options: GoogleDeskOptions): GoogleDesk {
  const { secrets, endpoints, clock, steadyClock } = options;
  const closing = new AbortController();
  // Waits hold the process, so that none may outlast the end.
  const sleep: Sleep = (milliseconds, signal) =>
    options.sleep(milliseconds, signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]));
  const quota = createQuota({ clock: steadyClock, sleep });
  const grants = createGrants({ secrets, endpoints, closed: closing.signal });
  const clients = createClientSettings(secrets, options.clientFromEnvironment);
  // Kept as long as the process runs: their access tokens are good for an hour.
  const apis = new Map<string, Promise<GoogleApi>>();
  const questions = new Set<{ end(): void }>();

  async function makeApi(
    accountId: string,
    grant: () => Promise<GoogleGrant | null>,
    onGrantLost: () => void,
  ): Promise<GoogleApi> {
    const { createGoogleApi } = await import('./create-google-api.ts');
    const onRetry = (failure: Failure, milliseconds: number): void =>
      options.onRetry?.(retryNotice(failure, milliseconds));
    return createGoogleApi({ accountId, grant, endpoints, closed: closing.signal, quota, sleep, onRetry, onGrantLost });
  }

  function apiOf(accountId: string): Promise<GoogleApi> {
    const known =
      apis.get(accountId) ??
      makeApi(
        accountId,
        () => grants.read(accountId),
        () => options.onGrantLost(accountId),
      );
    apis.set(accountId, known);
    return known;
  }

  async function openWith(api: Promise<GoogleApi>, spreadsheetId: string): Promise<Workbook> {
    const { openGoogleWorkbook } = await import('./google-workbook.ts');
    return openGoogleWorkbook({ api: await api, spreadsheetId, clock, sleep });
  }

  function candidateOf(grant: GoogleGrant): Candidate {
    const api = makeApi(
      'candidate',
      () => Promise.resolve(grant),
      () => undefined,
    );
    return {
      ...granteeOf(grant),
      look: async (spreadsheetId, signal) => (await api).file(spreadsheetId, signal),
      create: async (spreadsheet) => {
        const { createGoogleSpreadsheet } = await import('./new-spreadsheet.ts');
        return createGoogleSpreadsheet(await api, spreadsheet);
      },
      open: (spreadsheetId) => lazyWorkbook(() => openWith(api, spreadsheetId)),
      keep: async (accountId) => {
        const old = await grants.read(accountId);
        await grants.keep(accountId, grant);
        apis.delete(accountId);
        return { retireOld: async (others) => (old === null ? 'none' : grants.discard(old, [accountId, ...others])) };
      },
      hold: (accountId, undecided, others) => grants.keepUndecided(accountId, { ...undecided, grant }, others),
      discard: (others) => grants.discard(grant, others),
    };
  }

  return {
    clients,
    open: (accountId, { spreadsheetId, grantLost }) => {
      const workbook = lazyWorkbook(async () => {
        // Without a request: each one would only be refused again.
        if (grantLost) throw reconnect(granteeOf(await grants.read(accountId)));
        return openWith(apiOf(accountId), spreadsheetId);
      });
      return {
        ...workbook,
        revision: (signal) =>
          withTimeout({ milliseconds: LONGEST_LOOK_MS, sleep, over: tooSlow, signal }, (until) =>
            workbook.revision(until),
          ),
      };
    },
    ask: async (target) => {
      const client = await clients.need();
      const { beginConsent } = await import('./consent/consent.ts');
      const { granted, ...question } = await beginConsent({
        client,
        target,
        endpoints,
        closed: closing.signal,
        clock,
        sleep,
      });
      questions.add(question);
      const end = (): void => {
        questions.delete(question);
        question.end();
      };
      return {
        ...question,
        end,
        granted: granted.then(({ grant, ...rest }) => ({ candidate: candidateOf(grant), ...rest })),
      };
    },
    useKey: async (key) => candidateOf((await import('./console-files.ts')).readServiceAccountKey(key)),
    setClientFile: async (text) => clients.set((await import('./console-files.ts')).readClientFile(text)),
    setClient: async (client) => clients.set((await import('./console-files.ts')).checkedClient(client)),
    undecided: async (accountId) => {
      const sealed = await grants.readUndecided(accountId);
      if (sealed === null) return null;
      const { grant, ...undecided } = sealed;
      return { ...undecided, candidate: candidateOf(grant) };
    },
    dropUndecided: (accountId, others) => grants.dropUndecided(accountId, others),
    forget: async (accountId, others) => {
      apis.delete(accountId);
      // First, so that the account's own grant is the last of the two and is given back for good.
      const dropped = await grants.dropUndecided(accountId, others);
      const forgotten = await grants.forget(accountId, others);
      return forgotten === 'none' ? dropped : forgotten;
    },
    close: () => {
      for (const question of questions) question.end();
      closing.abort();
    },
  };
}

function granteeOf(grant: GoogleGrant | null): Grantee {
  return { serviceAccount: grant?.kind === 'service-account' ? grant.email : null };
}
