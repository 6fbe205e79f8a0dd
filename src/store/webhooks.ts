import type { Instant } from '../core/calendar-date.ts';
import type { Report } from '../messages/parameters.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, parseStored, tableOf } from './table.ts';

export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly shape: string;
  readonly origin: string;
  readonly events: readonly string[];
  readonly allowsPrivate: boolean;
  readonly createdAt: Instant;
  readonly disabled: { readonly at: Instant; readonly why: Report } | null;
}

interface WebhookRow extends Omit<Webhook, 'disabled'> {
  readonly disabledAt: Instant | null;
  readonly disabledWhy: Report;
}

const WEBHOOKS = tableOf<Webhook, WebhookRow>(
  'webhook',
  'id account_id name shape origin events allows_private created_at disabled_at disabled_why',
  {
    json: { events: 'the events of a webhook', disabledWhy: 'why a webhook is disabled' },
    flags: ['allowsPrivate'],
    convert: ({ disabledAt: at, disabledWhy: why, ...row }) => ({ ...row, disabled: at === null ? null : { at, why } }),
  },
);

export function listWebhooks(db: Reader, accountId: string | null): Webhook[] {
  return WEBHOOKS.list(db, 'WHERE account_id = coalesce(?, account_id) ORDER BY created_at, id', accountId);
}

export function findWebhook(db: Reader, id: string): Webhook | null {
  return WEBHOOKS.find(db, 'WHERE id = ?', id);
}

export function addWebhook(db: Writer, webhook: Omit<Webhook, 'disabled'>): void {
  const { id, accountId, name, shape, origin, events, allowsPrivate, createdAt } = webhook;
  insertRow(db, 'webhook', { id, accountId, name, shape, origin, events, allowsPrivate, createdAt });
}

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

export function enableWebhook(db: Writer, id: string): void {
  db.transaction(() => {
    db.run('UPDATE webhook SET disabled_at = NULL, disabled_why = NULL WHERE id = ?', id);
    db.run(`UPDATE webhook_delivery SET attempts = 0, next_at = NULL WHERE webhook_id = ? AND state = 'waiting'`, id);
  });
}

export function secretOfWebhook(id: string): string {
  return `webhook/${id}`;
}

export function listReportedNeeds<Need>(db: Reader, accountId: string): ReadonlyMap<string, Need> {
  const rows = db.all<{ key: string; told: string }>(
    'SELECT key, told FROM webhook_told WHERE account_id = ?',
    accountId,
  );
  return new Map(rows.map(({ key, told }) => [key, parseStored<Need>('what webhooks were told', told)]));
}

export function saveReportedNeed(db: Writer, accountId: string, key: string, need: unknown): void {
  const sql = 'INSERT OR REPLACE INTO webhook_told (account_id, key, told) VALUES (?, ?, ?)';
  db.run(sql, accountId, key, JSON.stringify(need));
}

export function removeReportedNeed(db: Writer, accountId: string, key: string): void {
  db.run('DELETE FROM webhook_told WHERE account_id = ? AND key = ?', accountId, key);
}
