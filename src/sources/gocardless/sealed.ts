import * as z from 'zod/mini';
import { consentedAccount } from '../service/same-accounts.ts';

const account = z.extend(consentedAccount, {
  /** Of this consent. */
  id: z.string(),
});

const sealed = z.object({
  secretId: z.string(),
  secretKey: z.string(),
  requisition: z.string(),
  /** The first day that the consent gives. */
  historyFrom: z.string(),
  /** Names and numbers count at the bank, so that they are asked for once, with the consent. */
  accounts: z.array(account),
});

export type SealedAccount = z.infer<typeof account>;

/** What the vault keeps of a consent. */
export type Sealed = z.infer<typeof sealed>;

export function readSealed(text: string): Sealed {
  return sealed.parse(JSON.parse(text));
}
