import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/desktop/host/start-service.ts';
import { keepFolder, writeCopy, type KeptFolder } from './folder-copy.ts';
import { oncePerRun } from './once-per-run.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Created once for each run. */
let cached: Promise<KeptFolder> | undefined;

/**
 * A data folder after a first start, with the vault's key in a file, from which a desktop's keychain imports it. A first
 * start takes several times as long as a later one, and has separate tests.
 */
export async function startedFolder(): Promise<string> {
  cached ??= firstStart();
  const folder = temporaryFolder();
  writeCopy(await cached, folder);
  return folder;
}

async function firstStart(): Promise<KeptFolder> {
  const folder = await oncePerRun('host', async (empty) => {
    const service = await startService({ ...readConfig({ dataDir: empty, timeZone: 'Europe/Berlin' }), port: 0 });
    await service.close();
  });
  return keepFolder(folder);
}
