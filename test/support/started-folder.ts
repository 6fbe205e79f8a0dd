import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/desktop/host/start-service.ts';
import { keepFolder, writeCopy, type KeptFolder } from './folder-copy.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Made once for each process that runs tests. */
let kept: Promise<KeptFolder> | undefined;

/**
 * A data folder as a first start left it, with the vault's key in its file, where a desktop's keychain takes it from. To start
 * for the first time costs several times what a start costs, and its own tests look at it.
 */
export async function startedFolder(): Promise<string> {
  kept ??= firstStart();
  const folder = temporaryFolder();
  writeCopy(await kept, folder);
  return folder;
}

async function firstStart(): Promise<KeptFolder> {
  const folder = temporaryFolder();
  const service = await startService({ ...readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }), port: 0 });
  await service.close();
  return keepFolder(folder);
}
