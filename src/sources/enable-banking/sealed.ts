import { createPrivateKey, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';

const account = z.object({
  /** Of this session only. */
  uid: z.string(),
  /** What it is known again by over sessions: see `sameAccounts`. */
  identity: z.string(),
  /** All that Enable Banking makes of its numbers. */
  hashes: z.array(z.string()),
  name: z.nullable(z.string()),
  number: z.nullable(z.string()),
  currency: z.nullable(z.string()),
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

/**
 * Accounts of a new consent, with the identity that each had before: with another of its numbers as the main one, an
 * account has another main hash, and one of the others is the same.
 */
export function sameAccounts(now: readonly SealedAccount[], before: readonly SealedAccount[]): SealedAccount[] {
  return now.map((one) => {
    const earlier =
      before.find(({ identity }) => identity === one.identity) ??
      before.find(({ hashes }) => hashes.some((hash) => one.hashes.includes(hash)));
    const isTaken = now.some((other) => other !== one && other.identity === earlier?.identity);
    return earlier === undefined || isTaken ? one : { ...one, identity: earlier.identity };
  });
}
