import type { Instant } from '../core/calendar-date.ts';
import type { Reader } from '../store/database.ts';
import { findMirrorState } from '../store/mirror.ts';
import { withSoundMirror } from '../sync/sound-mirror.ts';
import type { Sync } from '../sync/sync.ts';
import type { Refusal } from './answer.ts';
import { createMemo } from './memo.ts';

/** The mirror that an answer is made of. */
export interface CurrentMirror {
  readonly version: number;
  /** When it was last known to equal the workbook. */
  readonly asOf: Instant;
}

export interface MirrorAccess {
  /** The mirror, as fresh as it can be had; a refusal when the workbook was never read and cannot be read now. */
  current(accountId: string): Promise<CurrentMirror | Refusal>;
  /** Does what reads the mirror's rows, once more where they were damaged and had to be read from the workbook again. */
  sound<Result>(accountId: string, work: () => Promise<Result>): Promise<Result>;
}

export function createMirrorAccess(store: Reader, sync: Pick<Sync, 'freshen' | 'rebuildMirror'>): MirrorAccess {
  const states = createMemo(store, (accountId) => findMirrorState(store, accountId));
  return {
    sound: (accountId, work) => withSoundMirror(sync, accountId, work),
    current: async (accountId) => {
      const { asOf, problem } = await sync.freshen(accountId);
      const state = states.get(accountId);
      if (state === null) {
        const why =
          problem === null ? 'There is no workbook yet. Choose one first.' : `${problem.message} ${problem.remedy}`;
        return { status: 503, error: why };
      }
      return { version: state.version, asOf: asOf !== null && asOf > state.verifiedAt ? asOf : state.verifiedAt };
    },
  };
}

/** `part` names what of the mirror the answer shows. */
export function mirrorHeaders(
  { version, asOf }: CurrentMirror,
  part: string,
): { readonly ETag: string; readonly 'Pennyrow-As-Of': string } {
  return { ETag: `"${version.toString(36)}-${part}"`, 'Pennyrow-As-Of': asOf };
}
