import type { MailView } from '../contract/control/mail.ts';
import type { MailManager } from '../control/dependencies.ts';
import { toInstant } from '../core/calendar-date.ts';
import { problem } from '../messages/problem.ts';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { findAccount, type Account } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import { findLastEndedRun } from '../store/finished-runs.ts';
import {
  addMailDigest,
  changeMailDigest,
  findMailDigest,
  removeMailDigest,
  retryMail,
  type MailDigest,
} from '../store/mail-digests.ts';
import type { MailLine, MailTarget } from './send-mail.ts';
import { nextSlot, previousSlot } from './slots.ts';
import { isSameLogin, readTarget, saveTarget } from './target.ts';

export interface ManagerOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly newId: (kind: string) => string;
  readonly line?: MailLine | undefined;
  readonly listen: (changed: (accountId: string) => void) => void;
  /** Something may be due. */
  readonly check: () => void;
  readonly signal: AbortSignal;
}

export function createManager(options: ManagerOptions): MailManager {
  const { store, clock, secrets, newId } = options;

  function required(accountId: string): { readonly account: Account; readonly digest: MailDigest } {
    const account = findAccount(store, accountId);
    if (account === null) throw new PennyrowError(problem('account_unknown', { account: accountId, known: null }));
    const digest = findMailDigest(store, accountId);
    if (digest === null) throw new PennyrowError(problem('mail_none', { account: account.name }));
    return { account, digest };
  }

  /** Null where nothing can be unsealed. */
  const known = (accountId: string): Promise<MailTarget | null> => readTarget(secrets, accountId).catch(() => null);

  async function view(accountId: string): Promise<MailView> {
    const { account, digest } = required(accountId);
    const target = await known(accountId);
    const { cycle, waiting, attempts, nextAtMs, lastSentAt } = digest;
    return {
      accountId,
      ...cycle,
      timeZone: account.timeZone,
      target: target === null ? null : { server: target.server, from: target.from, to: target.to },
      nextAt: toInstant(nextSlot(cycle, account.timeZone, clock.now())),
      lastSentAt,
      waiting:
        waiting === null
          ? null
          : {
              since: waiting.madeAt,
              attempts,
              nextAt: nextAtMs === null ? null : toInstant(nextAtMs),
              problem: digest.problem,
            },
    };
  }

  return {
    get: async (accountId) => (findMailDigest(store, accountId) === null ? null : view(accountId)),
    set: async ({ accountId, server, password, from, to, ...cycle }) => {
      const kept = await known(accountId);
      const own = kept !== null && isSameLogin(kept.server, server) ? kept.password : null;
      const secret = server.user === null ? null : (password ?? own);
      if (server.user !== null && secret === null) throw new PennyrowError(problem('mail_password', {}));
      // First, so that no digest is ever without its server.
      await saveTarget(secrets, accountId, { server, password: secret, from, to });
      const account = findAccount(store, accountId);
      if (account === null) throw new PennyrowError(problem('account_unknown', { account: accountId, known: null }));
      const nowMs = clock.now();
      // What was due before a person chose this time is not made up for.
      const lastSlotMs = previousSlot(cycle, account.timeZone, nowMs);
      store.transaction(() => {
        if (findMailDigest(store, accountId) !== null) return changeMailDigest(store, { accountId, cycle, lastSlotMs });
        const toldRun = findLastEndedRun(store, accountId);
        addMailDigest(store, { accountId, cycle, lastSlotMs, toldRun, toldAt: toInstant(nowMs) });
      });
      options.check();
      return view(accountId);
    },
    test: async (accountId, signal) => {
      const { account, digest } = required(accountId);
      const target = await known(accountId);
      if (target === null) throw new PennyrowError(problem('mail_secret', {}));
      const { sendMail } = await import('./send-mail.ts');
      const { speechOf, messageId } = await import('./message.ts');
      const { writeTest } = await import('./write-digest.ts');
      const written = writeTest(account.name, await speechOf(digest.cycle.language));
      const message = { id: messageId(newId('mail'), target.from), madeAt: toInstant(clock.now()), ...written };
      await sendMail(target, message, { line: options.line, signal: AbortSignal.any([signal, options.signal]) });
      retryMail(store, accountId);
      options.check();
      return { to: target.to };
    },
    remove: (accountId) => removeMailDigest(store, required(accountId).account.id),
    onChange: options.listen,
  };
}
