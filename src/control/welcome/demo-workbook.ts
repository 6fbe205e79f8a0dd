import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import { listConnections, removeConnection } from '../../store/connections.ts';
import type { Reader, Writer } from '../../store/database.ts';
import { readSetting, saveSetting } from '../../store/settings.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce } from '../handler.ts';

const KEY = 'demo';

/** Paths of the workbooks that the demo made, by account. */
type Remembered = Readonly<Record<string, string>>;

/** The path of the demo's workbook, while it is the account's; else null. */
export function demoWorkbookOf(db: Reader, { id, workbook }: Pick<Account, 'id' | 'workbook'>): string | null {
  const path = (readSetting(db, KEY) as Remembered | undefined)?.[id];
  return path !== undefined && workbook !== null && 'path' in workbook && workbook.path === path ? path : null;
}

export function rememberDemoWorkbook(db: Writer, accountId: string, path: string): void {
  saveSetting(db, KEY, { ...(readSetting(db, KEY) as Remembered | undefined), [accountId]: path });
}

/**
 * To be called before an account gets another workbook: the demo bank goes with the demo's, else it would fill the
 * next one with made-up transactions. What is connected from then on is the person's own, also when it is the same file.
 */
export function leaveDemo(
  { store, sources, connectionsChanged }: Pick<Collaborators, 'store' | 'sources' | 'connectionsChanged'>,
  announce: Announce,
  account: Account,
): void {
  if (demoWorkbookOf(store, account) === null) return;
  const { [account.id]: _left, ...others } = readSetting(store, KEY) as Remembered;
  store.transaction(() => {
    for (const { id, source } of listConnections(store, account.id))
      if (sources.find(source)?.group === 'trial') removeConnection(store, id);
    saveSetting(store, KEY, others);
  });
  connectionsChanged(account.id);
  announce('connections', account.id);
}

/** Real transactions among made-up ones would make both worthless. */
export function requireNoDemo(db: Reader, account: Account): void {
  const path = demoWorkbookOf(db, account);
  if (path === null) return;
  throw new PennyrowError(problem('workbook_demo', { path }));
}
