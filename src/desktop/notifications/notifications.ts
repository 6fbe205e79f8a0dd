import type { Notification } from 'electron';
import { readFileSync } from 'node:fs';
import type { Run } from '../../contract/control/runs.ts';
import type { NotificationChoice } from '../../contract/control/desktop.ts';
import type { Control } from '../../control/control.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import { createRefresh } from '../../platform/refresh.ts';
import { controlClient } from '../host/control-client.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { type DesktopI18n, localize } from '../i18n.ts';
import type { ConnectionView } from '../../contract/control/connections.ts';
import type { AccountStatus } from '../../contract/control/service.ts';
import { needsOf } from '../../control/status/needs.ts';
import type { LocalizedMessage } from '../../messages/parameters.ts';
import { pageOf } from '../tray/tray-state.ts';

export interface NotificationOptions {
  readonly control: Pick<Control, 'call' | 'subscribe'>;
  readonly memory: string;
  readonly i18n: DesktopI18n;
  readonly choice: () => NotificationChoice;
  readonly open: (page: string | null, accountId: string | null) => void;
  readonly report: (thrown: unknown) => void;
}

/** More new problems than this are shown as one notification with their number. */
const MOST_AT_ONCE = 2;

/** Notifies once about each problem, and again if it returns. Also notifies about new transactions, if enabled. */
export function createNotifications(
  { Notification }: Pick<ElectronParts, 'Notification'>,
  options: NotificationOptions,
) {
  const closing = new AbortController();
  const client = controlClient(options.control, closing.signal);
  /** References each notification until it is clicked or closed, because a garbage-collected one cannot be clicked. */
  const shown = new Set<Notification>();
  let shownKeys = recall(options.memory);
  const looks = createRefresh(() => look().catch(reportUnlessClosed), closing.signal);

  async function look(): Promise<void> {
    const causes = await currentCauses();
    if (closing.signal.aborted) return;
    const fresh = causes.filter(({ key }) => !shownKeys.has(key));
    const keys = new Set(causes.map(({ key }) => key));
    const isSame = fresh.length === 0 && shownKeys.size === keys.size;
    if (isSame) return;
    // Stores the keys first: a crash then loses one notification, instead of repeating it at every start.
    shownKeys = keys;
    remember();
    // Problems count as shown while notifications are off, so that turning them on shows only new problems.
    if (!options.choice().problems) return;
    const texts = options.i18n.texts.desktop.notification;
    if (fresh.length > MOST_AT_ONCE)
      show({
        title: texts.several({ count: fresh.length }),
        body: texts.seeOverview,
        ...overviewOf(fresh),
      });
    else for (const cause of fresh) show(cause);
  }

  /** If saving fails, the next start shows the notifications again, which is better than not at all. */
  function remember(): void {
    try {
      writeFileAtomically(options.memory, `${JSON.stringify([...shownKeys])}\n`, 0o600);
    } catch (thrown) {
      options.report(thrown);
    }
  }

  async function currentCauses(): Promise<readonly Cause[]> {
    const { accounts } = await client.call('service.status', {});
    const each = accounts.map(async (account): Promise<readonly Cause[]> => {
      // During a run, keeps the causes already shown, because the states of the account's connections still change.
      if (account.running) return causesAlreadyShown(account.id);
      const connections = await client.call('connection.list', { accountId: account.id });
      const [last] = await client.call('run.list', { accountId: account.id, limit: 1 });
      return causesOf(account, connections, last, options.i18n);
    });
    return (await Promise.all(each)).flat();
  }

  function causesAlreadyShown(accountId: string): readonly Cause[] {
    return [...shownKeys]
      .filter((key) => key.startsWith(`${accountId} `))
      .map((key) => ({ key, accountId, title: '', body: '', page: '/' }));
  }

  function show({ title, body, page, accountId }: Omit<Cause, 'key'>): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    shown.add(notification);
    notification.once('click', () => {
      shown.delete(notification);
      options.open(page, accountId);
    });
    notification.once('close', () => shown.delete(notification));
    notification.once('failed', (_event, error) => {
      shown.delete(notification);
      // On Linux, the reason is an empty text.
      options.report(new Error(error === '' ? 'The system refused it' : error));
    });
    notification.show();
  }

  async function tellNews({ id, accountId, trigger, counts }: Run): Promise<void> {
    if (counts.added === 0 || trigger === 'person' || !options.choice().newTransactions) return;
    const accounts = await client.call('account.list', {});
    const name = accounts.find((account) => account.id === accountId)?.name;
    const { desktop, notices } = options.i18n.texts;
    const title = notices.added({ count: counts.added });
    const body = desktop.notification.inSpreadsheet({ account: accounts.length < 2 ? null : (name ?? null) });
    if (!closing.signal.aborted) show({ title, body, accountId, page: `/activity/${id}` });
  }

  function reportUnlessClosed(thrown: unknown): void {
    if (!closing.signal.aborted) options.report(thrown);
  }

  const unsubscribe = options.control.subscribe((event) => {
    if (event.type === 'run' && event.run.finishedAt !== null) tellNews(event.run).catch(reportUnlessClosed);
    if (event.type === 'changed' || (event.type === 'run' && event.run.finishedAt !== null)) looks.request();
  });
  looks.request();
  return {
    /** Call this periodically: a date, such as the end of a consent, causes no event. */
    refresh: looks.request,
    async close() {
      unsubscribe();
      closing.abort();
      for (const notification of shown) notification.close();
      await looks.settled();
    },
  };
}

