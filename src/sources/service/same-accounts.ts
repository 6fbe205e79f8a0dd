import * as z from 'zod/mini';

/** An account of a consent, which other consents call otherwise; as the vault keeps it. */
export const consentedAccount = z.object({
  /** What it is known again by. */
  identity: z.string(),
  /** All that tells it from others, over consents. */
  hashes: z.array(z.string()),
  name: z.nullable(z.string()),
  number: z.nullable(z.string()),
  currency: z.nullable(z.string()),
});

type ConsentedAccount = Pick<z.infer<typeof consentedAccount>, 'identity' | 'hashes'>;

/**
 * Accounts of a new consent, with the identity that each had before: with another of its numbers as the main one, an
 * account has another main hash, and one of the others is the same.
 */
export function sameAccounts<Account extends ConsentedAccount>(
  now: readonly Account[],
  before: readonly Account[],
): Account[] {
  return now.map((one) => {
    const earlier =
      before.find(({ identity }) => identity === one.identity) ??
      before.find(({ hashes }) => hashes.some((hash) => one.hashes.includes(hash)));
    const isTaken = now.some((other) => other !== one && other.identity === earlier?.identity);
    return earlier === undefined || isTaken ? one : { ...one, identity: earlier.identity };
  });
}
