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

/** Temporary problems of a bank, a provider or the network. */
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

/** A temporary problem needs the user after this many consecutive failures, which take some hours because of the back-off. */
const MIN_FAILURES = 5;

function connectionNeeds({ id }: AccountStatus, connections: readonly ConnectionView[]): Need[] {
  return connections.flatMap((connection): Need[] => {
    const { problem, failures } = connection.health;
    // A connection that the user has paused needs no attention.
    if (problem === null || connection.paused) return [];
    const isPassing = PASSING.has(problem.code);
    if (isPassing && failures < MIN_FAILURES) return [];
    // All temporary problems have the same key, so that an outage with changing errors is reported only once.
    const key = `${id} connection ${connection.id} ${isPassing ? 'outage' : problem.code}`;
    return [{ key, about: 'connection', connection: { id: connection.id, name: connection.name }, told: problem }];
  });
}

/** Omits problems of the last run that `connectionNeeds` already reports. */
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

/** The name makes the key unique, so that each account with a wrong balance and each disabled webhook is reported. */
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
