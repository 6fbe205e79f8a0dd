/** An account of a consent, which other consents call otherwise. */
export interface ConsentedAccount {
  /** What it is known again by. */
  readonly identity: string;
  /** All that tells it from others, over consents. */
  readonly hashes: readonly string[];
}

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
