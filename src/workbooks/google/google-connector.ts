import { DEMO_CONTENTS } from '../template/demo.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import type { Sleep } from '../../platform/sleep.ts';
import type { WayInput, WorkbookCandidate, WorkbookConnector, WorkbookContext } from '../workbook-kind.ts';
import type { Workbook } from '../workbook.ts';
import {
  asGoogle,
  findExisting,
  googleAddress,
  isGoogle,
  leftBehind,
  spreadsheetUrl,
  type GrantPurpose,
} from './candidate.ts';
import { checkedClient, createClientSettings, readClientFile, readServiceAccountKey } from './api/client-settings.ts';
import { readEnvironment, type OAuthClient } from './api/environment.ts';
import type { GoogleApi } from './api/create-google-api.ts';
import type { Failure } from './api/failure.ts';
import { reconnect, retryNotice, tooSlow, type Grantee } from './api/google-errors.ts';
import { createGrants } from './api/grants.ts';
import type { GoogleGrant } from './api/google-session.ts';
import { createQuota } from './api/quota.ts';
import { SILENCE_LIMITS } from './api/silence.ts';

/** Short, because API requests wait for this check before Pennyrow serves the stored snapshot. A sync has longer limits. */
const LONGEST_LOOK_MS = 8000;

/** @throws PennyrowError config_google_client, config_google_url */
export function createGoogleConnector(options: WorkbookContext): WorkbookConnector {
  const { secrets, clock, steadyClock, environment } = options;
  const { client: clientFromEnvironment, endpoints } = readEnvironment(environment);
  const closing = new AbortController();
  // A pending sleep keeps the process alive, so closing aborts it.
  const sleep: Sleep = (milliseconds, signal) =>
    options.sleep(milliseconds, signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]));
  const quota = createQuota({ clock: steadyClock, sleep });
  const grants = createGrants({ secrets, endpoints, closed: closing.signal });
  const clients = createClientSettings(secrets, { environment: clientFromEnvironment, package: packagedClient() });
  // Each API is kept until the process ends, so that its access token, which is valid for an hour, is reused.
  const apis = new Map<string, Promise<GoogleApi>>();
  const questions = new Set<{ end(): void }>();

  async function makeApi(
    accountId: string,
    grant: () => Promise<GoogleGrant | null>,
    onGrantLost: () => void,
  ): Promise<GoogleApi> {
    const { createGoogleApi } = await import('./api/create-google-api.ts');
    const onRetry = (failure: Failure, milliseconds: number): void =>
      options.onRetry(retryNotice(failure, milliseconds));
    const onSilence = (): void =>
      options.onRetry(problem('workbook_silent', { seconds: SILENCE_LIMITS.totalMs / 1000 }));
    const waits = { quota, sleep, onRetry, onSilence };
    return createGoogleApi({ accountId, grant, endpoints, closed: closing.signal, ...waits, onGrantLost });
  }

  function apiOf(accountId: string): Promise<GoogleApi> {
    const api =
      apis.get(accountId) ??
      makeApi(
        accountId,
        () => grants.read(accountId),
        () => options.onGrantLost(accountId),
      );
    apis.set(accountId, api);
    return api;
  }

  async function openWith(api: Promise<GoogleApi>, spreadsheetId: string): Promise<Workbook> {
    const { GoogleWorkbook } = await import('./google-workbook.ts');
    return new GoogleWorkbook({ api: await api, spreadsheetId, clock, sleep });
  }

  function candidateOf(grant: GoogleGrant, purpose: GrantPurpose): WorkbookCandidate {
    const api = makeApi(
      'candidate',
      () => Promise.resolve(grant),
      () => undefined,
    );
    const { serviceAccount } = granteeOf(grant);
    return {
      address: purpose.kind === 'new' ? null : googleAddress(purpose.spreadsheetId, ''),
      makesNew: purpose.kind === 'new',
      settle: async (signal) => {
        if (purpose.kind === 'existing') return findExisting(await api, serviceAccount, purpose.spreadsheetId, signal);
        const { createGoogleSpreadsheet } = await import('./new-spreadsheet.ts');
        const texts = await options.newWorkbookTexts();
        const { spreadsheetId, title } = await createGoogleSpreadsheet(
          await api,
          { ...purpose, ...(purpose.isDemo && DEMO_CONTENTS), texts, sleep },
          signal,
        );
        return googleAddress(spreadsheetId, title);
      },
      open: (address) => lazyWorkbook(() => openWith(api, asGoogle(address).spreadsheetId)),
      provider: 'Google',
      howToConnect:
        serviceAccount === null
          ? 'pennyrow workbook connect google --existing'
          : 'pennyrow workbook connect google --service-account KEY.json --spreadsheet LINK',
      leftBehind: (thrown, address) => leftBehind(thrown, asGoogle(address).title),
      keep: async (accountId) => {
        const old = await grants.read(accountId);
        await grants.keep(accountId, grant);
        apis.delete(accountId);
        return { retireOld: async (others) => (old === null ? 'none' : grants.discard(old, [accountId, ...others])) };
      },
      hold: (accountId, { address, endsAt, problem }, others) => {
        const { spreadsheetId, title } = asGoogle(address);
        return grants.keepUnmapped(accountId, { spreadsheetId, title, endsAt, problem, grant }, others);
      },
      discard: (others) => grants.discard(grant, others),
    };
  }

  return {
    open: (accountId, address) => {
      const { spreadsheetId, grantLost } = asGoogle(address);
      const workbook = lazyWorkbook(async () => {
        // Sends no request, because Google would reject each one.
        if (grantLost) throw reconnect(granteeOf(await grants.read(accountId)));
        return openWith(apiOf(accountId), spreadsheetId);
      });
      return {
        ...workbook,
        revision: (signal) => withTimeout(sleep, signal, (until) => workbook.revision(until)),
      };
    },
    identity: (address) => asGoogle(address).spreadsheetId,
    url: spreadsheetUrl,
    sheetUrl: (address, sheetId) => `${spreadsheetUrl(address)}#gid=${sheetId}`,
    candidate: async (_way, { settings: { spreadsheet = '' }, secret: { serviceAccount = '' } }) => {
      const spreadsheetId = spreadsheetIdIn(spreadsheet);
      const grant = readServiceAccountKey(serviceAccount);
      return candidateOf(grant, { kind: 'existing', spreadsheetId });
    },
    ask: async (way, given) => {
      const target = consentTarget(way, given);
      const client = await clients.need();
      const { beginConsent } = await import('./api/consent.ts');
      const { granted, ...question } = await beginConsent({
        client,
        target,
        endpoints,
        closed: closing.signal,
        clock,
        sleep,
        page: options.page,
      });
      questions.add(question);
      const end = (): void => {
        questions.delete(question);
        question.end();
      };
      return {
        ...question,
        end,
        granted: granted.then(({ grant, picked: [picked = ''], endsAt }) => ({
          candidate: candidateOf(
            grant,
            target.kind === 'new' ? target : { kind: 'existing', spreadsheetId: target.spreadsheetId ?? picked },
          ),
          endsAt,
        })),
      };
    },
    registration: {
      find: async () => {
        const found = await clients.find();
        if (found === null) return null;
        const { clientId, from, replaces } = found;
        return { name: clientId, clientId, from, ...(replaces === undefined ? {} : { replaces }) };
      },
      set: async ({ file, id: clientId = '', secret: clientSecret = '' }) => {
        await clients.set(file === undefined ? checkedClient({ clientId, clientSecret }) : readClientFile(file));
      },
      remove: clients.remove,
      fixed: problem('config_google_client', { set: null, missing: '' }),
    },
    grants: {
      unmapped: async (accountId) => {
        const sealed = await grants.readUnmapped(accountId);
        if (sealed === null) return null;
        const { grant, spreadsheetId, title, endsAt, problem } = sealed;
        return {
          address: googleAddress(spreadsheetId, title),
          endsAt,
          problem,
          candidate: candidateOf(grant, { kind: 'existing', spreadsheetId }),
        };
      },
      dropUnmapped: grants.dropUnmapped,
      forget: async (accountId, others) => {
        apis.delete(accountId);
        // `dropUnmapped` must come first, because it keeps a grant that the account still uses. `forget` then revokes that grant.
        const dropped = await grants.dropUnmapped(accountId, others);
        const forgotten = await grants.forget(accountId, others);
        return forgotten === 'none' ? dropped : forgotten;
      },
    },
    close: () => {
      for (const question of questions) question.end();
      closing.abort();
    },
  };
}

