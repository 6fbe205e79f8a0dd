import type { ConnectionView } from '../../contract/control/connections.ts';
import type { Run } from '../../contract/control/runs.ts';
import type { AccountStatus, StatusNote } from '../../contract/control/service.ts';
import type { Told } from '../../messages/parameters.ts';
import { tell, type DesktopSpeech } from '../speech.ts';

/** Where a click leads: a page of the dashboard, for an account or for whichever is shown. */
export interface Place {
  readonly page: string;
  readonly accountId: string | null;
}

/** Something that a person has to put right. */
export interface Cause extends Place {
  /** The same for every retry, whatever numbers and times its message holds. Begins with the account's id. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
}

/** What an account needs a person for now. `last`: its newest run. */
export function causesOf(
  account: AccountStatus,
  connections: readonly ConnectionView[],
  last: Run | undefined,
  speech: DesktopSpeech,
): Cause[] {
  return [...connectionCauses(account, connections, speech), ...noteCauses(account, last, speech)];
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

function connectionCauses(
  { id, name }: AccountStatus,
  connections: readonly ConnectionView[],
  speech: DesktopSpeech,
): Cause[] {
  return connections.flatMap((connection): Cause[] => {
    const { problem, failures } = connection.health;
    // A person who paused it knows of it.
    if (problem === null || connection.paused) return [];
    const isPassing = PASSING.has(problem.code);
    if (isPassing && failures < PATIENCE) return [];
    // An outage is one cause, whether this attempt was refused or ran into the void.
    const key = `${id} connection ${connection.id} ${isPassing ? 'outage' : problem.code}`;
    return [
      {
        key,
        accountId: id,
        title: speech.texts.desktop.notification.connection({ connection: connection.name, account: name }),
        body: sentence(tell(speech, problem)),
        page: '/connections',
      },
    ];
  });
}

/** Problems of connections are covered above, by their codes. */
function noteCauses({ id, name, notes }: AccountStatus, last: Run | undefined, speech: DesktopSpeech): Cause[] {
  return notes.flatMap((note): Cause[] => {
    if (note.about === 'connection' || (note.about === 'run' && !isOwnProblem(note, last))) return [];
    const page = {
      workbook: '/workbook',
      run: last === undefined ? '/' : `/activity/${last.id}`,
      plan: '/settings/accounts',
      database: '/settings/diagnostics',
      balance: '/accounts',
    }[note.about];
    return [
      {
        key: [id, note.about, note.code, ...bankAccountOf(note)].join(' '),
        accountId: id,
        title: speech.texts.desktop.notification.account({ account: name }),
        body: sentence(tell(speech, note)),
        page,
      },
    ];
  });
}

/** Each bank account that does not add up is a cause of its own. */
function bankAccountOf({ about, params }: StatusNote): readonly string[] {
  return about === 'balance' && params !== undefined && 'account' in params ? [String(params.account)] : [];
}

/** Of what a failed run has to say: why it failed, not what it also noticed, nor what a connection had. */
function isOwnProblem({ code }: StatusNote, last: Run | undefined): boolean {
  const messages = last?.messages.filter((message) => message.code === code) ?? [];
  return (
    messages.length === 0 ||
    messages.some(({ severity, connectionId }) => severity === 'problem' && connectionId === null)
  );
}

function sentence({ what, remedy }: Told): string {
  return remedy === null ? what : `${what} ${remedy}`;
}
