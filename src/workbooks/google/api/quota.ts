import type { Clock } from '../../../platform/clock.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { busy } from './google-errors.ts';

/**
 * Calls a minute that Google allows, https://developers.google.com/workspace/sheets/api/limits: for the project of
 * the OAuth client, and for one user in it. Looks by the Drive API have far higher limits of their own; they are
 * counted with the reads all the same, which keeps Pennyrow well on the safe side.
 */
export const CALLS_A_MINUTE = { project: 300, user: 60 } as const;

/** Longer than Google's minute: what leaves here evenly may arrive in a bunch. */
export const WINDOW_MS = 65_000;

/** A caller that would wait longer is told so instead; a thousand accounts with a sync at the same minute get through in less. */
const LONGEST_WAIT_MS = 10 * 60_000;

export type CallKind = 'read' | 'write';

/** Whose budgets a call is taken from; any texts. */
export interface Payer {
  readonly project: string;
  readonly user: string;
}

/** Keeps all accounts of this process within Google's limits: a call waits for its place rather than going over. */
export interface Quota {
  /** Resolves when the call may go out. Throws `workbook_quota` at once when its turn would come too late. */
  take(kind: CallKind, payer: Payer, signal?: AbortSignal): Promise<void>;
}

/** Moments at which calls went out or will, sorted. */
type Moments = number[];

/**
 * Places are given out in the order of asking, as moments: a caller sleeps until its own. `clock` must never be
 * set back, so not the wall clock.
 */
export function createQuota({ clock, sleep }: { readonly clock: Clock; readonly sleep: Sleep }): Quota {
  const budgets = new Map<string, Moments>();

  function budget(key: string, nowMs: number): Moments {
    const moments = budgets.get(key)?.filter((moment) => moment > nowMs - WINDOW_MS) ?? [];
    budgets.set(key, moments);
    return moments;
  }

  return {
    take: async (kind, { project, user }, signal) => {
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

/** The first moment around which both budgets have room. */
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

/**
 * `moment`, when fewer than `limit` calls lie within a window of it on either side, so that no window at all can
 * hold more; else the next moment worth a look.
 */
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
