import { readFileSync } from 'node:fs';
import type { ConnectionView } from '../contract/control/connections.ts';
import type { Run } from '../contract/control/runs.ts';
import type { AccountStatus, StatusNote } from '../contract/control/service.ts';
import type { Control } from '../control/control.ts';
import { digest } from '../platform/digest.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import { controlClient } from './control-client.ts';
import type { ElectronParts, NotificationPart } from './electron-parts.ts';

export interface NotificationOptions {
  readonly control: Pick<Control, 'call' | 'subscribe'>;
  /** Where the causes that were told are remembered. */
  readonly memory: string;
  /** What a person wants to be told, asked each time. */
  readonly wanted: () => { readonly failures: boolean; readonly transactions: boolean };
  /** Where a click leads: a page of the dashboard, for an account. */
  readonly open: (page: string, accountId: string) => void;
  readonly report: (thrown: unknown) => void;
}

/** Something that a person has to put right. */
interface Cause {
  /** The same for every retry, whatever numbers and times its message holds. */
  readonly key: string;
  readonly accountId: string;
  readonly title: string;
  readonly body: string;
  readonly page: string;
}

/**
 * Tells a person what needs one: once for each cause, however often it is tried again and Pennyrow is started, until
 * it has gone away and comes back. And, if wanted, what scheduled runs have brought.
 */
export function createNotifications({ Notification }: Pick<ElectronParts, 'Notification'>, options: NotificationOptions): { close(): Promise<void> } {
  const closing = new AbortController();
  const client = controlClient(options.control, closing.signal);
  /** Kept until they are clicked or gone: a notification that was collected as garbage cannot be clicked. */
  const shown = new Set<NotificationPart>();
  let told = recall(options.memory);
  let looking: Promise<void> | null = null;
  let isOutdated = false;

  async function look(): Promise<void> {
    const causes = await currentCauses();
    if (closing.signal.aborted) return;
    const fresh = causes.filter(({ key }) => !told.has(key));
    const keys = new Set(causes.map(({ key }) => key));
    const isSame = fresh.length === 0 && told.size === keys.size;
    if (isSame) return;
    // Remembered first: a crash then costs one notification rather than one at every start.
    told = keys;
    writeFileAtomically(options.memory, `${JSON.stringify([...told])}\n`, 0o600);
    if (options.wanted().failures) for (const cause of fresh) show(cause);
  }

  async function currentCauses(): Promise<Cause[]> {
    const { accounts } = await client.call('service.status', {});
    const each = accounts.map(async (account) => {
      // While a run is under way its connections are in between; its end tells.
      if (account.running) return known(account.id);
      const connections = await client.call('connection.list', { accountId: account.id });
      const [last] = await client.call('run.list', { accountId: account.id, limit: 1 });
      return [...connectionCauses(account, connections), ...noteCauses(account, last)];
    });
    return (await Promise.all(each)).flat();
  }

  /** What was told of this account stays told. */
  function known(accountId: string): Cause[] {
    return [...told].filter((key) => key.startsWith(`${accountId} `)).map((key) => ({ key, accountId, title: '', body: '', page: '/' }));
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
      options.report(new Error(error));
    });
    notification.show();
  }

  function refresh(): void {
    isOutdated = true;
    looking ??= again();
  }

  async function again(): Promise<void> {
    while (isOutdated && !closing.signal.aborted) {
      isOutdated = false;
      try {
        await look();
      } catch (thrown) {
        if (!closing.signal.aborted) options.report(thrown);
      }
    }
    looking = null;
  }

  const unsubscribe = options.control.subscribe((event) => {
    if (event.type === 'run' && event.run.finishedAt !== null) {
      const news = newsOf(event.run);
      if (news !== null && options.wanted().transactions) show(news);
    }
    if (event.type === 'changed' || (event.type === 'run' && event.run.finishedAt !== null)) refresh();
  });
  refresh();
  return {
    async close() {
      unsubscribe();
      closing.abort();
      for (const notification of shown) notification.close();
      await looking;
    },
  };
}

/** What the bank, the provider or the network usually mends without a person. */
const PASSING: ReadonlySet<string> = new Set([
  'source_account_failed',
  'source_bank_failed',
  'source_budget',
  'source_busy',
  'source_offline',
  'source_timeout',
  'source_unavailable',
  'source_unreadable',
]);

/** How many failures in a row of that kind are too many: by the waits between attempts, some hours. */
const PATIENCE = 5;

function connectionCauses({ id, name }: AccountStatus, connections: readonly ConnectionView[]): Cause[] {
  return connections.flatMap((connection): Cause[] => {
    const { problem, failures } = connection.health;
    if (problem === null) return [];
    const isPassing = PASSING.has(problem.code);
    if (isPassing && failures < PATIENCE) return [];
    // An outage is one cause, whether this attempt was refused or ran into the void.
    const key = `${id} connection ${connection.id} ${isPassing ? 'outage' : problem.code}`;
    return [{ key, accountId: id, title: `${connection.name} needs you (${name})`, body: sentence(problem), page: '/connections' }];
  });
}

/** What connections have is told above, by its codes. */
function noteCauses({ id, name, notes }: AccountStatus, last: Run | undefined): Cause[] {
  return notes.flatMap((note): Cause[] => {
    const message = note.about === 'run' ? last?.messages.find((each) => note.message.endsWith(each.message)) : undefined;
    if (note.about === 'connection' || (message !== undefined && message.connectionId !== null)) return [];
    const page = { workbook: '/workbook', run: last === undefined ? '/' : `/activity/${last.id}`, plan: '/' }[note.about];
    return [{ key: `${id} ${note.about} ${message?.code ?? wordsOf(note)}`, accountId: id, title: `${name} needs you`, body: sentence(note), page }];
  });
}

/** Numbers and times in a message change from one look to the next. */
function wordsOf({ message }: StatusNote): string {
  return digest(message.replaceAll(/\d+/g, '#'));
}

function sentence({ message, remedy }: { readonly message: string; readonly remedy: string | null }): string {
  return remedy === null ? message : `${message} ${remedy}`;
}

/** Null for a run that brought nothing, or whose person is sitting there. */
function newsOf({ id, accountId, trigger, counts }: Run): Omit<Cause, 'key'> | null {
  if (counts.added === 0 || trigger === 'person') return null;
  const title = counts.added === 1 ? 'One new transaction' : `${counts.added} new transactions`;
  return { accountId, title, body: 'In your spreadsheet now.', page: `/activity/${id}` };
}

/** A file that is missing or damaged means that nothing was told; at worst something is told twice. */
function recall(path: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
