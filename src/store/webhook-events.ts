import type { Instant } from '../core/calendar-date.ts';
import type { Report } from '../messages/parameters.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, parseStored } from './table.ts';

export interface WebhookEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly at: Instant;
  readonly body: string;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export interface Delivery {
  readonly webhookId: string;
  readonly sequence: number;
  readonly eventId: string;
  readonly type: string;
  readonly at: Instant;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAtMs: number | null;
  readonly lastAt: Instant | null;
  readonly problem: Report | null;
}

type DeliveryRow = Omit<Delivery, 'problem'> & { readonly problem: string | null };

export function addWebhookEvent(db: Writer, event: WebhookEvent): void {
  db.transaction(() => {
    const receivers = db.all<{ id: string }>(
      `SELECT id FROM webhook
       WHERE account_id = ? AND EXISTS (SELECT 1 FROM json_each(webhook.events) WHERE json_each.value = ?)`,
      event.accountId,
      event.type,
    );
    if (receivers.length === 0) return;
    const { id, accountId, type, at, body } = event;
    insertRow(db, 'webhook_event', { id, accountId, type, at, body });
    const sql = `INSERT INTO webhook_delivery (webhook_id, sequence, state, attempts)
      SELECT ?, sequence, 'waiting', 0 FROM webhook_event WHERE id = ?`;
    for (const receiver of receivers) db.run(sql, receiver.id, id);
  });
}

export function nextDelivery(db: Reader, webhookId: string): Delivery | null {
  const row = db.get<DeliveryRow>(
    `${SELECT} WHERE delivery.webhook_id = ? AND state = 'waiting' ORDER BY delivery.sequence LIMIT 1`,
    webhookId,
  );
  return row === undefined ? null : toDelivery(row);
}

/** Newest first; `before` is the last sequence of the previous page. */
export function listDeliveries(
  db: Reader,
  webhookId: string,
  {
    limit,
    before = null,
    triedOnly = false,
  }: { readonly limit: number; readonly before?: number | null | undefined; readonly triedOnly?: boolean },
): Delivery[] {
  return db
    .all<DeliveryRow>(
      `${SELECT} WHERE delivery.webhook_id = ? AND delivery.sequence < ? ${triedOnly ? 'AND delivery.last_at IS NOT NULL' : ''}
       ORDER BY delivery.sequence DESC LIMIT ?`,
      webhookId,
      before ?? Number.MAX_SAFE_INTEGER,
      limit,
    )
    .map(toDelivery);
}

export function countDeliveries(db: Reader, webhookId: string, state: DeliveryState): number {
  const sql = 'SELECT count(*) FROM webhook_delivery WHERE webhook_id = ? AND state = ?';
  return db.value<number>(sql, webhookId, state) ?? 0;
}

export function findEventBody(db: Reader, sequence: number): string | null {
  return db.value<string>('SELECT body FROM webhook_event WHERE sequence = ?', sequence) ?? null;
}

export function recordDelivered(db: Writer, { webhookId, sequence }: Delivery, at: Instant): void {
  db.run(
    `UPDATE webhook_delivery
     SET state = 'delivered', attempts = attempts + 1, next_at = NULL, last_at = ?, problem = NULL
     WHERE webhook_id = ? AND sequence = ?`,
    at,
    webhookId,
    sequence,
  );
}

/** `nextAtMs`: the time of the next attempt in epoch milliseconds; null for no further attempt. */
export function recordNotDelivered(
  db: Writer,
  { webhookId, sequence }: Delivery,
  at: Instant,
  { nextAtMs, why }: { readonly nextAtMs: number | null; readonly why: Report },
): void {
  db.run(
    `UPDATE webhook_delivery SET state = ?, attempts = attempts + 1, next_at = ?, last_at = ?, problem = ?
     WHERE webhook_id = ? AND sequence = ?`,
    nextAtMs === null ? 'failed' : 'waiting',
    nextAtMs,
    at,
    JSON.stringify(why),
    webhookId,
    sequence,
  );
}

export function resend(db: Writer, webhookId: string, eventIds: readonly string[] | null): number {
  const which =
    eventIds === null
      ? `state = 'failed'`
      : `sequence IN (SELECT sequence FROM webhook_event WHERE id IN (SELECT value FROM json_each(?)))`;
  return db.run(
    `UPDATE webhook_delivery SET state = 'waiting', attempts = 0, next_at = NULL WHERE webhook_id = ? AND ${which}`,
    webhookId,
    ...(eventIds === null ? [] : [JSON.stringify(eventIds)]),
  );
}

export function removeEventsBefore(db: Writer, before: Instant): void {
  db.run(
    `DELETE FROM webhook_event
     WHERE at < ? AND NOT EXISTS (
       SELECT 1 FROM webhook_delivery AS delivery JOIN webhook ON webhook.id = delivery.webhook_id
       WHERE delivery.sequence = webhook_event.sequence
         AND delivery.state = 'waiting' AND webhook.disabled_at IS NULL)`,
    before,
  );
}

const SELECT = /* sql */ `
  SELECT delivery.webhook_id AS webhookId, delivery.sequence, event.id AS eventId, event.type, event.at, delivery.state,
    delivery.attempts, delivery.next_at AS nextAtMs, delivery.last_at AS lastAt, delivery.problem
  FROM webhook_delivery AS delivery JOIN webhook_event AS event USING (sequence)`;

function toDelivery(row: DeliveryRow): Delivery {
  return { ...row, problem: row.problem === null ? null : parseStored<Report>('why a delivery failed', row.problem) };
}
