import { oneLine } from '../../core/one-line.ts';
import type { SourceMessage } from '../source.ts';
import type { ErrorKind, ServerAccount, ServerError } from './answer.ts';

const LONGEST_TEXT = 300;

interface Wording {
  readonly severity: SourceMessage['severity'];
  readonly code: string;
  /** What the message begins with when the server says nothing more. */
  readonly what: string;
  readonly remedy: (host: string) => string;
  /** Behind the remedy, where other accounts came all the same. */
  readonly synced?: string;
}

/** By code, never by the server's text, which may be in any language and changes. */
const WORDINGS: Readonly<Record<ErrorKind, Wording>> = {
  'gen.': {
    severity: 'problem',
    code: 'source_server_message',
    what: 'a problem',
    remedy: (host) => `What could be had was synced. If it comes again, see ${site(host)}.`,
  },
  'gen.text': {
    severity: 'problem',
    code: 'source_server_message',
    what: 'a problem',
    remedy: (host) =>
      `What could be had was synced. If a bank wants a new sign-in, sign in at ${site(host)} and connect that bank again there; Pennyrow needs nothing else.`,
  },
  'gen.api': {
    severity: 'warning',
    code: 'source_limit',
    what: 'the request was cut short',
    remedy: () => 'What could be had was synced. Older days may be missing: bring them in with a statement file.',
  },
  'gen.auth': {
    severity: 'problem',
    code: 'source_reauthorise',
    what: 'access is refused',
    remedy: (host) => reauthorise(host),
  },
  'con.': {
    severity: 'problem',
    code: 'source_bank_failed',
    what: 'the bank could not be reached',
    remedy: (host) => `If it lasts, see ${site(host)}.`,
    synced: 'The other banks were synced.',
  },
  'con.auth': {
    severity: 'problem',
    code: 'source_bank_reauthorise',
    what: 'the bank wants you to sign in again',
    remedy: (host) => `Sign in at ${site(host)} and connect this bank again there; Pennyrow needs nothing else.`,
    synced: 'The other banks were synced.',
  },
  'act.': {
    severity: 'problem',
    code: 'source_account_failed',
    what: 'the account could not be read',
    remedy: (host) => `If it lasts, see ${site(host)}.`,
    synced: 'The other accounts were synced.',
  },
  'act.failed': {
    severity: 'problem',
    code: 'source_account_failed',
    what: 'the account could not be read',
    remedy: (host) => `If it lasts, see ${site(host)}.`,
    synced: 'The other accounts were synced.',
  },
  'act.missingdata': {
    severity: 'warning',
    code: 'source_account_incomplete',
    what: 'some of the account is missing',
    remedy: () => 'What could be had was synced; the next sync asks again.',
  },
};

/** Where a person signs in: the provider's own pages are on the host that it is asked at. */
function site(host: string): string {
  return `https://${host}`;
}

/** What a person does when access is refused as a whole. */
export function reauthorise(host: string): string {
  return `Make a new setup token at ${host} and hand it over with \`pennyrow connection reauthorise NAME\`. Rows and settings stay.`;
}

/** The server's words behind the name of what they are about, as one short line. */
export function errorMessage(error: ServerError, accounts: readonly ServerAccount[], host: string): SourceMessage {
  const { severity, code, what, remedy, synced } = WORDINGS[error.kind];
  const text = oneLine(error.text, LONGEST_TEXT) || what;
  const toDo = synced === undefined || accounts.length === 0 ? remedy(host) : `${remedy(host)} ${synced}`;
  return { severity, code, message: `${about(error, accounts, host)}: ${text}`, remedy: toDo };
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

/** Whether an account's part of the answer is touched by an error; one that names nobody may touch all. */
export function touches({ connId, accountId, kind }: ServerError, account: ServerAccount): boolean {
  if (kind.startsWith('gen.') || (connId === null && accountId === null)) return true;
  return (connId === null || connId === account.connId) && (accountId === null || accountId === account.id);
}

/** Says of two errors of different answers whether they are the same trouble. */
export function troubleOf({ kind, connId, accountId, text }: ServerError): string {
  return JSON.stringify([kind, connId, accountId, connId === null && accountId === null ? text : '']);
}
