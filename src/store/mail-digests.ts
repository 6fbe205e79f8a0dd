import type { Instant } from '../core/calendar-date.ts';
import type { Report } from '../messages/parameters.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

/** When a digest is sent, and in which words; see `MailCycle` of the contract. */
interface Cycle {
  readonly cycle: 'daily' | 'weekly';
  readonly weekday: number;
  readonly time: string;
  readonly language: string;
  readonly listsTransactions: boolean;
}

/** A message as it is handed to the server, at each attempt the same. */
export interface WaitingMail {
  /** Its Message-ID, by which a mailbox knows one that comes twice. */
  readonly id: string;
  readonly madeAt: Instant;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The digest of an account, as far as it got. Its server, addresses and password are in the vault. */
export interface MailDigest {
  readonly accountId: string;
  readonly cycle: Cycle;
  /** The last moment of the cycle that was dealt with, in milliseconds since 1970. */
  readonly lastSlotMs: number;
  /** The last run that a digest has told of; null where there was none. */
  readonly toldRun: string | null;
  /** When that digest was made, or the first one asked for. */
  readonly toldAt: Instant;
  readonly lastSentAt: Instant | null;
  readonly waiting: WaitingMail | null;
  /** How often the waiting one was tried. */
  readonly attempts: number;
  /** When it is tried next, in milliseconds since 1970; null for at once. */
  readonly nextAtMs: number | null;
  /** Why the last attempt failed. */
  readonly problem: Report | null;
}

interface MailDigestRow {
  account_id: string;
  cycle: string;
  last_slot: number;
  told_run: string | null;
  told_at: string;
  last_sent_at: string | null;
  waiting: string | null;
  attempts: number;
  next_at: number | null;
  problem: string | null;
}

/** Under which name the vault seals the server, the addresses and the password; the database removes them with it. */
export function secretOfMail(accountId: string): string {
  return `mail/${accountId}`;
}

export function listMailDigests(db: Reader): MailDigest[] {
  return db.all<MailDigestRow>('SELECT * FROM mail_digest ORDER BY account_id').map(toMailDigest);
}

export function findMailDigest(db: Reader, accountId: string): MailDigest | null {
  const row = db.get<MailDigestRow>('SELECT * FROM mail_digest WHERE account_id = ?', accountId);
  return row === undefined ? null : toMailDigest(row);
}

export function addMailDigest(
  db: Writer,
  digest: Pick<MailDigest, 'accountId' | 'cycle' | 'lastSlotMs' | 'toldRun' | 'toldAt'>,
): void {
  db.run(
    `INSERT INTO mail_digest (account_id, cycle, last_slot, told_run, told_at, attempts) VALUES (?, ?, ?, ?, ?, 0)`,
    digest.accountId,
    JSON.stringify(digest.cycle),
    digest.lastSlotMs,
    digest.toldRun,
    digest.toldAt,
  );
}

/** What waits is tried at once: a person has just put something right. */
export function changeMailDigest(
  db: Writer,
  { accountId, cycle, lastSlotMs }: Pick<MailDigest, 'accountId' | 'cycle' | 'lastSlotMs'>,
): void {
  db.run(
    'UPDATE mail_digest SET cycle = ?, last_slot = ?, next_at = NULL WHERE account_id = ?',
    JSON.stringify(cycle),
    lastSlotMs,
    accountId,
  );
}

export function removeMailDigest(db: Writer, accountId: string): void {
  db.run('DELETE FROM mail_digest WHERE account_id = ?', accountId);
}

/** This moment of the cycle was dealt with, and had nothing to tell. */
export function passSlot(db: Writer, accountId: string, slotMs: number): void {
  db.run('UPDATE mail_digest SET last_slot = ? WHERE account_id = ?', slotMs, accountId);
}

/** The message, the moment of the cycle that it is for and what it tells become so together. */
export function keepMail(
  db: Writer,
  accountId: string,
  {
    waiting,
    slotMs,
    toldRun,
  }: { readonly waiting: WaitingMail; readonly slotMs: number; readonly toldRun: string | null },
): void {
  db.run(
    `UPDATE mail_digest SET waiting = ?, last_slot = ?, told_run = ?, told_at = ?, attempts = 0, next_at = NULL, problem = NULL
     WHERE account_id = ?`,
    JSON.stringify(waiting),
    slotMs,
    toldRun,
    waiting.madeAt,
    accountId,
  );
}

/** Of that message alone: a later one stays as it is. */
export function recordMailSent(db: Writer, accountId: string, mailId: string, at: Instant): void {
  db.run(
    `UPDATE mail_digest SET last_sent_at = ?, waiting = NULL, attempts = 0, next_at = NULL, problem = NULL
     WHERE account_id = ? AND waiting ->> 'id' = ?`,
    at,
    accountId,
    mailId,
  );
}

export function recordMailFailed(
  db: Writer,
  accountId: string,
  mailId: string,
  { nextAtMs, why }: { readonly nextAtMs: number; readonly why: Report },
): void {
  db.run(
    `UPDATE mail_digest SET attempts = attempts + 1, next_at = ?, problem = ?
     WHERE account_id = ? AND waiting ->> 'id' = ?`,
    nextAtMs,
    JSON.stringify(why),
    accountId,
    mailId,
  );
}

/** What waits is tried at once. */
export function retryMail(db: Writer, accountId: string): void {
  db.run('UPDATE mail_digest SET next_at = NULL WHERE account_id = ?', accountId);
}

function toMailDigest(row: MailDigestRow): MailDigest {
  return {
    accountId: row.account_id,
    cycle: parseStored<Cycle>('when a digest is mailed', row.cycle),
    lastSlotMs: row.last_slot,
    toldRun: row.told_run,
    toldAt: row.told_at as Instant,
    lastSentAt: row.last_sent_at as Instant | null,
    waiting: row.waiting === null ? null : parseStored<WaitingMail>('a digest that waits', row.waiting),
    attempts: row.attempts,
    nextAtMs: row.next_at,
    problem: row.problem === null ? null : parseStored<Report>('why a digest was not taken', row.problem),
  };
}
