import { oneLine } from '../../core/one-line.ts';
import { redactSecrets } from '../bank-texts.ts';
import { parseJson } from '../json.ts';
import { ask, type RawResponse } from '../request.ts';
import { refusal, type ResponseReader, unreadableResponse } from '../response-errors.ts';
import { countRequest } from '../service/service.ts';
import { type Access, isServerResponse, serverWords } from './access.ts';
import { type Answer, readAnswer, type ServerAccount, type ServerError } from './answer.ts';
import { type KnownAccount, matchAccounts } from './known-accounts.ts';
import type { SourceContext } from '../source-kind.ts';
import { secondsOf, type Window } from './windows.ts';

export interface ServerMemory {
  readonly version?: Version;
  readonly naming?: Naming;
  readonly accounts?: readonly KnownAccount[];
}

interface ServerOptions extends Pick<SourceContext, 'remember' | 'budget' | 'archive' | 'clock' | 'network'> {
  readonly access: Access;
  readonly memory: ServerMemory;
  readonly signal: AbortSignal;
}

export interface Server {
  readonly host: string;
  fetch(window: Window, zone: string, purpose: 'latest' | 'past'): Promise<Answer>;
  findArchived(
    window: Window,
    zone: string,
    sinceMs: number,
  ): { readonly answer: Answer; readonly atMs: number } | null;
  accounts(): Promise<Answer>;
}

export function createServer(options: ServerOptions): Server {
  const { access, memory, remember, budget, archive, clock, signal, network } = options;
  const { host } = access;
  const reader: ResponseReader = { host, access: 'token', isOwn: isServerResponse, words: serverWords };
  let version = memory.version ?? null;
  let naming = memory.naming ?? (version === null ? null : version === '2' ? 2 : 1);
  let knownAccounts = memory.accounts ?? [];
  let hasAnswered = false;

  async function get(path: string, purpose: 'latest' | 'past'): Promise<RawResponse> {
    countRequest(budget, host, purpose);
    const answer = await ask({
      url: new URL(`${access.root}/${path}`),
      credentials: { Authorization: access.authorization },
      signal,
      network,
    });
    return { ...answer, text: redactSecrets(answer.text, access.secrets) };
  }

  async function getAccounts(
    query: string,
    purpose: 'latest' | 'past',
  ): Promise<{ readonly answer: Answer; readonly text: string }> {
    const tried = new Set<Version>();
    for (let requestedVersion = version ?? FIRST_VERSION; ;) {
      tried.add(requestedVersion);
      const raw = await get(withVersion(query, requestedVersion), purpose);
      const problem = raw.status === 200 ? null : refusal(raw, reader, clock.now());
      const read = problem === null ? readAnswer(parseJson(raw.text), naming ?? 2) : null;
      if (problem !== null && (hasAnswered || problem.code !== 'source_refused')) throw problem;
      if (problem === null && read === null) throw unreadableResponse(raw, host);
      const instead = alternativeVersion(requestedVersion, read === null ? 'refused' : read.form, naming, (one) =>
        tried.has(one),
      );
      if (instead !== null) {
        requestedVersion = instead;
        continue;
      }
      if (problem !== null) throw problem;
      return { answer: accept(read as Answer, requestedVersion), text: raw.text };
    }
  }

  function accept(answer: Answer, requestedVersion: Version): Answer {
    hasAnswered = true;
    const learnt = learnVersion(requestedVersion, version, answer.form);
    if (learnt !== null && learnt !== version) {
      naming ??= learnt === '2' ? 2 : 1;
      version = learnt;
      remember({ version, naming });
    }
    return match(answer);
  }

  function match(answer: Answer): Answer {
    const recognized = matchAccounts({ ...answer, errors: withBanks(answer.errors, answer.accounts) }, knownAccounts);
    if (JSON.stringify(recognized.knownAccounts) !== JSON.stringify(knownAccounts)) {
      knownAccounts = recognized.knownAccounts;
      remember({ accounts: knownAccounts });
    }
    return recognized.answer;
  }

  return {
    host,
    fetch: async (window, zone, purpose) => {
      const query = windowQuery(window, zone);
      const { answer, text } = await getAccounts(query, purpose);
      // The key has the version that the next fetch will request, so that it finds this response.
      if (version !== null) archive.keep(withVersion(query, version), text);
      return answer;
    },
    findArchived: (window, zone, sinceMs) => {
      const archived = version === null ? null : archive.find(withVersion(windowQuery(window, zone), version), sinceMs);
      const answer = archived === null ? null : readAnswer(parseJson(archived.text), naming ?? 2);
      return archived === null || answer === null ? null : { answer: match(answer), atMs: archived.atMs };
    },
    accounts: async () => (await getAccounts('accounts?balances-only=1', 'latest')).answer,
  };
}

