import { createPrivateKey, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { consentedAccount } from '../service/same-accounts.ts';

const account = z.extend(consentedAccount, {
  /** Of this session only. */
  uid: z.string(),
});

const sealed = z.object({
  applicationId: z.string(),
  /** PEM of PKCS#8. */
  privateKey: z.string(),
  sessionId: z.string(),
  /** Enable Banking tells their names and numbers once, with the consent. */
  accounts: z.array(account),
  /** Headers that the bank asks for to believe that a person is there. */
  personHeaders: z.array(z.string()),
});

export type SealedAccount = z.infer<typeof account>;

/** What the vault keeps of a consent. */
export type Sealed = z.infer<typeof sealed>;

export function readSealed(text: string): Sealed {
  return sealed.parse(JSON.parse(text));
}

export function keyOf({ privateKey }: Pick<Sealed, 'privateKey'>): KeyObject {
  return createPrivateKey(privateKey);
}