function overviewOf(causes: readonly Cause[]): Pick<Cause, 'page' | 'accountId'> {
  const accounts = new Set(causes.map(({ accountId }) => accountId));
  const [only] = accounts;
  return { page: '/', accountId: accounts.size === 1 ? (only ?? null) : null };
}

/** Empty for a missing or damaged file, so that at worst a notification is shown again. */
function recall(path: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}

interface Cause {
  readonly key: string;
  readonly page: string;
  readonly accountId: string | null;
  readonly title: string;
  readonly body: string;
}

function causesOf(
  account: AccountStatus,
  connections: readonly ConnectionView[],
  last: Run | undefined,
  i18n: DesktopI18n,
): Cause[] {
  const { notices } = i18n.texts;
  const causes = needsOf(account, connections, last).map(({ key, about, connection, told }) => ({
    key,
    accountId: account.id,
    title: notices.needed({ connection: connection?.name ?? null, account: account.name }),
    body: sentence(localize(i18n, told)),
    page: pageOf(about, last),
  }));
  return [...causes, ...reminders(account, connections, i18n)];
}

/** The user is reminded once each, 1, 7 and 14 days before a consent ends. */
const REMINDED_AT = [1, 7, 14];

function reminders(
  { id, name: account, notes }: AccountStatus,
  connections: readonly ConnectionView[],
  i18n: DesktopI18n,
): Cause[] {
  return notes.flatMap((note): Cause[] => {
    const connection = connections.find((each) => each.id === note.renewable);
    const { days, until } = (note.params ?? {}) as { readonly days?: unknown; readonly until?: unknown };
    if (note.code !== 'source_consent_ends' || connection === undefined || connection.paused) return [];
    const step = REMINDED_AT.find((most) => Number(days) <= most);
    return [
      {
        // Contains the end of the consent, so that the user is reminded again after a renewal.
        key: `${id} consent ${connection.id} ${String(until)} ${step}`,
        accountId: id,
        title: i18n.texts.notices.needed({ connection: connection.name, account }),
        body: sentence(localize(i18n, note)),
        page: '/connections',
      },
    ];
  });
}

function sentence({ what, remedy }: LocalizedMessage): string {
  return remedy === null ? what : `${what} ${remedy}`;
}
