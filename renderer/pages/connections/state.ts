import type { Texts } from '../../words/texts.ts';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';

type Words = Texts['connections'];
export type Kind = keyof Words['kind'];
type State = keyof Words['state'];

export const STATE_COLORS: Readonly<Record<State, string>> = {
  fine: 'teal',
  paused: 'gray',
  failing: 'red',
  waiting: 'orange',
  fresh: 'gray',
  byHand: 'gray',
};

/** Null for a source that a newer Pennyrow knows. */
export function kindOf({ source }: ConnectionView): Kind | null {
  return source === 'demo' || source === 'statements' || source === 'simplefin' ? source : null;
}

/** Problems that do not pass by themselves. */
const NEED_A_PERSON: ReadonlySet<string> = new Set([
  'source_reauthorise',
  'source_bank_reauthorise',
  'source_refused',
  'source_payment',
  'statement_folder_unreadable',
]);

/** Other problems may pass, as long as something asks again. */
export function stateOf(connection: ConnectionView): State {
  const { paused, health } = connection;
  if (paused) return 'paused';
  if (health.problem !== null)
    return health.nextTryAt === null || needsAccess(connection) || NEED_A_PERSON.has(health.problem.code)
      ? 'failing'
      : 'waiting';
  if (health.lastAttemptAt !== null) return 'fine';
  return folderOf(connection) === null && connection.source === 'statements' ? 'byHand' : 'fresh';
}

/** Whether a new setup token is what helps. */
export function needsAccess({ health: { problem } }: ConnectionView): boolean {
  return (
    problem?.code === 'source_reauthorise' ||
    problem?.code === 'source_refused' ||
    problem?.code.startsWith('vault_') === true
  );
}

export function folderOf({ settings }: ConnectionView): string | null {
  const { folder } = settings;
  return typeof folder === 'string' ? folder : null;
}

export function movesFiles({ settings }: ConnectionView): boolean {
  return settings['afterwards'] === 'move';
}

/** The folder, or whose server. */
export function placeOf(connection: ConnectionView, text: Words): string | null {
  const { source, settings } = connection;
  if (source === 'statements') {
    const folder = folderOf(connection);
    return folder === null ? text.noFolder : text.folder({ folder, moves: movesFiles(connection) });
  }
  return typeof settings['host'] === 'string' ? text.host({ host: settings['host'] }) : null;
}
