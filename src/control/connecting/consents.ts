import type { ConsentView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce } from '../handler.ts';
import type { Question } from '../../workbooks/workbook-kind.ts';
import { connectWorkbook } from './connect-workbook.ts';
import { chooseWay, type FilledWay } from './ways.ts';

/** Questions on the pages of services, at most one for each account. */
export interface Consents {
  begin(account: Account, filled: FilledWay): Promise<ConsentView>;
  /** Resolves once the account's workbook is connected. */
  wait(consentId: string, signal: AbortSignal): Promise<Connected>;
  receive(consentId: string, address: string): void;
  /** False when it had ended before. */
  cancel(consentId: string): boolean;
}

export interface Connected {
  readonly accountId: string;
  /** When the permission ends on its own, in milliseconds since 1970; null when it does not. */
  readonly endsAt: number | null;
}

interface Entry {
  readonly consentId: string;
  readonly accountId: string;
  readonly question: Question;
  readonly connecting: AbortController;
  readonly connected: Promise<Connected>;
  hasEnded: boolean;
}

export function createConsents(deps: ControlDependencies, announce: Announce): Consents {
  // The last of each account stays, so that anyone who asks late still learns what became of it.
  const entries = new Map<string, Entry>();

  function need(consentId: string): Entry {
    const entry = [...entries.values()].find((each) => each.consentId === consentId);
    if (entry !== undefined) return entry;
    throw new PennyrowError(problem('workbook_consent_over', {}));
  }

  function stop(entry: Entry | undefined): boolean {
    if (entry === undefined || entry.hasEnded) return false;
    entry.connecting.abort();
    entry.question.end();
    return true;
  }

  return {
    begin: async (account, filled) => {
      const { connector, way, given } = chooseWay(deps, account, filled);
      if (connector.ask === undefined || way.asksInBrowser !== true) throw asksNobody(way.id);
      const question = await connector.ask(way.id, given);
      stop(entries.get(account.id));
      const connecting = new AbortController();
      const connect = async (): Promise<Connected> => {
        const { candidate, endsAt } = await question.granted;
        await connectWorkbook(deps, announce, account.id, { candidate, endsAt }, connecting.signal);
        return { accountId: account.id, endsAt };
      };
      const entry: Entry = {
        consentId: deps.newId('consent'),
        accountId: account.id,
        question,
        connecting,
        connected: connect(),
        hasEnded: false,
      };
      const ended = (): void => {
        entry.hasEnded = true;
        // Only now: a second redirect meanwhile is answered politely.
        question.end();
      };
      entry.connected.then(ended, ended);
      entries.set(account.id, entry);
      return { consentId: entry.consentId, url: question.url, expiresAt: toInstant(question.expiresAt) };
    },
    wait: async (consentId, signal) => {
      const connected = await need(consentId).connected;
      signal.throwIfAborted();
      return connected;
    },
    receive: (consentId, address) => need(consentId).question.receive(address),
    cancel: (consentId) => stop(need(consentId)),
  };
}

function asksNobody(way: string): PennyrowError {
  return new PennyrowError(problem('input_invalid', { reason: 'browser', field: way, issues: '' }));
}
