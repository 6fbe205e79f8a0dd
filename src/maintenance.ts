import { listKinds } from './core/kind-list.ts';
import { existsSync } from 'node:fs';
import type { Finding, RepairView } from './contract/control/service.ts';
import { systemClock } from './platform/clock.ts';
import type { ServiceConfig } from './platform/config.ts';
import { openDataFolder } from './platform/data-folder.ts';
import { toPennyrowError, type PennyrowError, reportOf } from './platform/errors.ts';
import { checkMachine } from './platform/machine-checks.ts';
import { openStore } from './store/store.ts';
import { repairDatabase } from './store/repair/repair.ts';
import * as WORKBOOK_KINDS from './workbooks/kinds.ts';
import type { WorkbookKind } from './workbooks/workbook-kind.ts';

/** What is found where the database is so damaged that nothing else can be asked. */
export async function findingsBesideDamage(config: ServiceConfig, damage: PennyrowError): Promise<Finding[]> {
  const machine = await checkMachine(openDataFolder(config.dataFolder));
  return [...machine, { check: 'database', about: 'database', name: null, status: 'problem', ...reportOf(damage) }];
}

/**
 * Rebuilds the database of a data folder that no service runs on, where it is damaged; null where it is sound.
 *
 * @throws PennyrowError store_in_use, store_too_new, or the system's own problem
 */
export function repairDataFolder(config: ServiceConfig): RepairView | null {
  const { database, backups, defaultWorkbook } = openDataFolder(config.dataFolder);
  const options = { path: database, backupFolder: backups, clock: systemClock };
  try {
    openStore(options).close();
    return null;
  } catch (thrown) {
    if (toPennyrowError(thrown).code !== 'store_damaged') throw thrown;
  }
  const fileKind = listKinds<WorkbookKind>(WORKBOOK_KINDS).find(({ isDefault }) => isDefault === true);
  const workbook = existsSync(defaultWorkbook) ? JSON.stringify({ kind: fileKind?.id, path: defaultWorkbook }) : null;
  return repairDatabase({ ...options, account: { timeZone: config.timeZone, workbook } });
}
