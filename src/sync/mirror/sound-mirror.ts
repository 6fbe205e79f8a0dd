import { hasCode } from '../../platform/errors.ts';

/** If the mirror is damaged, it is rebuilt and `work` runs again, so `work` must read everything before its side effects. */
export async function withSoundMirror<Result>(
  sync: { rebuildMirror(accountId: string): Promise<void> },
  accountId: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!hasCode(thrown, 'store_mirror_damaged')) throw thrown;
    await sync.rebuildMirror(accountId);
    return work();
  }
}

export function unlessDamaged<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (thrown) {
    if (hasCode(thrown, 'store_mirror_damaged')) return null;
    throw thrown;
  }
}
