import type { SourceContext } from '../source-kind.ts';

/**
 * What a person chose under `statuses`. Who no longer wants pending transactions may have rows of some: those are asked for
 * until each is booked or gone, since what is not asked for cannot be told from what the bank dropped.
 */
export function pendingWanted({ settings, hasPendingRows }: Pick<SourceContext, 'settings' | 'hasPendingRows'>): {
  readonly isAskedFor: boolean;
  readonly skipsNew: boolean;
} {
  const isWanted = settings['statuses'] === 'pending';
  return { isAskedFor: isWanted || hasPendingRows, skipsNew: !isWanted };
}
