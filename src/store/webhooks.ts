import type { Instant } from '../core/calendar-date.ts';
import type { Report } from '../messages/parameters.ts';
import { parseStored } from './damage.ts';
import type { Reader, SqlValue, Writer } from './database.ts';

/** A receiver of what happens to an account. Its address and its secrets are in the vault. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** What its messages look like: "standard", "ntfy", … */
  readonly shape: string;
  /** Of its address, what is no secret: "https://ntfy.sh". */
  readonly origin: string;
  /** The types of event that it is sent. */
  readonly events: readonly string[];
  /** It may be at an address of the local network. */
  readonly allowsPrivate: boolean;
  readonly createdAt: Instant;
  /** Null as long as it is sent to. */
  readonly disabled: { readonly at: Instant; readonly why: Report } | null;
}

interface WebhookRow {
  id: string;
  account_id: string;
  name: string;
  shape: string;
  origin: string;
  events: string;
  allows_private: number;
  created_at: string;
  disabled_at: string | null;
  disabled_why: string | null;
}

/** Those of an account, or of all, in order of creation. */
export function listWebhooks(db: Reader, accountId: string | null): Webhook[] {
  const where = accountId === null ? '' : 'WHERE account_id = ?';
  const values: SqlValue[] = accountId === null ? [] : [accountId];
  return db.all<WebhookRow>(`SELECT * FROM webhook ${where} ORDER BY created_at, id`, ...values).map(toWebhook);
}

export function findWebhook(db: Reader, id: string): Webhook | null {
  const row = db.get<WebhookRow>('SELECT * FROM webhook WHERE id = ?', id);
  return row === undefined ? null : toWebhook(row);
}

export function addWebhook(db: Writer, webhook: Omit<Webhook, 'disabled'>): void {
  db.run(
    `INSERT INTO webhook (id, account_id, name, shape, origin, events, allows_private, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    webhook.id,
    webhook.accountId,
    webhook.name,
    webhook.shape,
    webhook.origin,
    JSON.stringify(webhook.events),
    webhook.allowsPrivate ? 1 : 0,
    webhook.createdAt,
  );
}

/** What waits for it goes too, and its secret; with an account's last one, all that was noted for webhooks. */
export function removeWebhook(db: Writer, id: string): void {
  db.transaction(() => {
    db.run('DELETE FROM webhook WHERE id = ?', id);
    db.run('DELETE FROM webhook_told WHERE account_id NOT IN (SELECT account_id FROM webhook)');
    db.run(
      `DELETE FROM ended_run
       WHERE run_id IN (SELECT id FROM run WHERE account_id NOT IN (SELECT account_id FROM webhook))`,
    );
  });
}

export function disableWebhook(db: Writer, id: string, at: Instant, why: Report): void {
  db.run('UPDATE webhook SET disabled_at = ?, disabled_why = ? WHERE id = ?', at, JSON.stringify(why), id);
}

/** What waited for it is due at once, with all its attempts before it. */
export function enableWebhook(db: Writer, id: string): void {
  db.transaction(() => {
    db.run('UPDATE webhook SET disabled_at = NULL, disabled_why = NULL WHERE id = ?', id);
    db.run(`UPDATE webhook_delivery SET attempts = 0, next_at = NULL WHERE webhook_id = ? AND state = 'waiting'`, id);
  });
}

/** Under which name the vault seals its address and its secrets; the database removes them together with it. */
export function secretOfWebhook(id: string): string {
  return `webhook/${id}`;
}

/** What needed attention when the webhooks of the account were told last, by its key. */
export function listTold<Told>(db: Reader, accountId: string): ReadonlyMap<string, Told> {
  const rows = db.all<{ key: string; told: string }>(
    'SELECT key, told FROM webhook_told WHERE account_id = ?',
    accountId,
  );
  return new Map(rows.map(({ key, told }) => [key, parseStored<Told>('what webhooks were told', told)]));
}

export function saveTold(db: Writer, accountId: string, key: string, told: unknown): void {
  db.run(
    'INSERT OR REPLACE INTO webhook_told (account_id, key, told) VALUES (?, ?, ?)',
    accountId,
    key,
    JSON.stringify(told),
  );
}

export function removeTold(db: Writer, accountId: string, key: string): void {
  db.run('DELETE FROM webhook_told WHERE account_id = ? AND key = ?', accountId, key);
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    shape: row.shape,
    origin: row.origin,
    events: parseStored<string[]>('the events of a webhook', row.events),
    allowsPrivate: row.allows_private === 1,
    createdAt: row.created_at as Instant,
    disabled:
      row.disabled_at === null
        ? null
        : {
            at: row.disabled_at as Instant,
            why: parseStored<Report>('why a webhook is disabled', row.disabled_why ?? 'null'),
          },
  };
}