function consentTarget(way: string, { settings: { title }, isDemo, account }: WayInput) {
  const { name, timeZone, workbook } = account;
  if (way === 'new') return { kind: 'new', title: title ?? `Pennyrow: ${name}`, isDemo, timeZone } as const;
  if (way === 'existing') return { kind: 'existing', spreadsheetId: undefined } as const;
  if (!isGoogle(workbook)) throw createError('workbook_not_google', { account: name });
  return { kind: 'existing', spreadsheetId: workbook.spreadsheetId } as const;
}

function granteeOf(grant: GoogleGrant | null): Grantee {
  return { serviceAccount: grant?.kind === 'service-account' ? grant.email : null };
}

/** A remote workbook whose code is loaded on first use. */
function lazyWorkbook(load: () => Promise<Workbook>): Workbook {
  let loading: Promise<Workbook> | null = null;
  const opened = async (): Promise<Workbook> => (loading ??= load());
  return {
    isRemote: true,
    revision: async (signal) => (await opened()).revision(signal),
    read: async (options) => (await opened()).read(options),
    heads: async (signal, whole) => (await opened()).heads(signal, whole),
    occupiedColumns: async (sheet, signal) => (await opened()).occupiedColumns(sheet, signal),
    identify: async (layout, signal) => (await opened()).identify(layout, signal),
    apply: async (change, options) => (await opened()).apply(change, options),
    close: async () => {
      // The caller got the error already; there is nothing to close.
      const workbook = await loading?.catch(() => null);
      await workbook?.close();
    },
  };
}

/** Replaced by `build.ts` with `googleClient` of `owner.json`. Undefined when run from source. */
declare const PACKAGED_GOOGLE_CLIENT: OAuthClient | null;

/** The OAuth client that the publisher of this package provides. */
function packagedClient(): OAuthClient | null {
  return typeof PACKAGED_GOOGLE_CLIENT === 'undefined' ? null : PACKAGED_GOOGLE_CLIENT;
}

export function spreadsheetIdIn(text: string): string {
  const id =
    /^https?:\/\/[^/]+\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(text.trim())?.[1] ??
    (/^[\w-]{20,}$/.test(text.trim()) ? text.trim() : null);
  // Links to published sheets have an "e" here and another id, which the API does not accept.
  if (id !== null && id !== 'e') return id;
  throw createError('input_spreadsheet', { link: text });
}

async function withTimeout<Outcome>(
  sleep: Sleep,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const [calledOff, finished] = [new AbortController(), new AbortController()];
  const tooLong = sleep(LONGEST_LOOK_MS, finished.signal).then(() => {
    throw tooSlow();
  });
  // Prevents an unhandled rejection if `work` finishes first.
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([
      work(signal === undefined ? calledOff.signal : AbortSignal.any([signal, calledOff.signal])),
      tooLong,
    ]);
  } finally {
    finished.abort();
    calledOff.abort();
  }
}
