import { problem } from '../messages/problem.ts';
import { isPassingMailFailure } from '../control/mail-patience.ts';
import { PennyrowError, reportOf, toPennyrowError } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WaitingMail } from '../store/mail-digests.ts';
import { sendMail, type MailLine } from './send-mail.ts';
import { readTarget } from './target.ts';

export interface Failure {
  readonly why: PennyrowError;
  /** It may be taken later without anybody doing anything. */
  readonly isPassing: boolean;
}

/** One attempt; null where the server took it. Rejects only when the signal has ended: then nobody knows. */
export async function attempt(
  { secrets, line }: { readonly secrets: Secrets; readonly line: MailLine | undefined },
  accountId: string,
  mail: WaitingMail,
  signal: AbortSignal,
): Promise<Failure | null> {
  try {
    const target = await readTarget(secrets, accountId);
    if (target === null) throw new PennyrowError(problem('mail_secret', {}));
    await sendMail(target, mail, { line, signal });
    return null;
  } catch (thrown) {
    signal.throwIfAborted();
    const why = toPennyrowError(thrown);
    return { why, isPassing: isPassingMailFailure(reportOf(why)) };
  }
}
