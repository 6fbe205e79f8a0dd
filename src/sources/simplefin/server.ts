import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { RetryLater } from '../source.ts';
import { withoutSecrets, type Access } from './access.ts';
import { readAnswer, type Answer } from './answer.ts';
import { ask, type Line, type RawAnswer } from '../ask.ts';
import { parseJson } from '../json.ts';
import { recogniseAccounts, type KnownAccount } from './known-accounts.ts';
import { withBanks } from './plain-texts.ts';
import { refusal, unreadableAnswer, type Speaker } from '../refusal.ts';
import { isServersOwn, serverWords } from './origins.ts';
import { askInstead, FIRST_ASKED, learntFrom, withVersion, type Naming, type Version } from './versions.ts';
import { secondsOf, type Window } from './windows.ts';

/** Counts requests, for servers that do. */
export interface RequestBudget {
  /**
   * Takes one place; else epoch milliseconds of the moment when the next one is free. Days of the past have only half of
   * the places, so that a first fetch leaves the others to the person.
   */
  take(purpose: 'latest' | 'past'): number | null;
}

/** What servers answered, kept to be read again without asking again. */
export interface AnswerArchive {
  /** The newest answer to that request at or after `sinceMs`. */
  find(request: string, sinceMs: number): KeptAnswer | null;
  keep(request: string, text: string): void;
}

export interface KeptAnswer {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly text: string;
}

/** What is known of a server from earlier fetches. */
export interface ServerMemory {
  readonly version?: Version;
  readonly naming?: Naming;
  readonly accounts?: readonly KnownAccount[];
}

export interface ServerOptions {
  readonly access: Access;
  readonly memory: ServerMemory;
  readonly remember: (news: ServerMemory) => void;
  readonly budget: RequestBudget;
  readonly archive: AnswerArchive;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly line?: Line;
}

/** A SimpleFIN server, asked with one access. All of it throws PennyrowError of the room `source`. */
export interface Server {
  readonly host: string;
  /** Everything of all accounts in the window; what it answers is kept. */
  fetch(window: Window, zone: string, purpose: 'latest' | 'past'): Promise<Answer>;
  /** What the server answered to the same question at or after `sinceMs`; null when it was not asked. */
  recall(window: Window, zone: string, sinceMs: number): { readonly answer: Answer; readonly atMs: number } | null;
  /** The accounts without their transactions. */
  accounts(): Promise<Answer>;
}

export function createServer({ access, memory, remember, budget, archive, now, signal, line }: ServerOptions): Server {
  const { host } = access;
  const speaker: Speaker = { host, access: 'token', isOwn: isServersOwn, words: serverWords };
  let version = memory.version ?? null;
  let naming = memory.naming ?? (version === null ? null : version === '2' ? 2 : 1);
  let known = memory.accounts ?? [];
  let hasAnswered = false;

  async function get(path: string, purpose: 'latest' | 'past'): Promise<RawAnswer> {
    const nextFree = budget.take(purpose);
    if (nextFree !== null) throw budgetSpent(host, nextFree);
    const answer = await ask({
      url: new URL(`${access.root}/${path}`),
      credentials: { Authorization: access.authorization },
      signal,
      ...(line === undefined ? {} : { line }),
    });
    return { ...answer, text: withoutSecrets(answer.text, access) };
  }

  async function getAccounts(
    query: string,
    purpose: 'latest' | 'past',
  ): Promise<{ readonly answer: Answer; readonly text: string }> {
    const tried = new Set<Version>();
    for (let asked = version ?? FIRST_ASKED; ;) {
      tried.add(asked);
      const raw = await get(withVersion(query, asked), purpose);
      const problem = raw.status === 200 ? null : refusal(raw, speaker, now());
      const read = problem === null ? readAnswer(parseJson(raw.text), naming ?? 2) : null;
      if (problem !== null && (hasAnswered || problem.code !== 'source_refused')) throw problem;
      if (problem === null && read === null) throw unreadableAnswer(raw, host);
      const instead = askInstead(asked, read === null ? 'refused' : read.form, naming, (one) => tried.has(one));
      if (instead !== null) {
        asked = instead;
        continue;
      }
      if (problem !== null) throw problem;
      return { answer: accept(read as Answer, asked), text: raw.text };
    }
  }

  function accept(answer: Answer, asked: Version): Answer {
    hasAnswered = true;
    const learnt = learntFrom(asked, version, answer.form);
    if (learnt !== null && learnt !== version) {
      naming ??= learnt === '2' ? 2 : 1;
      version = learnt;
      remember({ version, naming });
    }
    return recognise(answer);
  }

  function recognise(answer: Answer): Answer {
    const recognised = recogniseAccounts({ ...answer, errors: withBanks(answer.errors, answer.accounts) }, known);
    if (JSON.stringify(recognised.known) !== JSON.stringify(known)) {
      known = recognised.known;
      remember({ accounts: known });
    }
    return recognised.unclear.length === 0
      ? recognised.answer
      : { ...recognised.answer, unclear: recognised.unclear.length };
  }

  return {
    host,
    fetch: async (window, zone, purpose) => {
      const query = windowQuery(window, zone);
      const { answer, text } = await getAccounts(query, purpose);
      // Under the question that will be asked the next time.
      if (version !== null) archive.keep(withVersion(query, version), text);
      return answer;
    },
    recall: (window, zone, sinceMs) => {
      const kept = version === null ? null : archive.find(withVersion(windowQuery(window, zone), version), sinceMs);
      const answer = kept === null ? null : readAnswer(parseJson(kept.text), naming ?? 2);
      return kept === null || answer === null ? null : { answer: recognise(answer), atMs: kept.atMs };
    },
    accounts: async () => (await getAccounts('accounts?balances-only=1', 'latest')).answer,
  };
}

function windowQuery(window: Window, zone: string): string {
  const { start, end } = secondsOf(window, zone);
  return `accounts?start-date=${start}&end-date=${end}&pending=1`;
}

function budgetSpent(host: string, nextFreeMs: number): RetryLater {
  return new RetryLater(problem('source_budget', { host, until: toInstant(nextFreeMs) }), {
    notBeforeMs: nextFreeMs,
    wasAsked: false,
  });
}
