import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import type { Texts } from '../../base/texts.ts';

type Words = Texts['connections'];
type State = keyof Texts['connection']['state'];

export const STATE_COLORS: Readonly<Record<State, string>> = {
  fine: 'var(--accent-ink)',
  watching: 'var(--accent-ink)',
  paused: 'var(--muted)',
  failing: 'var(--error-ink)',
  waiting: 'var(--warning-ink)',
  fresh: 'var(--muted)',
  byHand: 'var(--muted)',
};

const ACCESS_PROBLEMS = new Set(['source_reauthorise', 'source_consent_ended', 'source_refused']);
const NEED_A_PERSON = new Set(['source_bank_reauthorise', 'source_payment', 'statement_folder_unreadable']);

/** A problem is `waiting` if Pennyrow's retries may solve it, and `failing` if a person must act. */
export function stateOf(connection: ConnectionView, kind: SourceKindView | null): State {
  const { paused, health } = connection;
  if (paused) return 'paused';
  if (health.problem !== null)
    return health.nextTryAt === null || needsAccess(connection) || NEED_A_PERSON.has(health.problem.code)
      ? 'failing'
      : 'waiting';
  const isWatched = folderOf(connection) !== null;
  if (health.lastAttemptAt !== null) return isWatched ? 'watching' : 'fine';
  return !isWatched && kind?.group === 'files' ? 'byHand' : 'fresh';
}

export function needsAccess({ health: { problem } }: ConnectionView): boolean {
  return problem !== null && (ACCESS_PROBLEMS.has(problem.code) || problem.code.startsWith('vault_'));
}

/** From this many days before a consent ends, the page offers to renew it, and the service sends reminders. */
const RENEWED_DAYS = 14;

export function endsSoon({ consentEndsAt }: ConnectionView, now: number): boolean {
  return consentEndsAt !== null && Date.parse(consentEndsAt) - now <= RENEWED_DAYS * 86_400_000;
}

export function folderOf({ settings }: ConnectionView): string | null {
  const { folder } = settings;
  return typeof folder === 'string' ? folder : null;
}

export function placeOf(connection: ConnectionView, kind: SourceKindView | null, text: Words): string | null {
  if (kind?.group === 'files') {
    const folder = folderOf(connection);
    return folder === null ? null : text.folder({ folder, moves: connection.settings['afterwards'] === 'move' });
  }
  const { host, command } = connection.settings;
  if (Array.isArray(command)) return text.runs({ command: command.join(' ') });
  return typeof host === 'string' ? text.host({ host }) : null;
}
