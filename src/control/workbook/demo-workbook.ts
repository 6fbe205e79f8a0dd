import { createError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import { listConnections, removeConnection } from '../../store/connections.ts';
import type { Reader, Writer } from '../../store/database.ts';
import { readSetting, saveSetting } from '../../store/settings.ts';
import type { Collaborators } from '../collaborators.ts';

const KEY = 'demo';

type Remembered = Readonly<Record<string, string>>;

export function demoWorkbookOf(db: Reader, { id, workbook }: Pick<Account, 'id' | 'workbook'>): string | null {
  const path = (readSetting(db, KEY) as Remembered | undefined)?.[id];
  return path !== undefined && workbook !== null && 'path' in workbook && workbook.path === path ? path : null;
}

export function rememberDemoWorkbook(db: Writer, accountId: string, path: string): void {
  saveSetting(db, KEY, { ...(readSetting(db, KEY) as Remembered | undefined), [accountId]: path });
}

export function leaveDemo({ store, sources, connectionsChanged, announce }: Collaborators, account: Account): void {
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

/** Throws `workbook_demo`, so that no real transactions are written into the workbook with invented ones. */
export function requireNoDemo(db: Reader, account: Account): void {
  const path = demoWorkbookOf(db, account);
  if (path === null) return;
  throw createError('workbook_demo', { path });
}
