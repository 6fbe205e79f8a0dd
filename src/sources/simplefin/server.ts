import { AskLater } from '../source.ts';
import { withoutSecrets, type Access } from './access.ts';
import { readAnswer, type Answer } from './answer.ts';
import { ask, type Line, type RawAnswer } from './ask.ts';
import { asObject, listField, parseJson } from './json.ts';
import { minuteOf, refusal, unreadableAnswer } from './refusals.ts';
import { secondsOf, type Window } from './windows.ts';

/**
 * Which version a server is asked for. It is chosen once and then kept, since versions name accounts differently.
 * `unsaid`: the server knows version 1 only, and may have no parameter for it.
 */
export type Version = '2' | '1' | 'unsaid';

/** Counts requests, for servers that do. */
export interface RequestBudget {
  /** Takes one place; else epoch milliseconds of the moment when the next one is free. */
  take(): number | null;
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

export interface ServerOptions {
  readonly access: Access;
  /** As it was chosen before; null to ask which there are. */
  readonly version: Version | null;
  readonly onVersion: (version: Version) => void;
  readonly budget: RequestBudget;
  readonly archive: AnswerArchive;
  readonly now: () => number;
  /** For moments in messages. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly line?: Line;
}

/** A SimpleFIN server, asked with one access. All of it throws PennyrowError of the room `source`. */
export interface Server {
  readonly host: string;
  /** Everything of all accounts in the window; what it answers is kept. */
  fetch(window: Window, zone: string): Promise<Answer>;
  /** What the server answered to the same question at or after `sinceMs`; null when it was not asked. */
  recall(window: Window, zone: string, sinceMs: number): { readonly answer: Answer; readonly atMs: number } | null;
  /** The accounts without their transactions. */
  accounts(): Promise<Answer>;
}

export function createServer({ access, onVersion, budget, archive, now, timeZone, signal, line, ...options }: ServerOptions): Server {
  const { host } = access;
  let { version } = options;

  async function get(path: string): Promise<RawAnswer> {
    const nextFree = budget.take();
    if (nextFree !== null) throw budgetSpent(host, nextFree, timeZone);
    const answer = await ask({ url: new URL(`${access.root}/${path}`), authorization: access.authorization, signal, ...(line === undefined ? {} : { line }) });
    return { ...answer, text: withoutSecrets(answer.text, access) };
  }

  async function getAccounts(query: string): Promise<{ readonly answer: Answer; readonly request: string; readonly text: string }> {
    if (version === null) choose(await newestVersion());
    for (;;) {
      const request = withVersion(query, version as Version);
      const raw = await get(request);
      if (raw.status !== 200) throw refusal(raw, host, { nowMs: now(), timeZone });
      const answer = readAnswer(parseJson(raw.text), shapeOf(version as Version));
      if (answer === null) throw unreadableAnswer(host);
      if (version !== 'unsaid' || !answer.needsVersion2) return { answer, request, text: raw.text };
      // It learnt version 2 since, and picks that now: under its new names, every account would be another one.
      choose('1');
    }
  }

  function choose(chosen: Version): void {
    version = chosen;
    onVersion(chosen);
  }

  async function newestVersion(): Promise<Version> {
    const raw = await get('info');
    // Servers of the first days have no such page.
    if (raw.status === 404) return 'unsaid';
    if (raw.status !== 200) throw refusal(raw, host, { nowMs: now(), timeZone });
    const versions = listField(asObject(parseJson(raw.text)), 'versions') ?? [];
    return versions.some((one) => String(one).split('.')[0] === '2') ? '2' : 'unsaid';
  }

  return {
    host,
    fetch: async (window, zone) => {
      const { answer, request, text } = await getAccounts(windowQuery(window, zone));
      archive.keep(request, text);
      return answer;
    },
    recall: (window, zone, sinceMs) => {
      const kept = version === null ? null : archive.find(withVersion(windowQuery(window, zone), version), sinceMs);
      const answer = kept === null || version === null ? null : readAnswer(parseJson(kept.text), shapeOf(version));
      return kept === null || answer === null ? null : { answer, atMs: kept.atMs };
    },
    accounts: async () => (await getAccounts('accounts?balances-only=1')).answer,
  };
}

function windowQuery(window: Window, zone: string): string {
  const { start, end } = secondsOf(window, zone);
  return `accounts?start-date=${start}&end-date=${end}&pending=1`;
}

function shapeOf(version: Version): 1 | 2 {
  return version === '2' ? 2 : 1;
}

function withVersion(query: string, version: Version): string {
  return version === 'unsaid' ? query : `${query}&version=${version}`;
}

function budgetSpent(host: string, nextFreeMs: number, timeZone: string): AskLater {
  return new AskLater(
    'source_budget',
    `${host} was asked as often as it may be within 24 hours.`,
    `Nothing is lost: the next request is possible at ${minuteOf(nextFreeMs, timeZone)}. A schedule with fewer syncs a day leaves more for you.`,
    { notBeforeMs: nextFreeMs, wasAsked: false },
  );
}
