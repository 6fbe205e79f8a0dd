import { mintToken } from '../platform/api-token.ts';
import type { Clock } from '../platform/clock.ts';
import type { Grant } from './grant.ts';

/**
 * Tokens of this process alone, for a command of its owner that has just asked over the local socket: nothing is stored,
 * and no list of tokens grows with each call.
 */
export interface Passes {
  /** A token that lets requests in for a minute, with nothing but these scopes. */
  issue(accountId: string, scopes: Grant['scopes']): string;
  /** The grant of a pass in the header Authorization; null without one. */
  find(authorization: string): Grant | null;
}

const GOOD_FOR_MS = 60_000;

export function createPasses(clock: Clock): Passes {
  /** By the whole header. As with tokens: a hash table with a seed of its own tells nothing of how much of a guess was right. */
  const issued = new Map<string, { readonly grant: Grant; readonly endsMs: number }>();
  return {
    issue: (accountId, scopes) => {
      for (const [header, { endsMs }] of issued) if (endsMs <= clock.now()) issued.delete(header);
      const { token } = mintToken();
      issued.set(`Bearer ${token}`, {
        grant: { tokenId: null, accountId, scopes },
        endsMs: clock.now() + GOOD_FOR_MS,
      });
      return token;
    },
    find: (authorization) => {
      const found = issued.get(authorization);
      return found !== undefined && clock.now() < found.endsMs ? found.grant : null;
    },
  };
}
