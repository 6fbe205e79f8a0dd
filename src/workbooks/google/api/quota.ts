import type { Clock } from '../../../platform/clock.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { busy } from './google-errors.ts';

/** https://developers.google.com/workspace/sheets/api/limits. Drive calls count as reads, although Drive's limits are higher. */
export const CALLS_A_MINUTE = { project: 300, user: 60 } as const;

/** Longer than Google's minute, because evenly spaced calls may arrive in a bunch. */
export const WINDOW_MS = 65_000;

/** Long enough for a thousand accounts that sync in the same minute. */
const LONGEST_WAIT_MS = 10 * 60_000;

export type CallKind = 'read' | 'write';

export interface Payer {
  readonly project: string;
  readonly user: string;
}

export type Quota = ReturnType<typeof createQuota>;

type Moments = number[];

/** Each caller gets the next free time and sleeps until then. `clock` must be monotonic. */
export function createQuota({ clock, sleep }: { readonly clock: Clock; readonly sleep: Sleep }) {
  const budgets = new Map<string, Moments>();

  function budget(key: string, nowMs: number): Moments {
    const moments = budgets.get(key)?.filter((moment) => moment > nowMs - WINDOW_MS) ?? [];
    budgets.set(key, moments);
    return moments;
  }

  return {
    /** Resolves when the call may be sent. Throws `workbook_quota` at once if the wait would be too long. */
    take: async (kind: CallKind, { project, user }: Payer, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      const nowMs = clock.now();
      const ofProject = budget(`${kind} ${project}`, nowMs);
      const ofUser = budget(`${kind} ${project} ${user}`, nowMs);
      const moment = firstFree(nowMs, ofProject, ofUser);
      if (moment - nowMs > LONGEST_WAIT_MS) throw busy();
      insert(ofProject, moment);
      insert(ofUser, moment);
      if (moment <= nowMs) return;
      try {
        await sleep(moment - nowMs, signal);
      } catch (thrown) {
        for (const key of [`${kind} ${project}`, `${kind} ${project} ${user}`]) withdraw(budgets.get(key), moment);
        throw thrown;
      }
    },
  };
}

function firstFree(nowMs: number, ofProject: Moments, ofUser: Moments): number {
  for (let moment = nowMs; ;) {
    const later = Math.max(
      roomAt(ofProject, CALLS_A_MINUTE.project, moment),
      roomAt(ofUser, CALLS_A_MINUTE.user, moment),
    );
    if (later === moment) return moment;
    moment = later;
  }
}

/** Returns `moment` if fewer than `limit` calls are within a window before and after it, else the next time to check. */
function roomAt(moments: Moments, limit: number, moment: number): number {
  const near = moments.filter((each) => Math.abs(each - moment) < WINDOW_MS);
  return near.length < limit ? moment : (near[near.length - limit] as number) + WINDOW_MS;
}

function insert(moments: Moments, moment: number): void {
  const place = moments.findLastIndex((each) => each <= moment);
  moments.splice(place + 1, 0, moment);
}

function withdraw(moments: Moments | undefined, moment: number): void {
  const place = moments?.lastIndexOf(moment) ?? -1;
  if (place >= 0) moments?.splice(place, 1);
}
