import type { ElectronParts } from '../electron-parts.ts';

/**
 * Calls `onWake` when the machine wakes up or somebody unlocks it: timers stood still meanwhile, so what was due has
 * to be looked for. Returns what ends that.
 */
export function followPower(powerMonitor: ElectronParts['powerMonitor'], onWake: () => void): () => void {
  // Some Linux desktops tell of an unlocked screen only, others of both; looking twice costs nothing.
  powerMonitor.on('resume', onWake);
  powerMonitor.on('unlock-screen', onWake);
  return () => {
    powerMonitor.off('resume', onWake);
    powerMonitor.off('unlock-screen', onWake);
  };
}
