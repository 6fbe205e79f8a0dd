import type { AccountNeeds } from '../contract/control/service.ts';
import type { Control } from '../control/control.ts';
import { toInstant } from '../core/calendar-date.ts';
import type { Clock } from '../platform/clock.ts';
import { findAccount } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import { findMailDigest, keepMail, passSlot } from '../store/mail-digests.ts';
import type { Secrets } from '../platform/secrets.ts';
import { collectDigest, hasNews } from './collect.ts';
import { messageId, speechOf } from './message.ts';
import { dueSlot } from './slots.ts';
import { readTarget } from './target.ts';
import { writeDigest } from './write-digest.ts';

export interface MakeOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly newId: (kind: string) => string;
  readonly control: Pick<Control, 'call'>;
  readonly signal: AbortSignal;
}

/**
 * Makes the digest that is due, if one is: from then on it waits in the database to be sent. The moment that it is for is
 * dealt with and what it tells is told in that same transaction, so that a crash leaves both or neither.
 */
export async function makeDueDigest(options: MakeOptions, accountId: string): Promise<void> {
  const { store, clock, secrets, newId, control, signal } = options;
  const due = (): { readonly slotMs: number; readonly isDue: boolean } | null => {
    const [digest, account] = [findMailDigest(store, accountId), findAccount(store, accountId)];
    if (digest === null || account === null || digest.waiting !== null) return null;
    return dueSlot(digest.cycle, account.timeZone, digest.lastSlotMs, clock.now());
  };
  const first = due();
  if (first === null) return;
  if (!first.isDue) return passSlot(store, accountId, first.slotMs);
  const needs = ((await control.call('service.needs', {}, signal)) as readonly AccountNeeds[]).find(
    (one) => one.accountId === accountId,
  );
  // While a run is under way its connections are in between; the next look has its end.
  if (needs === undefined || needs.running) return;
  const from = (await readTarget(secrets, accountId).catch(() => null))?.from ?? 'pennyrow@localhost';
  const language = findMailDigest(store, accountId)?.cycle.language ?? 'en';
  const speech = await speechOf(language);
  if (signal.aborted) return;
  store.transaction(() => {
    const [digest, account, slot] = [findMailDigest(store, accountId), findAccount(store, accountId), due()];
    if (digest === null || account === null || slot === null) return;
    const content = collectDigest(store, account, needs, { ...digest, nowMs: clock.now() });
    // A week without news is told, as a sign of life; a day is not.
    if (digest.cycle.cycle === 'daily' && !hasNews(content)) return passSlot(store, accountId, slot.slotMs);
    keepMail(store, accountId, {
      slotMs: slot.slotMs,
      toldRun: content.toldRun,
      waiting: {
        id: messageId(newId('mail'), from),
        madeAt: toInstant(clock.now()),
        ...writeDigest(content, speech, digest.cycle),
      },
    });
  });
}