function windowQuery(window: Window, zone: string): string {
  const { start, end } = secondsOf(window, zone);
  return `accounts?start-date=${start}&end-date=${end}&pending=1`;
}

/** Errors of version 1 are only texts: finds a bank's name in them, and two known phrases that ask for a sign-in. */
function withBanks(errors: readonly ServerError[], accounts: readonly ServerAccount[]): ServerError[] {
  const banks = [...new Set(accounts.flatMap(({ bank }) => (bank === null ? [] : [bank])))];
  const located = errors.map((error) =>
    error.kind === 'gen.text' ? { ...error, bank: bankIn(error.text, banks) } : error,
  );
  const inNeed = [
    ...new Set(
      located.flatMap(({ kind, text, bank }) =>
        kind === 'gen.text' && bank !== null && SIGN_IN.test(oneLine(text)) ? [bank] : [],
      ),
    ),
  ];
  return located.map((error) =>
    error.kind === 'gen.text' && SIGN_IN.test(oneLine(error.text))
      ? { ...error, kind: 'con.auth', bank: error.bank ?? onlyOne(inNeed) ?? onlyOne(banks) }
      : error,
  );
}

const SIGN_IN = /^connection to .+ may need attention\b|\bre-?authenticate\b/i;

function bankIn(text: string, banks: readonly string[]): string | null {
  const plain = oneLine(text).toLowerCase();
  const inside = banks.filter((bank) => bank.length >= SHORTEST_NAME && plain.includes(oneLine(bank).toLowerCase()));
  const [longest] = inside.sort((a, b) => b.length - a.length);
  return longest ?? /^connection to (.+?) may need attention\b/i.exec(oneLine(text, 200))?.[1] ?? null;
}

const SHORTEST_NAME = 3;

function onlyOne(names: readonly string[]): string | null {
  return names.length === 1 ? (names[0] ?? null) : null;
}

/** The accepted `version` parameter of requests. `unsaid` sends none, because servers of version 1 may reject it. */
type Version = '2' | '1' | 'unsaid';

/** Version 2 is tried first: `/info` is unreliable, and the public Bridge reports version 1.0 there. */
const FIRST_VERSION: Version = '2';

/** Account ids contain connection names as in this protocol version. It never changes for an account, or its id would change. */
type Naming = 1 | 2;

/** The version to try after this response; null to accept the response. */
function alternativeVersion(
  requestedVersion: Version,
  form: Answer['form'] | 'refused',
  naming: Naming | null,
  wasTried: (version: Version) => boolean,
): Version | null {
  // The server supports version 2 by now; ask for version 1 to keep the account names.
  const isRenamed = requestedVersion === 'unsaid' && form === 2 && naming === 1;
  const order: readonly Version[] = form === 'refused' ? INSTEAD_OF_REFUSED[requestedVersion] : isRenamed ? ['1'] : [];
  return order.find((version) => !wasTried(version)) ?? null;
}

/** A server of version 1 may reject any `version` parameter; a server that dropped version 1 rejects the value 1. */
const INSTEAD_OF_REFUSED: Readonly<Record<Version, readonly Version[]>> = {
  '2': ['unsaid'],
  '1': ['2', 'unsaid'],
  unsaid: ['2'],
};

function learnVersion(requestedVersion: Version, before: Version | null, form: Answer['form']): Version | null {
  if (form === null) return before;
  // The server ignores the parameter, so the next request omits it unless another version worked before.
  if (requestedVersion === '2' && form === 1) return before ?? 'unsaid';
  return requestedVersion === 'unsaid' && form === 2 ? '2' : requestedVersion;
}

function withVersion(query: string, version: Version): string {
  return version === 'unsaid' ? query : `${query}&version=${version}`;
}
