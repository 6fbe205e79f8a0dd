import type { Instant } from '../core/calendar-date.ts';
import type { WorkbookAddress } from '../core/workbook-address.ts';
import type { Layout } from '../core/snapshot.ts';
import { createError } from '../platform/errors.ts';
import { openDatabase, type Reader, type Writer } from './database.ts';
import { endAllSessions } from './sessions.ts';
import { insertRow, tableOf } from './table.ts';

export interface Entitlement {
  readonly kind: 'personal' | 'trial' | 'subscription';
  readonly endsAt: Instant | null;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly entitlement: Entitlement;
  readonly workbook: WorkbookAddress | null;
  readonly layout: Layout | null;
  readonly createdAt: Instant;
}

interface AccountRow extends Omit<Account, 'entitlement'> {
  readonly entitlement: Entitlement['kind'];
  readonly entitlementEndsAt: Instant | null;
}

const ACCOUNTS = tableOf<Account, AccountRow>(
  'account',
  'id name time_zone entitlement entitlement_ends_at workbook layout created_at',
  {
    json: { workbook: 'where a workbook is', layout: 'the columns of a workbook' },
    convert: ({ entitlement: kind, entitlementEndsAt: endsAt, ...account }) => {
      return { ...account, entitlement: { kind, endsAt } };
    },
  },
);

export function listAccounts(db: Reader): Account[] {
  return ACCOUNTS.list(db, 'ORDER BY created_at, id');
}

export function findAccount(db: Reader, id: string): Account | null {
  return ACCOUNTS.find(db, 'WHERE id = ?', id);
}

/** Throws PennyrowError `account_unknown`. */
export function requireAccount(db: Reader, id: string): Account {
  const account = findAccount(db, id);
  if (account !== null) return account;
  throw createError('account_unknown', { account: id, known: null });
}

/** Throws PennyrowError `account_unknown` or `workbook_none`. */
export function requireWorkbook(db: Reader, id: string): Account & { readonly workbook: WorkbookAddress } {
  const { workbook, ...account } = requireAccount(db, id);
  if (workbook !== null) return { ...account, workbook };
  throw createError('workbook_none', { account: account.name });
}

export function findTimeZone(db: Reader, id: string): string | null {
  return db.value<string>('SELECT time_zone FROM account WHERE id = ?', id) ?? null;
}

export function saveAccount(db: Writer, account: Omit<Account, 'layout'>): void {
  const { id, name, timeZone, entitlement, workbook, createdAt } = account;
  const { kind, endsAt } = entitlement;
  const row = { id, name, timeZone, entitlement: kind, entitlementEndsAt: endsAt, workbook, createdAt };
  insertRow(db, 'account', row, 'id');
}

export function saveGrantLost(db: Writer, accountId: string, grantLost: boolean): void {
  const workbook = findAccount(db, accountId)?.workbook;
  if (workbook == null || 'path' in workbook || workbook.grantLost === grantLost) return;
  db.run('UPDATE account SET workbook = ? WHERE id = ?', JSON.stringify({ ...workbook, grantLost }), accountId);
}

export function saveLayout(db: Writer, accountId: string, layout: Layout | null): void {
  db.run('UPDATE account SET layout = ? WHERE id = ?', layout === null ? null : JSON.stringify(layout), accountId);
}

export function removeAccount(db: Writer, id: string): void {
  db.run('DELETE FROM account WHERE id = ?', id);
}

/** True if the account may sync: a personal account always, any other account until its plan ends. */
export function isEntitled(entitlement: Entitlement, nowMs: number): boolean {
  if (entitlement.kind === 'personal') return true;
  return entitlement.endsAt === null ? entitlement.kind === 'subscription' : Date.parse(entitlement.endsAt) > nowMs;
}

/** Changes workbook paths in a restored database, and returns all paths. Ends all sessions: the user may have signed out since. */
export function moveWorkbooks(path: string, moved: ReadonlyMap<string, string>): string[] {
  const database = openDatabase(path);
  try {
    return database.transaction(() => {
      for (const [from, to] of moved) {
        database.run(
          `UPDATE account SET workbook = json_set(workbook, '$.path', ?) WHERE workbook ->> '$.path' = ?`,
          to,
          from,
        );
      }
      if (database.get(`SELECT 1 FROM sqlite_schema WHERE name = 'session'`) !== undefined) endAllSessions(database);
      const workbooks = database.all<{ path: string }>(
        `SELECT workbook ->> '$.path' AS path FROM account WHERE workbook ->> '$.path' IS NOT NULL`,
      );
      const folders = database.all<{ path: string }>(
        `SELECT settings ->> '$.folder' AS path FROM connection WHERE settings ->> '$.folder' IS NOT NULL`,
      );
      return [...workbooks, ...folders].map((row) => row.path);
    });
  } finally {
    database.close();
  }
}
