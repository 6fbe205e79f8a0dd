import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../../platform/data-folder.ts';
import { hasTrayPlace } from './tray-presence.ts';

export interface TrayPlaceOptions {
  readonly system: System;
  readonly signal: AbortSignal;
  /** Whether there is a place now. */
  readonly hasPlace?: (system: System) => Promise<boolean>;
  /** Between two questions. */
  readonly everyMs?: number;
}

const EVERY_MS = 2000;
const QUESTIONS = 60;

/**
 * At a login the panel may come up after the programs that it is to show. An icon that was made before stays unseen for
 * good, so it is asked for again for two minutes. False when it never came, or `signal` gave up.
 */
export async function awaitTrayPlace({
  system,
  signal,
  hasPlace = hasTrayPlace,
  everyMs = EVERY_MS,
}: TrayPlaceOptions): Promise<boolean> {
  for (let question = 0; question < QUESTIONS && !signal.aborted; question += 1) {
    if (await hasPlace(system)) return true;
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return false;
}
