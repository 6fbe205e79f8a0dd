import type { Secrets } from '../platform/secrets.ts';
import { secretOfMail } from '../store/mail-digests.ts';
import type { MailTarget } from './send-mail.ts';

/** Null where there is none; throws what the vault does where it cannot be unsealed. */
export async function readTarget(secrets: Secrets, accountId: string): Promise<MailTarget | null> {
  const sealed = await secrets.read(secretOfMail(accountId));
  return sealed === null ? null : (JSON.parse(sealed) as MailTarget);
}

export async function saveTarget(secrets: Secrets, accountId: string, target: MailTarget): Promise<void> {
  await secrets.save(secretOfMail(accountId), JSON.stringify(target));
}

/** A password is sent nowhere but where a person entered it for. */
export function isSameLogin(a: MailTarget['server'], b: MailTarget['server']): boolean {
  return a.host === b.host && a.port === b.port && a.user === b.user;
}
