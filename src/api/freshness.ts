import type { Clock } from '../platform/clock.ts';
import type { Freshness, Sync } from '../sync/sync.ts';

const GOOD_FOR_MS = 1000;

/**
 * Asks sync to freshen the mirror, at most once a second for an account: between that, the last answer is
 * there at once and costs nothing.
 */
export function createFreshener(sync: Pick<Sync, 'freshen'>, clock: Clock): (accountId: string) => Freshness | Promise<Freshness> {
  const last = new Map<string, { readonly at: number; readonly freshness: Freshness }>();

  const ask = async (accountId: string): Promise<Freshness> => {
    const freshness = await sync.freshen(accountId);
    last.set(accountId, { at: clock.now(), freshness });
    return freshness;
  };

  return (accountId) => {
    const known = last.get(accountId);
    // The distance, so that a clock that was set back does not stop it.
    return known !== undefined && Math.abs(clock.now() - known.at) < GOOD_FOR_MS ? known.freshness : ask(accountId);
  };
}
