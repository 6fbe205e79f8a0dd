import { PennyrowError } from '../platform/errors.ts';
import type { Sync } from './sync.ts';

/**
 * Does what reads the mirror's rows. Where they are damaged the workbook is read again and the work done once more, so
 * `work` must have said nothing to anyone before it has read them all.
 */
export async function withSoundMirror<Result>(
  sync: Pick<Sync, 'rebuildMirror'>,
  accountId: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!isMirrorDamage(thrown)) throw thrown;
    await sync.rebuildMirror(accountId);
    return work();
  }
}

/** For what can do without the mirror: null where it is damaged. */
export function unlessDamaged<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (thrown) {
    if (isMirrorDamage(thrown)) return null;
    throw thrown;
  }
}

function isMirrorDamage(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'store_mirror_damaged';
}
