import { oneLine } from '../../core/one-line.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { sourceMessage } from '../source-message.ts';
import type { SourceMessage } from '../source.ts';
import type { ErrorKind, ServerAccount, ServerError } from './answer.ts';

const LONGEST_TEXT = 300;

interface ErrorDetails {
  readonly about: string;
  readonly words: string | null;
  readonly host: string;
  readonly synced: boolean;
}

/** Chosen by code, because the server's text may change or be in any language. */
const PROBLEMS: Readonly<Record<ErrorKind, (said: ErrorDetails) => Problem>> = {
  'gen.': ({ about, words, host }) => problem('source_server_message', { about, words, host, form: 'other' }),
  'gen.text': ({ about, words, host }) => problem('source_server_message', { about, words, host, form: 'text' }),
  'gen.api': ({ about, words }) => problem('source_limit', { about, words }),
  'gen.auth': ({ host, words }) => problem('source_reauthorise', { host, words, access: 'token' }),
  'con.': (said) => problem('source_bank_failed', said),
  'con.auth': (said) => problem('source_bank_reauthorise', said),
  'act.': (said) => problem('source_account_failed', said),
  'act.failed': (said) => problem('source_account_failed', said),
  'act.missingdata': ({ about, words }) => problem('source_account_incomplete', { about, words }),
};

const WARNINGS: ReadonlySet<ErrorKind> = new Set(['gen.api', 'act.missingdata']);

export function errorProblem(error: ServerError, accounts: readonly ServerAccount[], host: string): Problem {
  const words = oneLine(error.text, LONGEST_TEXT) || null;
  return PROBLEMS[error.kind]({ about: about(error, accounts, host), words, host, synced: accounts.length > 0 });
}

export function errorMessage(error: ServerError, accounts: readonly ServerAccount[], host: string): SourceMessage {
  const severity = WARNINGS.has(error.kind) ? 'warning' : 'problem';
  return sourceMessage(severity, errorProblem(error, accounts, host));
}

function about({ connId, accountId, bank }: ServerError, accounts: readonly ServerAccount[], host: string): string {
  const account =
    accountId === null
      ? undefined
      : accounts.find((one) => one.id === accountId && (connId === null || one.connId === connId));
  const parts = [bank ?? account?.bank ?? null, account?.name ?? null]
    .filter((part) => part !== null)
    .map((part) => oneLine(part, 60));
  return parts.filter((part) => part !== '').join(', ') || host;
}

export function isAffectedBy({ connId, accountId, kind }: ServerError, account: ServerAccount): boolean {
  if (kind.startsWith('gen.') || (connId === null && accountId === null)) return true;
  return (connId === null || connId === account.connId) && (accountId === null || accountId === account.id);
}

export function errorKey({ kind, connId, accountId, text }: ServerError): string {
  return JSON.stringify([kind, connId, accountId, connId === null && accountId === null ? text : '']);
}
