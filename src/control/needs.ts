import type { ConnectionView } from '../contract/control/connections.ts';
import type { Run } from '../contract/control/runs.ts';
import type { AccountStatus, Need, StatusNote } from '../contract/control/service.ts';

/** What an account needs a person for now. `last`: the run that its status tells of. */
export function needsOf(
  account: AccountStatus,
  connections: readonly ConnectionView[],
  last: Run | undefined,
): readonly Need[] {
  return [...connectionNeeds(account, connections), ...noteNeeds(account, connections, last)];
}

/** What the bank, the provider or the network usually mends without a person. */
const PASSING: ReadonlySet<string> = new Set([
  'source_account_failed',
  'source_bank_failed',
  'source_blocked',
  'source_budget',
  'source_busy',
  'source_offline',
  'source_timeout',
  'source_unavailable',
  'source_unreadable',
]);

/** How many failures in a row of that kind are too many: by the waits between attempts, some hours. */
const PATIENCE = 5;

function connectionNeeds({ id }: AccountStatus, connections: readonly ConnectionView[]): Need[] {
  return connections.flatMap((connection): Need[] => {
    const { problem, failures } = connection.health;
    // A person who paused it knows of it.
    if (problem === null || connection.paused) return [];
    const isPassing = PASSING.has(problem.code);
    if (isPassing && failures < PATIENCE) return [];
    // An outage is one need, whether this attempt was refused or ran into the void.
    const key = `${id} connection ${connection.id} ${isPassing ? 'outage' : problem.code}`;
    return [{ key, about: 'connection', connection: { id: connection.id, name: connection.name }, told: problem }];
  });
}

/** Problems of connections are covered above, by their codes: also where one has failed the whole run. */
function noteNeeds(
  { id, notes }: AccountStatus,
  connections: readonly ConnectionView[],
  last: Run | undefined,
): Need[] {
  const covered = new Set(connections.map(({ health }) => health.problem?.code));
  return notes.flatMap((note): Need[] => {
    if (note.about === 'connection' || (note.about === 'run' && (covered.has(note.code) || !isOwnProblem(note, last))))
      return [];
    return [
      { key: [id, note.about, note.code, ...nameIn(note)].join(' '), about: note.about, connection: null, told: note },
    ];
  });
}

/** Each bank account that does not add up is a need of its own, as is each webhook that is disabled. */
function nameIn({ about, params }: StatusNote): readonly string[] {
  if (params === undefined) return [];
  if (about === 'balance' && 'account' in params) return [String(params.account)];
  return about === 'webhook' && 'name' in params ? [String(params.name)] : [];
}

/** Of what a failed run has to say: why it failed, not what it also noticed, nor what a connection had. */
function isOwnProblem({ code }: StatusNote, last: Run | undefined): boolean {
  const messages = last?.messages.filter((message) => message.code === code) ?? [];
  return (
    messages.length === 0 ||
    messages.some(({ severity, connectionId }) => severity === 'problem' && connectionId === null)
  );
}
