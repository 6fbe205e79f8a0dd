import type { ConnectionView } from '../../contract/control/connections.ts';
import type { Run } from '../../contract/control/runs.ts';
import type { AccountStatus, Need } from '../../contract/control/service.ts';
import { needsOf } from '../../control/needs.ts';
import type { Told } from '../../messages/parameters.ts';
import { tell, type DesktopSpeech } from '../speech.ts';

/** Where a click leads: a page of the dashboard, for an account or for whichever is shown. */
export interface Place {
  readonly page: string;
  readonly accountId: string | null;
}

/** Something that a person has to put right. */
export interface Cause extends Place {
  /** That of the need. */
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
  const { notification } = speech.texts.desktop;
  const causes = needsOf(account, connections, last).map(({ key, about, connection, told }) => ({
    key,
    accountId: account.id,
    title:
      connection === null
        ? notification.account({ account: account.name })
        : notification.connection({ connection: connection.name, account: account.name }),
    body: sentence(tell(speech, told)),
    page: pageOf(about, last),
  }));
  return [...causes, ...reminders(account, connections, speech)];
}

/** A person is reminded of a permission that ends at these many days before, once each. */
const REMINDED_AT = [1, 7, 14];

function reminders(
  { id, name: account, notes }: AccountStatus,
  connections: readonly ConnectionView[],
  speech: DesktopSpeech,
): Cause[] {
  return notes.flatMap((note): Cause[] => {
    const connection = connections.find((each) => each.id === note.renewable);
    const { days, until } = (note.params ?? {}) as { readonly days?: unknown; readonly until?: unknown };
    if (note.code !== 'source_consent_ends' || connection === undefined || connection.paused) return [];
    const step = REMINDED_AT.find((most) => Number(days) <= most);
    return [
      {
        // Another consent has another end.
        key: `${id} consent ${connection.id} ${String(until)} ${step}`,
        accountId: id,
        title: speech.texts.desktop.notification.connection({ connection: connection.name, account }),
        body: sentence(tell(speech, note)),
        page: '/connections',
      },
    ];
  });
}

function pageOf(about: Need['about'], last: Run | undefined): string {
  return {
    connection: '/connections',
    workbook: '/workbook',
    run: last === undefined ? '/' : `/activity/${last.id}`,
    plan: '/settings/accounts',
    database: '/settings/diagnostics',
    balance: '/accounts',
    webhook: '/settings/webhooks',
  }[about];
}

function sentence({ what, remedy }: Told): string {
  return remedy === null ? what : `${what} ${remedy}`;
}
