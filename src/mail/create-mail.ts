import type { Control } from '../control/control.ts';
import type { MailManager } from '../control/dependencies.ts';
import { toInstant } from '../core/calendar-date.ts';
import type { Clock } from '../platform/clock.ts';
import { reportOf, toPennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Alarms, CancelAlarm } from '../schedules/alarms.ts';
import { findAccount } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import {
  findMailDigest,
  listMailDigests,
  recordMailFailed,
  recordMailSent,
  type MailDigest,
} from '../store/mail-digests.ts';
import { isDue, waitAfter } from './back-off.ts';
import { createManager } from './manage.ts';
import type { MailLine } from './send-mail.ts';
import { dueSlot } from './slots.ts';

export interface MailOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly newId: (kind: string) => string;
  readonly line?: MailLine | undefined;
}

export interface Mail {
  readonly manager: MailManager;
  /** Where it learns what needs attention; before anything else. */
  connect(control: Control): void;
  /** From now on digests are made when they are due, and sent. */
  start(alarms: Alarms): void;
  close(): Promise<void>;
}

/** How long the end waits for a server that is just taking a message: cut off there, it would be sent again. */
const GRACE_MS = 5000;

/**
 * A digest by mail for those who asked for one. It is made when it is due and then waits in the database until a server has
 * taken it: nothing is lost by a crash, and a message that comes twice has the same id. All that a start does not need is
 * loaded with the first one.
 */
export function createMail(options: MailOptions): Mail {
  const { store, clock, log, secrets, newId } = options;
  const closing = new AbortController();
  const ended = new AbortController();
  const listeners: ((accountId: string) => void)[] = [];
  let control: Control | null = null;
  let stopTicking: CancelAlarm | null = null;
  const busy = new Map<string, Promise<void>>();

  function changed(accountId: string): void {
    for (const listener of listeners) listener(accountId);
  }

  /** Whether one is to be made, or sent, now: most minutes bring neither. */
  function hasWork({ accountId, cycle, lastSlotMs, waiting, nextAtMs }: MailDigest): boolean {
    if (waiting !== null) return isDue(nextAtMs, clock.now());
    const account = findAccount(store, accountId);
    return account !== null && dueSlot(cycle, account.timeZone, lastSlotMs, clock.now()) !== null;
  }

  async function make(accountId: string): Promise<void> {
    if (control === null) return;
    const { makeDueDigest } = await import('./make-digest.ts');
    await makeDueDigest({ store, clock, secrets, newId, control, signal: closing.signal }, accountId);
  }

  /** Whether one was sent, so that there may be another. */
  async function send(accountId: string): Promise<boolean> {
    const digest = findMailDigest(store, accountId);
    const waiting = digest?.waiting ?? null;
    if (closing.signal.aborted || digest === null || waiting === null || !isDue(digest.nextAtMs, clock.now()))
      return false;
    const { attempt } = await import('./attempt.ts');
    const failure = await attempt({ secrets, line: options.line }, accountId, waiting, ended.signal);
    if (failure === null) recordMailSent(store, accountId, waiting.id, toInstant(clock.now()));
    else {
      const attempts = digest.attempts + 1;
      const nextAtMs = clock.now() + waitAfter(attempts, failure.isPassing);
      recordMailFailed(store, accountId, waiting.id, { nextAtMs, why: reportOf(failure.why) });
      log.warn({ accountId, attempts, why: failure.why.message }, 'A digest could not be mailed');
    }
    changed(accountId);
    return failure === null;
  }

  function check(): void {
    if (stopTicking === null || closing.signal.aborted) return;
    for (const digest of listMailDigests(store)) {
      const { accountId } = digest;
      if (busy.has(accountId) || !hasWork(digest)) continue;
      const work = make(accountId)
        .then(() => send(accountId))
        .catch((thrown: unknown) => {
          if (!closing.signal.aborted)
            log.error({ accountId, err: toPennyrowError(thrown) }, 'A digest could not be made; again in a minute');
          return false;
        })
        .then((isSent) => {
          busy.delete(accountId);
          if (isSent) check();
        });
      busy.set(accountId, work);
    }
  }

  return {
    manager: createManager({
      ...options,
      signal: closing.signal,
      listen: (listener) => listeners.push(listener),
      check,
    }),
    connect: (given) => {
      control = given;
    },
    start: (alarms) => {
      if (control === null || closing.signal.aborted) return;
      stopTicking = alarms.everyMinute(check);
      check();
    },
    close: async () => {
      stopTicking?.();
      closing.abort();
      const patience = setTimeout(() => ended.abort(), GRACE_MS);
      await Promise.all(busy.values());
      clearTimeout(patience);
    },
  };
}
