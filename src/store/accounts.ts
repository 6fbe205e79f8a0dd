import type { Instant } from '../core/calendar-date.ts';
import type { WorkbookAddress } from '../core/workbook-address.ts';
import type { Layout } from '../core/snapshot.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

export interface Entitlement {
  readonly kind: 'personal' | 'trial' | 'subscription';
  /** The end of a trial or subscription; null if none is known. */
  readonly endsAt: Instant | null;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  /** IANA zone. */
  readonly timeZone: string;
  readonly entitlement: Entitlement;
  readonly workbook: WorkbookAddress | null;
  /** The layout of the workbook at the last read. */
  readonly layout: Layout | null;
  readonly createdAt: Instant;
}

interface AccountRow {
  id: string;
  name: string;
  time_zone: string;
  entitlement: Entitlement['kind'];
  entitlement_ends_at: string | null;
  workbook: string | null;
  layout: string | null;
  created_at: string;
}

export function listAccounts(db: Reader): Account[] {
  return db.all<AccountRow>('SELECT * FROM account ORDER BY created_at, id').map(toAccount);
}

export function findAccount(db: Reader, id: string): Account | null {
  const row = db.get<AccountRow>('SELECT * FROM account WHERE id = ?', id);
  return row === undefined ? null : toAccount(row);
}

/** A fast path for reads that need nothing else. */
export function findTimeZone(db: Reader, id: string): string | null {
  return db.get<{ time_zone: string }>('SELECT time_zone FROM account WHERE id = ?', id)?.time_zone ?? null;
}

/** Adds an account, or replaces everything but its layout. */
export function saveAccount(db: Writer, account: Omit<Account, 'layout'>): void {
  db.run(
    `INSERT INTO account (id, name, time_zone, entitlement, entitlement_ends_at, workbook, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET
       name = excluded.name,
       time_zone = excluded.time_zone,
       entitlement = excluded.entitlement,
       entitlement_ends_at = excluded.entitlement_ends_at,
       workbook = excluded.workbook`,
    account.id,
    account.name,
    account.timeZone,
    account.entitlement.kind,
    account.entitlement.endsAt,
    account.workbook === null ? null : JSON.stringify(account.workbook),
    account.createdAt,
  );
}

/** Records that the service rejected the permission, or that it was granted again. */
export function saveGrantLost(db: Writer, accountId: string, grantLost: boolean): void {
  const workbook = findAccount(db, accountId)?.workbook;
  if (workbook == null || 'path' in workbook || workbook.grantLost === grantLost) return;
  db.run('UPDATE account SET workbook = ? WHERE id = ?', JSON.stringify({ ...workbook, grantLost }), accountId);
}

export function saveLayout(db: Writer, accountId: string, layout: Layout | null): void {
  db.run('UPDATE account SET layout = ? WHERE id = ?', layout === null ? null : JSON.stringify(layout), accountId);
}

/** Removes the account and all its data, but not its workbook. */
export function removeAccount(db: Writer, id: string): void {
  db.run('DELETE FROM account WHERE id = ?', id);
}

/** True if syncs may be triggered: always for personal accounts, otherwise until the end. */
export function isEntitled(entitlement: Entitlement, nowMs: number): boolean {
  if (entitlement.kind === 'personal') return true;
  return entitlement.endsAt === null ? entitlement.kind === 'subscription' : Date.parse(entitlement.endsAt) > nowMs;
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    entitlement: { kind: row.entitlement, endsAt: row.entitlement_ends_at as Instant | null },
    workbook: row.workbook === null ? null : parseStored<WorkbookAddress>('where a workbook is', row.workbook),
    layout: row.layout === null ? null : parseStored<Layout>('the columns of a workbook', row.layout),
    createdAt: row.created_at as Instant,
  };
}
