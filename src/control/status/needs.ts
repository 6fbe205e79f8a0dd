import type { ConnectionView } from '../../contract/control/connections.ts';
import type { Run } from '../../contract/control/runs.ts';
import type { AccountStatus, Need, StatusNote } from '../../contract/control/service.ts';

export function needsOf(
  account: AccountStatus,
  connections: readonly ConnectionView[],
  last: Run | undefined,
): readonly Need[] {
  return [...connectionNeeds(account, connections), ...noteNeeds(account, connections, last)];
}

/** Problems of a bank, a provider or the network that usually pass. */
const PASSING: ReadonlySet<string> = new Set([
  'source_account_failed',
  'source_bank_failed',
  'source_blocked',
  'source_budget',
  'source_busy',
  'source_offline',
  'source_unavailable',
  'source_unreadable',
]);

/** Failures in a row before a passing problem needs the user; some hours, given the back-off. */
const MIN_FAILURES = 5;

function connectionNeeds({ id }: AccountStatus, connections: readonly ConnectionView[]): Need[] {
  return connections.flatMap((connection): Need[] => {
    const { problem, failures } = connection.health;
    // The user paused the connection and needs no reminder.
    if (problem === null || connection.paused) return [];
    const isPassing = PASSING.has(problem.code);
    if (isPassing && failures < MIN_FAILURES) return [];
    // An outage counts as one need, whatever its current error is.
    const key = `${id} connection ${connection.id} ${isPassing ? 'outage' : problem.code}`;
    return [{ key, about: 'connection', connection: { id: connection.id, name: connection.name }, told: problem }];
  });
}

/** Skips the problem of a run if a connection already reports it. */
function noteNeeds(
  { id, notes }: AccountStatus,
  connections: readonly ConnectionView[],
  last: Run | undefined,
): Need[] {
  const covered = new Set(connections.map(({ health }) => health.problem?.code));
  return notes.flatMap((note): Need[] => {
    if (note.about === 'connection' || (note.about === 'run' && (covered.has(note.code) || !isOwnProblem(note, last))))
      return [];
    return [{ key: [id, note.code, ...nameIn(note)].join(' '), about: note.about, connection: null, told: note }];
  });
}

/** Each unbalanced account and each disabled webhook is a separate need. */
function nameIn({ about, params }: StatusNote): readonly string[] {
  if (params === undefined) return [];
  if (about === 'balance' && 'account' in params) return [String(params.account)];
  return about === 'webhook' && 'name' in params ? [String(params.name)] : [];
}

function isOwnProblem({ code }: StatusNote, last: Run | undefined): boolean {
  const messages = last?.messages.filter((message) => message.code === code) ?? [];
  return (
    messages.length === 0 ||
    messages.some(({ severity, connectionId }) => severity === 'problem' && connectionId === null)
  );
}
