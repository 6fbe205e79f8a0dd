import type { ConsentView, GoogleTarget } from '../../contract/control/google.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce } from '../handler.ts';
import { connectSpreadsheet, type ConnectTarget } from './connect-spreadsheet.ts';
import type { Question, QuestionTarget } from './google-desk.ts';

/** Questions to Google, at most one for each account. */
export interface Consents {
  begin(account: Account, target: GoogleTarget): Promise<ConsentView>;
  /** Resolves once the account's spreadsheet is connected. */
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
    throw new PennyrowError(
      'workbook_consent_over',
      'Pennyrow does not wait for this answer any more.',
      'Begin again with `pennyrow workbook connect google`.',
    );
  }

  function stop(entry: Entry | undefined): boolean {
    if (entry === undefined || entry.hasEnded) return false;
    entry.connecting.abort();
    entry.question.end();
    return true;
  }

  return {
    begin: async (account, target) => {
      const question = await deps.google.ask(questionTarget(account, target));
      stop(entries.get(account.id));
      const connecting = new AbortController();
      const connect = async (): Promise<Connected> => {
        const { candidate, endsAt, picked } = await question.granted;
        await connectSpreadsheet(
          deps,
          announce,
          account.id,
          { candidate, endsAt },
          wanted(account, target, picked),
          connecting.signal,
        );
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

function questionTarget({ workbook, name }: Account, { kind }: GoogleTarget): QuestionTarget {
  if (kind !== 'reconnect') return { kind };
  if (workbook?.kind === 'google') return { kind, spreadsheetId: workbook.spreadsheetId };
  throw new PennyrowError(
    'workbook_not_google',
    `The workbook of the account “${name}” is not a Google spreadsheet.`,
    'Connect one with `pennyrow workbook connect google`.',
  );
}

/** The picked ones were counted before. */
function wanted(account: Account, target: GoogleTarget, picked: readonly string[]): ConnectTarget {
  if (target.kind === 'new')
    return { kind: 'new', title: target.title ?? `Pennyrow: ${account.name}`, rules: target.rules ?? [] };
  const kept = account.workbook?.kind === 'google' ? account.workbook.spreadsheetId : '';
  return { kind: 'existing', spreadsheetId: target.kind === 'existing' ? (picked[0] ?? '') : kept };
}
