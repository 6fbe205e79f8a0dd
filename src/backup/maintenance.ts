import type { Finding, RepairView } from '../contract/control/service.ts';
import { systemClock } from '../platform/clock.ts';
import type { ServiceConfig } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { exists } from '../platform/exists.ts';
import { toPennyrowError, type PennyrowError, reportOf } from '../platform/errors.ts';
import { checkMachine } from '../platform/machine-checks.ts';
import { isSound } from '../store/inspection.ts';
import { openStore } from '../store/store.ts';
import { repairDatabase } from '../store/repair.ts';

export async function findingsBesideDamage(config: ServiceConfig, damage: PennyrowError): Promise<Finding[]> {
  const machine = await checkMachine(openDataFolder(config.dataFolder));
  return [...machine, { check: 'database', about: 'database', name: null, status: 'problem', ...reportOf(damage) }];
}

/** Replaces a damaged database with its newest intact copy, or else moves it away. Null if intact. Throws `store_in_use`. */
export function repairDataFolder(config: ServiceConfig): RepairView | null {
  const { database, backups } = openDataFolder(config.dataFolder);
  const options = { path: database, backupFolder: backups, clock: systemClock };
  if (!exists(database) || isSound(database)) {
    try {
      openStore(options).close();
      return null;
    } catch (thrown) {
      if (toPennyrowError(thrown).code !== 'store_damaged') throw thrown;
    }
  }
  return repairDatabase(options);
}
